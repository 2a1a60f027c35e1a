import type { Role } from '#domain/staff/permissions.ts'

/*
 * All limits in points above which an action needs an approver or is refused (decision 020). A period ends now, because
 * a limit per calendar day would allow twice as much around midnight.
 */

export const LIMIT_HOURS = 24

/** The period of the limit for one voucher, so that many small grants count together. */
export const ONE_VOUCHER_DAYS = 30

/** The start of the period of `LIMIT_HOURS`. */
export const limitSince = (now: Date): Date => new Date(now.getTime() - LIMIT_HOURS * 3_600_000)

type RoleLimits = {
  /** Points granted to one voucher within `ONE_VOUCHER_DAYS`. */
  grantedToOneVoucher: number
  /** Points granted to all vouchers together within `LIMIT_HOURS`. */
  grantedToAllVouchers: number
  /** Points of recipients that are spent on orders placed for them within `LIMIT_HOURS`. */
  spentForRecipients: number
  /** Points credited on one order, all credits together, without a period. */
  creditedOnOneOrder: number
}

const NO_POINTS = {
  grantedToOneVoucher: 0,
  grantedToAllVouchers: 0,
  spentForRecipients: 0,
  creditedOnOneOrder: 0,
}

/** What a member of staff can do without an approver. A role without the permission has 0. */
export const ROLE_LIMITS = {
  owner: {
    grantedToOneVoucher: 100,
    grantedToAllVouchers: 500,
    spentForRecipients: 1000,
    creditedOnOneOrder: 400,
  },
  editor: NO_POINTS,
  merchandiser: NO_POINTS,
  fulfilment: NO_POINTS,
  service: {
    grantedToOneVoucher: 10,
    grantedToAllVouchers: 50,
    spentForRecipients: 200,
    creditedOnOneOrder: 40,
  },
  reader: NO_POINTS,
} as const satisfies Record<Role, RoleLimits>

/** Points that the role can still grant to a voucher that got `granted` points within `ONE_VOUCHER_DAYS`. */
export const pointsLeftForVoucher = (role: Role, granted: number): number =>
  Math.max(0, ROLE_LIMITS[role].grantedToOneVoucher - granted)

/** The maximum per grant, even with approval. For more, create a batch. */
export const MOST_GRANTED_POINTS = 1000

/** A batch with more points in total needs an approver, for every role. */
export const MOST_BATCH_POINTS_ALONE = 100_000

/**
 * Total points of the vouchers whose codes one member of staff can hand out within `LIMIT_HOURS` without an approver,
 * for every role.
 */
export const MOST_CODE_POINTS_ALONE = 25_000

/** Points that all users of one employer add to its batches within `LIMIT_HOURS`. Staff of the shop add more. */
export const MOST_EMPLOYER_POINTS = 2_500
