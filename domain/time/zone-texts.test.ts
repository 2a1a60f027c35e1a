import { expect, it } from 'vitest'

import { hourAndClock, momentText } from '#domain/time/zone-texts.ts'

const words = (at: string, zone: string, long: 'short' | 'whole' | 'list' = 'list') =>
  momentText(new Date(at), { zone, language: 'en', long, now: new Date('2026-11-22T23:30:00Z') })

it('formats a moment in its time zone, with a word for today (DESK-19)', () => {
  // Half past midnight of the 23rd in Amsterdam, half past six of the 22nd in New York.
  expect(words('2026-11-22T23:05:00Z', 'Europe/Amsterdam')).toBe('today, 00:05')
  expect(words('2026-11-22T22:05:00Z', 'Europe/Amsterdam')).toBe('22 Nov, 23:05')
  expect(words('2026-11-22T22:05:00Z', 'America/New_York')).toBe('today, 17:05')
  expect(words('2025-12-31T23:30:00Z', 'Europe/Amsterdam')).toBe('1 Jan, 00:30')
  expect(words('2025-12-31T23:30:00Z', 'America/New_York')).toBe('31 Dec 2025')
})

it('shows date, time and zone in the long form', () => {
  const told = words('2026-12-21T06:00:00Z', 'Europe/Amsterdam', 'whole')
  expect(told).toContain('Monday, 21 December 2026')
  expect(told).toContain('7:00:00')
  expect(words('2026-12-21T06:00:00Z', 'Europe/Amsterdam', 'short')).toBe('Mon, 21 Dec 2026, 07:00')
})

it('adds the name of the time zone only to a time that occurs twice at a clock change (DESK-19)', () => {
  const [first, second] = ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'].map((at) =>
    words(at, 'Europe/Amsterdam', 'short'),
  )
  expect(first).toContain('02:30')
  expect(first).toContain('Central European Summer Time')
  expect(second).toContain('02:30')
  expect(second).toContain('Central European Standard Time')
  expect(words('2027-10-31T02:30:00Z', 'Europe/Amsterdam', 'short')).not.toContain('Central')
  expect(words('2027-10-31T00:30:00Z', 'Europe/Amsterdam', 'whole')).toContain(
    'Central European Summer Time',
  )
  const clock = (language: string) =>
    hourAndClock(new Date('2027-10-31T00:30:00Z'), 'Europe/Amsterdam', language)
  expect(clock('nl')).toBe('02:30 Midden-Europese zomertijd')
  expect(clock('de')).toBe('02:30 Mitteleuropäische Sommerzeit')
  expect(clock('en')).toBe('02:30 Central European Summer Time')
})
