import { expect, it } from 'vitest'

import { workingDaysLater } from './working-days.ts'

it('counts working days, also across a weekend and a clock change (DESK-35)', () => {
  const later = (from: string, days: number) =>
    new Date(workingDaysLater(Date.parse(from), days, 'Europe/Amsterdam')).toISOString()
  expect(later('2026-12-04T15:00:00Z', 1)).toBe('2026-12-07T08:00:00.000Z')
  expect(later('2026-12-07T23:30:00Z', 3)).toBe('2026-12-11T08:00:00.000Z')
  expect(later('2026-03-27T10:00:00Z', 1)).toBe('2026-03-30T07:00:00.000Z')
})
