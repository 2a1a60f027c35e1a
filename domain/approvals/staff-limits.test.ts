import { expect, it } from 'vitest'

import { ROLES } from '#domain/staff/permissions.ts'
import { pointsLeftForVoucher } from './staff-limits.ts'

it('returns what is left of the limit, and zero for a role without a limit (DESK-29)', () => {
  expect(pointsLeftForVoucher('service', 0)).toBe(10)
  expect(pointsLeftForVoucher('service', 8)).toBe(2)
  expect(pointsLeftForVoucher('service', 12)).toBe(0)
  expect(pointsLeftForVoucher('owner', 0)).toBe(100)
  const others = ROLES.filter((role) => role !== 'owner' && role !== 'service')
  expect(others.map((role) => pointsLeftForVoucher(role, 0))).toEqual([0, 0, 0, 0])
})
