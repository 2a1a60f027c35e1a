import { describe, expect, it } from 'vitest'

import { formatDay, deliveryMoment } from './delivery-moment.ts'

describe('the delivery moment', () => {
  it.each([
    ['2027-03-09T18:00', '2027-03-09T22:00', { kind: 'window', from: '18:00', to: '22:00' }],
    ['2027-03-09T18:00:00', '2027-03-09T22:00:00', { kind: 'window', from: '18:00', to: '22:00' }],
    ['2027-03-09T15:00', null, { kind: 'day' }],
    ['2027-03-09', '2027-03-09', { kind: 'day' }],
    ['2027-03-09', '2027-03-09T22:00', { kind: 'day' }],
    ['2027-03-09T15:00', '2027-03-09T15:00', { kind: 'day' }],
    ['2027-03-09', '2027-03-11', { kind: 'days', lastDay: '2027-03-11' }],
  ])('from %s to %s', (from, to, moment) => {
    expect(deliveryMoment({ from, to })).toEqual({ day: '2027-03-09', ...moment })
  })

  it('is null if the carrier names no day', () => {
    expect(deliveryMoment({ from: null, to: null })).toBeNull()
    expect(deliveryMoment({ from: '', to: '' })).toBeNull()
  })

  it.each([
    ['nl', 'dinsdag 9 maart'],
    ['en', 'Tuesday 9 March'],
    ['de', 'Dienstag, 9. März'],
    ['fr', 'mardi 9 mars'],
  ] as const)('names weekday and day in %s', (language, words) => {
    expect(formatDay('2027-03-09', language)).toBe(words)
  })

  it('writes the first day of a month in French as an ordinal', () => {
    expect(formatDay('2026-12-01', 'fr')).toBe('mardi 1er décembre')
    expect(formatDay('2026-12-11', 'fr')).toBe('vendredi 11 décembre')
  })

  it('returns text that is not a day unchanged', () => {
    expect(formatDay('soon', 'nl')).toBe('soon')
  })
})
