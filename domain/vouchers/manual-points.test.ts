import { expect, it } from 'vitest'

import { ROLES } from '#domain/staff/permissions.ts'
import { pointsAlone } from '#domain/vouchers/manual-points.ts'

it('leaves of the limit what was not given yet, and nothing to who gives none (DESK-29)', () => {
  expect(pointsAlone('service', 0)).toBe(10)
  expect(pointsAlone('service', 8)).toBe(2)
  expect(pointsAlone('service', 12)).toBe(0)
  expect(pointsAlone('owner', 0)).toBe(100)
  const others = ROLES.filter((role) => role !== 'owner' && role !== 'service')
  expect(others.map((role) => pointsAlone(role, 0))).toEqual([0, 0, 0, 0])
})
