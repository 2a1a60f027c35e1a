import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  addDays,
  dayAt,
  endOfDay,
  isDay,
  isTimeZone,
  lastDayBefore,
  sameDayElsewhere,
  startOfDay,
} from './zone-days.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const hours = (day: string, zone: string) =>
  (endOfDay(day, zone) - startOfDay(day, zone)) / 3_600_000

describe('a day', () => {
  it.each([
    ['Europe/Amsterdam', '2026-12-31', '2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['Europe/Amsterdam', '2026-07-01', '2026-06-30T22:00:00.000Z', '2026-07-01T22:00:00.000Z'],
    ['America/New_York', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['Asia/Tokyo', '2026-12-31', '2026-12-30T15:00:00.000Z', '2026-12-31T15:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-31', '2026-12-30T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-12-31', '2026-12-31T11:00:00.000Z', '2027-01-01T11:00:00.000Z'],
    ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ])('of %s, %s, starts and ends in its time zone (A5)', (zone, day, start, end) => {
    expect(iso(startOfDay(day, zone))).toBe(start)
    expect(iso(endOfDay(day, zone))).toBe(end)
  })

  it.each([
    ['Europe/Amsterdam', '2027-03-28', 23],
    ['Europe/Amsterdam', '2026-10-25', 25],
    ['America/New_York', '2027-03-14', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Tokyo', '2027-03-28', 24],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ])('of %s, %s, lasts %d hours (A5)', (zone, day, length) => {
    expect(hours(day, zone)).toBe(length)
  })

  it('starts at one o’clock if midnight is skipped, and once if midnight occurs twice (A5)', () => {
    // Chile skips midnight at a clock change, Cuba has it twice.
    expect(iso(startOfDay('2026-09-06', 'America/Santiago'))).toBe('2026-09-06T04:00:00.000Z')
    expect(iso(startOfDay('2026-11-01', 'America/Havana'))).toBe('2026-11-01T04:00:00.000Z')
    expect(hours('2026-11-01', 'America/Havana')).toBe(25)
  })

  it('contains its first and last millisecond in every zone (A5)', () => {
    const zones =
      'Europe/Amsterdam America/New_York Asia/Tokyo America/Santiago Asia/Kolkata'.split(' ')
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 30_000 }), (zone, days) => {
        const day = addDays('1990-01-01', days)
        const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)]
        expect([dayAt(start, zone), dayAt(end - 1, zone)]).toEqual([day, day])
        expect(dayAt(start - 1, zone) < day && dayAt(end, zone) > day).toBe(true)
        expect(lastDayBefore(end, zone)).toBe(day)
      }),
      { numRuns: 60 },
    )
  })

  it('is valid only if it exists in the calendar', () => {
    expect(['2028-02-29', '2026-12-31'].every(isDay)).toBe(true)
    const invalid = [
      '2027-02-29',
      '2026-13-01',
      '2026-1-1',
      '31-12-2026',
      '+012026-12-31',
      '0000-01-01',
      '',
    ]
    expect(invalid.filter(isDay)).toEqual([])
  })
})

describe('a moment at the start of a day', () => {
  it('moves to the same days in another zone (A5)', () => {
    const end = endOfDay('2026-12-31', 'Europe/Amsterdam')
    const moved = sameDayElsewhere(end, 'Europe/Amsterdam', 'America/New_York')
    expect(moved).toBe(endOfDay('2026-12-31', 'America/New_York'))
    expect(sameDayElsewhere(moved, 'America/New_York', 'Europe/Amsterdam')).toBe(end)
  })

  it('differs from a moment within a day, which stays unchanged (A5)', () => {
    const noon = Date.parse('2026-12-31T12:00:00Z')
    expect(sameDayElsewhere(noon, 'Europe/Amsterdam', 'Asia/Tokyo')).toBe(noon)
  })
})

describe('isTimeZone', () => {
  it.each(['Europe/Amsterdam', 'Asia/Kolkata', 'America/North_Dakota/New_Salem', 'UTC'])(
    'accepts %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )
  it.each([
    'europe/amsterdam',
    'eurOpe/Amsterdam',
    'America/North_Dakota/new_salem',
    'Europe/Atlantis',
    '+01:00',
    'CET',
    'Amsterdam',
    '',
  ])('refuses %j', (name) => expect(isTimeZone(name)).toBe(false))
})
