import { expect, it } from 'vitest'

import { addMonths, daysOfMonth, isMonth } from '#domain/time/months.ts'

it('returns the first and last day of a month, also of February in a leap year', () => {
  expect(daysOfMonth('2026-11')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(daysOfMonth('2028-02').to).toBe('2028-02-29')
})

it('adds months across the end of a year, and recognises invalid months', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
  expect(['2026-12', '2026-13', '2026-1', ''].map(isMonth)).toEqual([true, false, false, false])
})
