import { expect, it } from 'vitest'

import { momentInWords } from '#domain/zone-words.ts'

const words = (at: string, zone: string, long: 'short' | 'whole' | 'list' = 'list') =>
  momentInWords(new Date(at), { zone, language: 'en', long, now: new Date('2026-11-22T23:30:00Z') })

it('says a moment by the clocks of its zone, whoever reads it: the hour alone where it is today there (DESK-19)', () => {
  // Half past midnight of the 23rd in Amsterdam, half past six of the 22nd in New York.
  expect(words('2026-11-22T23:05:00Z', 'Europe/Amsterdam')).toBe('12:05 AM')
  expect(words('2026-11-22T22:05:00Z', 'Europe/Amsterdam')).toBe('Nov 22, 11:05 PM')
  expect(words('2026-11-22T22:05:00Z', 'America/New_York')).toBe('05:05 PM')
  expect(words('2025-12-31T23:30:00Z', 'Europe/Amsterdam')).toBe('Jan 1, 12:30 AM')
  expect(words('2025-12-31T23:30:00Z', 'America/New_York')).toBe('Dec 31, 2025')
})

it('says the whole of it on a long look', () => {
  const told = words('2026-12-21T06:00:00Z', 'Europe/Amsterdam', 'whole')
  expect(told).toContain('Monday, December 21, 2026')
  expect(told).toContain('7:00:00')
  expect(words('2026-12-21T06:00:00Z', 'Europe/Amsterdam', 'short')).toBe(
    'Mon, Dec 21, 2026, 07:00 AM',
  )
})
