import type { Role } from '#domain/staff/permissions.ts'

/**
 * What a colleague of each role gives to one voucher alone, counted over a month: small sums that repeat are a large
 * one. What is above it waits for a second person.
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

/** At once, whoever says yes: a thousand gifts are a batch of vouchers. */
export const MOST_POINTS_BY_HAND = 1000

/** What is left of it for somebody who has given so much to this voucher within the month. */
export function pointsAlone(role: Role, given: number): number {
  return Math.max(0, ALONE[role] - given)
}
