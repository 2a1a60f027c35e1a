import type { Role } from '#domain/staff/permissions.ts'

/**
 * Points per voucher that a staff user of each role can grant without an approver within a month. The limit covers
 * the sum, because small grants add up.
 */
const ALONE: Record<Role, number> = {
  owner: 100,
  editor: 0,
  merchandiser: 0,
  fulfilment: 0,
  service: 10,
  reader: 0,
}

export const GIVEN_WITHIN_DAYS = 30

/** The maximum per grant, even with approval. For more, create a batch. */
export const MOST_POINTS_BY_HAND = 1000

/** The remaining limit after the points granted to this voucher within the month. */
export function pointsAlone(role: Role, given: number): number {
  return Math.max(0, ALONE[role] - given)
}
