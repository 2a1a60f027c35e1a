import { expect, it } from 'vitest'

import { dayText, daysLater, readDay } from '#backoffice/kit/time/day-text.ts'

const day = (text: string, done = true) => readDay(text, { withTime: false, done })
const moment = (text: string, done = true) => readDay(text, { withTime: true, done })

it('reads a day with any separators, and formats it for the language of the user (DESK-9)', () => {
  for (const typed of ['23-12-2026', '23/12/2026', '23.12.2026', '23 12 2026', '2026-12-23']) {
    expect(day(typed)).toBe('2026-12-23')
  }
  expect(day('3.1.26')).toBe('2026-01-03')
  expect(dayText('2026-12-23', 'nl')).toBe('23-12-2026')
  expect(dayText('2026-12-23', 'en')).toBe('23/12/2026')
  expect(dayText('2026-12-23T07:00', 'de')).toBe('23.12.2026 07:00')
  expect(dayText('', 'nl')).toBe('')
})

it('rejects days that do not exist, and days that are still being typed (DESK-9)', () => {
  for (const typed of ['', '31-2-2026', '32-1-2026', '1-13-2026', '12-2026', 'tomorrow', '1-1-2']) {
    expect(day(typed)).toBeUndefined()
  }
  expect(day('3-1-26', false)).toBeUndefined()
  expect(day('3-1-2026 07:00')).toBeUndefined()
})

it('reads a day with a time, at midnight if no time is typed (DESK-9)', () => {
  expect(moment('28-3-2027 2:30')).toBe('2027-03-28T02:30')
  expect(moment('2027-03-28T02:30')).toBe('2027-03-28T02:30')
  expect(moment('28.3.2027 7')).toBe('2027-03-28T07:00')
  expect(moment('28.3.2027')).toBe('2027-03-28T00:00')
  expect(moment('28.3.2027 7', false)).toBeUndefined()
  expect(moment('28.3.2027 24:00')).toBeUndefined()
  expect(daysLater('2027-02-28T07:00', 1)).toBe('2027-03-01T07:00')
  expect(daysLater('2027-01-01', -1)).toBe('2026-12-31')
})

it('reads a day without a time at the default time of its field (SAFE-16, C-6)', () => {
  const noon = (text: string, done = true) =>
    readDay(text, { withTime: true, usualTime: '12:00', done })
  expect(noon('23-12-2027')).toBe('2027-12-23T12:00')
  expect(noon('23-12-27')).toBe('2027-12-23T12:00')
  expect(noon('23-12-2027 0:00')).toBe('2027-12-23T00:00')
  expect(noon('23-12-2027 7')).toBe('2027-12-23T07:00')
  // No time is added while the user may still type one.
  expect(noon('23-12-2027', false)).toBeUndefined()
})
