import { expect, it } from 'vitest'

import { changeSince, comparedPeriod } from '#domain/reports/compared-period.ts'

it.each([
  ['previous', '2026-11-23', '2026-11-29', '2026-11-16', '2026-11-22'],
  ['previous', '2026-11-29', '2026-11-29', '2026-11-28', '2026-11-28'],
  ['previous', '2024-03-01', '2024-03-01', '2024-02-29', '2024-02-29'],
  ['year', '2026-11-23', '2026-11-29', '2025-11-23', '2025-11-29'],
] as const)(
  'compares with the %s period of the same length (PRODUCT-2)',
  (how, from, to, ...then) => {
    const before = comparedPeriod({ from, to }, how)
    expect([before.from, before.to]).toEqual(then)
  },
)

it('returns no share when the earlier value was zero', () => {
  expect(changeSince(8, 10)).toBe(0.25)
  expect(changeSince(8, 0)).toBe(-1)
  expect(changeSince(0, 5)).toBeNull()
})
