import type { Role } from '#domain/staff/permissions.ts'

/** Every limit below is counted over so long, back from now: a calendar day would allow twice as much around midnight. */
export const LIMIT_HOURS = 24

/** When a period that ends now began. */
export const limitSince = (now: Date): Date => new Date(now.getTime() - LIMIT_HOURS * 3_600_000)

type Limits = {
  /** Points by hand, for all vouchers together. The limit for each voucher is in manual-points.ts. */
  pointsByHand: number
  /** Points of recipients that are spent on orders placed for them. */
  actingPoints: number
}

/** What a colleague of each role does without a second person. A role that may not do it at all has 0. */
export const COLLEAGUE_LIMITS: Record<Role, Limits> = {
  owner: { pointsByHand: 500, actingPoints: 1000 },
  editor: { pointsByHand: 0, actingPoints: 0 },
  merchandiser: { pointsByHand: 0, actingPoints: 0 },
  fulfilment: { pointsByHand: 0, actingPoints: 0 },
  service: { pointsByHand: 50, actingPoints: 200 },
  reader: { pointsByHand: 0, actingPoints: 0 },
}

/** Maximum total points of vouchers whose codes one staff user can hand out without an approver, for every role. */
export const MOST_CODE_POINTS_ALONE = 25_000

/**
 * Points that all users of one employer together can add to its batches within the period. Staff of the shop add
 * more.
 */
export const MOST_EMPLOYER_POINTS = 2_500
