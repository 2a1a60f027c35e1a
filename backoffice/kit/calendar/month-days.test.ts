import { expect, it } from 'vitest'

import { addMonths, weekdayIndex, weeksOf } from '#backoffice/kit/calendar/month-days.ts'

it('shows six weeks from Monday to Sunday around a month (SAFE-16, C-2)', () => {
  const weeks = weeksOf('2026-12')
  expect(weeks.map((week) => week[0])).toEqual([
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
    '2026-12-28',
    '2027-01-04',
  ])
  expect(weeks.every((week) => week.length === 7)).toBe(true)
  // A month that starts on a Monday, one that starts on a Sunday, and a short one.
  expect(weeksOf('2027-02')[0]?.[0]).toBe('2027-02-01')
  expect(weeksOf('2026-11')[0]).toContain('2026-11-01')
  expect(weeksOf('2028-02').flat()).toContain('2028-02-29')
})

it('moves by months to an existing day, and finds the weekday of a day (SAFE-16, C-2)', () => {
  expect(addMonths('2026-12-23', 1)).toBe('2027-01-23')
  expect(addMonths('2027-01-31', 1)).toBe('2027-02-28')
  expect(addMonths('2028-03-31', -1)).toBe('2028-02-29')
  expect(addMonths('2028-02-29', 12)).toBe('2029-02-28')
  expect(addMonths('2027-01-15', -12)).toBe('2026-01-15')
  expect([weekdayIndex('2026-12-21'), weekdayIndex('2026-12-27')]).toEqual([0, 6])
})
