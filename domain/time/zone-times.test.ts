import { expect, it } from 'vitest'

import { momentOfWallTime, oddityOfWallTime, wallTimeAt } from '#domain/time/zone-times.ts'

const AMSTERDAM = 'Europe/Amsterdam'
const iso = (wall: string, zone = AMSTERDAM) => {
  const ms = momentOfWallTime(wall, zone)
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

it('converts a local time of its zone in winter and summer (DESK-19)', () => {
  expect(iso('2026-12-21T07:00')).toBe('2026-12-21T06:00:00.000Z')
  expect(iso('2026-07-01T07:00')).toBe('2026-07-01T05:00:00.000Z')
  expect(iso('2026-07-01T07:00', 'America/New_York')).toBe('2026-07-01T11:00:00.000Z')
  expect(iso('2026-07-01T07:00', 'Asia/Kathmandu')).toBe('2026-07-01T01:15:00.000Z')
  expect(iso('2026-07-01T07:00', 'UTC')).toBe('2026-07-01T07:00:00.000Z')
})

it('returns the first of two moments, and the clock change for a skipped time (DESK-19)', () => {
  expect(iso('2027-03-28T01:59')).toBe('2027-03-28T00:59:00.000Z')
  expect(iso('2027-03-28T02:30')).toBe('2027-03-28T01:00:00.000Z')
  expect(iso('2027-03-28T03:00')).toBe('2027-03-28T01:00:00.000Z')
  expect(iso('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(iso('2026-10-25T03:00')).toBe('2026-10-25T02:00:00.000Z')
})

it('returns nothing for 30 February and other invalid times', () => {
  for (const wall of ['2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T24:00', 'soon']) {
    expect(momentOfWallTime(wall, AMSTERDAM)).toBeUndefined()
  }
})

it('converts the local time of any moment of a year back to that local time', () => {
  for (let ms = Date.UTC(2026, 11, 1); ms < Date.UTC(2027, 11, 1); ms += 7 * 3_600_000) {
    const wall = wallTimeAt(ms, AMSTERDAM)
    const back = momentOfWallTime(wall, AMSTERDAM) ?? 0
    expect(wallTimeAt(back, AMSTERDAM)).toBe(wall)
    expect([0, 3_600_000]).toContain(ms - back)
  }
})

it('reports a local time that is skipped or occurs twice (DESK-19)', () => {
  const oddity = (wall: string, zone = AMSTERDAM) => oddityOfWallTime(wall, zone)
  expect(
    ['2027-03-28T01:59', '2027-03-28T02:00', '2027-03-28T02:59', '2027-03-28T03:00'].map((wall) =>
      oddity(wall),
    ),
  ).toEqual([null, 'skipped', 'skipped', null])
  expect(
    ['2026-10-25T01:59', '2026-10-25T02:00', '2026-10-25T02:59', '2026-10-25T03:00'].map((wall) =>
      oddity(wall),
    ),
  ).toEqual([null, 'twice', 'twice', null])
  expect(oddity('2027-04-04T01:45', 'Australia/Lord_Howe')).toBe('twice')
  expect(oddity('2026-12-21T07:00', 'UTC')).toBeNull()
  expect(oddity('soon')).toBeNull()
})
