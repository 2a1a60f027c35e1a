import { expect, it } from 'vitest'

import { momentInWords } from '#domain/zone-words.ts'

const words = (at: string, zone: string, long: 'short' | 'whole' | 'list' = 'list') =>
  momentInWords(new Date(at), { zone, language: 'en', long, now: new Date('2026-11-22T23:30:00Z') })

it('says a moment by the clocks of its zone, whoever reads it: the hour alone where it is today there (DESK-19)', () => {
  // Half past midnight of the 23rd in Amsterdam, half past six of the 22nd in New York.
  expect(words('2026-11-22T23:05:00Z', 'Europe/Amsterdam')).toBe('00:05')
  expect(words('2026-11-22T22:05:00Z', 'Europe/Amsterdam')).toBe('22 Nov, 23:05')
  expect(words('2026-11-22T22:05:00Z', 'America/New_York')).toBe('17:05')
  expect(words('2025-12-31T23:30:00Z', 'Europe/Amsterdam')).toBe('1 Jan, 00:30')
  expect(words('2025-12-31T23:30:00Z', 'America/New_York')).toBe('31 Dec 2025')
})

it('says the whole of it on a long look', () => {
  const told = words('2026-12-21T06:00:00Z', 'Europe/Amsterdam', 'whole')
  expect(told).toContain('Monday, 21 December 2026')
  expect(told).toContain('7:00:00')
  expect(words('2026-12-21T06:00:00Z', 'Europe/Amsterdam', 'short')).toBe('Mon, 21 Dec 2026, 07:00')
})
