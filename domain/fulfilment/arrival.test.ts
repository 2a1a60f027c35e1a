import { describe, expect, it } from 'vitest'

import {
  arrivalPromise,
  carrierArrival,
  promisedArrival,
  nextOccasion,
  deliveryDaysAfter,
} from './arrival.ts'
import { isHoliday } from './holidays.ts'

const usual = {
  source: 'monta',
  method: 'home',
  country: 'NL',
  cutOff: '17:00',
  supplierDays: 14,
} as const
const orderedAt = (at: string, other: Partial<Parameters<typeof promisedArrival>[0]> = {}) => {
  const { day, until } = promisedArrival({ ...usual, nowMs: Date.parse(at), ...other })
  return [day, new Date(until).toISOString()]
}

describe('the arrival day (at home before)', () => {
  it('is the next working day for orders until the cut-off of the warehouse', () => {
    expect(orderedAt('2026-11-30T15:59:59Z')).toEqual(['2026-12-01', '2026-11-30T16:00:00.000Z'])
    expect(orderedAt('2026-11-30T16:00:00Z')).toEqual(['2026-12-02', '2026-12-01T16:00:00.000Z'])
  })

  it('follows the daylight saving time of the warehouse', () => {
    expect(orderedAt('2026-07-01T14:59:00Z')).toEqual(['2026-07-02', '2026-07-01T15:00:00.000Z'])
    expect(orderedAt('2026-07-01T15:00:00Z')[0]).toBe('2026-07-03')
  })

  it('skips weekends', () => {
    expect(orderedAt('2026-12-04T12:00:00Z')[0]).toBe('2026-12-07')
    expect(orderedAt('2026-12-05T12:00:00Z')).toEqual(['2026-12-08', '2026-12-07T16:00:00.000Z'])
  })

  it('skips holidays of the warehouse and of the destination', () => {
    expect(orderedAt('2026-12-24T12:00:00Z')[0]).toBe('2026-12-28')
    expect(orderedAt('2026-12-25T12:00:00Z')[0]).toBe('2026-12-29')
    expect(orderedAt('2027-03-26T12:00:00Z')[0]).toBe('2027-03-30')
    // Good Friday is a working day in the Netherlands and a holiday in Germany.
    expect(orderedAt('2027-03-24T12:00:00Z', { country: 'DE' })[0]).toBe('2027-03-31')
  })

  it('is later at a pickup point and abroad', () => {
    expect(orderedAt('2026-11-30T12:00:00Z', { method: 'pickup' })[0]).toBe('2026-12-02')
    expect(orderedAt('2026-11-30T12:00:00Z', { country: 'de' })[0]).toBe('2026-12-03')
  })

  it('is the last of the days that a supplier has', () => {
    const supplier = { source: 'dropship', supplierDays: 5 } as const
    expect(orderedAt('2026-11-30T20:00:00Z', supplier)).toEqual([
      '2026-12-07',
      '2026-11-30T23:00:00.000Z',
    ])
    expect(orderedAt('2026-12-02T20:00:00Z', supplier)[0]).toBe('2026-12-07')
  })
})

it('a carrier’s days count from the day on which it received the parcel', () => {
  expect(carrierArrival('2026-11-30', 'home', 'NL')).toBe('2026-12-01')
  expect(carrierArrival('2026-12-04', 'pickup', 'NL')).toBe('2026-12-08')
  expect(carrierArrival('2026-11-30', 'home', 'DE')).toBe('2026-12-03')
})

it('holidays that depend on Easter are found in every year', () => {
  for (const day of ['2024-04-01', '2025-04-21', '2026-04-06', '2027-03-29', '2038-04-26']) {
    expect([day, isHoliday(day, 'NL')]).toEqual([day, true])
  }
  expect(isHoliday('2026-05-14', 'NL')).toBe(true)
  expect(isHoliday('2026-05-25', 'NL')).toBe(true)
  expect(isHoliday('2026-04-03', 'NL')).toBe(false)
  expect(isHoliday('2026-04-03', 'DE')).toBe(true)
  expect(isHoliday('2026-12-25', 'IT')).toBe(true)
  expect(isHoliday('2026-04-06', 'IT')).toBe(false)
  expect(deliveryDaysAfter('2026-12-24', 0, 'NL')).toBe('2026-12-24')
})

it('the next occasion for presents is returned if it is near', () => {
  expect(nextOccasion('2026-10-20')).toBeNull()
  expect(nextOccasion('2026-10-21')).toBe('2026-12-05')
  expect(nextOccasion('2026-12-04')).toBe('2026-12-05')
  expect(nextOccasion('2026-12-05')).toBe('2026-12-24')
  expect(nextOccasion('2026-12-24')).toBeNull()
})

it('the promise is the strongest true statement', () => {
  expect(arrivalPromise('2026-12-01', '2026-11-30', '2026-12-05')).toEqual({ kind: 'tomorrow' })
  expect(arrivalPromise('2026-12-04', '2026-11-30', '2026-12-05')).toEqual({
    kind: 'before',
    day: '2026-12-05',
  })
  expect(arrivalPromise('2026-12-05', '2026-11-30', '2026-12-05')).toEqual({
    kind: 'on',
    day: '2026-12-05',
  })
  expect(arrivalPromise('2026-12-03', '2026-11-30', null)).toEqual({
    kind: 'on',
    day: '2026-12-03',
  })
})
