import { expect, it } from 'vitest'

import { dayInMonths, isShorterThanUsual } from '#domain/vouchers/batch-validity.ts'

it('finds what ends within 24 months, to the day', () => {
  expect(isShorterThanUsual({ from: '2026-11-22', until: '2028-11-21' })).toBe(true)
  expect(isShorterThanUsual({ from: '2026-11-22', until: '2028-11-22' })).toBe(false)
  expect(isShorterThanUsual({ from: '2026-11-22', until: null })).toBe(false)
})

it('takes the last day of a month that is too short', () => {
  expect(dayInMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(dayInMonths('2026-12-31', 2)).toBe('2027-02-28')
  expect(dayInMonths('2026-12-31', 24)).toBe('2028-12-31')
})
