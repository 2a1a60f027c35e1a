import type { Role } from '#domain/staff/permissions.ts'
import { ROLE_DEFINITIONS } from '#domain/staff/role-definitions.ts'

/** The period of a role's limit per voucher, so that many small grants count together. */
export const MANUAL_POINTS_DAYS = 30

/** The maximum per grant, even with approval. For more, create a batch. */
export const MAX_MANUAL_POINTS = 1000

/** The remaining limit after the points granted to this voucher within the month. */
export function pointsAlone(role: Role, given: number): number {
  return Math.max(0, ROLE_DEFINITIONS[role].voucherPoints - given)
}
