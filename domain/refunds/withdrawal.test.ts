import { describe, expect, it } from 'vitest'

import { withdrawable, type WithdrawalOrder, withdrawUntil } from './withdrawal.ts'

const ms = (iso: string) => Date.parse(iso)
const arrived = ms('2026-11-02T15:00:00+01:00')
const lastMoment = ms('2026-11-16T23:59:59.999+01:00')

const mug = {
  line: 1,
  condition: 'monta',
  state: 'delivered',
  arrivalAssumed: false,
  quantity: 3,
  withdrawn: 0,
} as const
const order: WithdrawalOrder = {
  placedAtMs: ms('2026-10-30T10:00:00+01:00'),
  deliveredAtMs: arrived,
  zone: 'Europe/Amsterdam',
  consented: true,
  lines: [mug],
}
const units = (changes: Partial<WithdrawalOrder>, nowMs = arrived) =>
  Object.fromEntries(withdrawable({ ...order, ...changes }, nowMs).units)

describe('the right of withdrawal', () => {
  it.each([
    ['a Monday', '2026-11-02T15:00:00+01:00', '2026-11-16T23:59:59.999+01:00'],
    ['just before midnight', '2026-11-02T23:59:59+01:00', '2026-11-16T23:59:59.999+01:00'],
    ['just after midnight', '2026-11-03T00:00:00+01:00', '2026-11-17T23:59:59.999+01:00'],
    ['a Saturday, until Monday', '2026-11-07T12:00:00+01:00', '2026-11-23T23:59:59.999+01:00'],
    ['a Sunday, until Monday', '2026-11-08T12:00:00+01:00', '2026-11-23T23:59:59.999+01:00'],
    ['before the clocks go back', '2026-10-20T12:00:00+02:00', '2026-11-03T23:59:59.999+01:00'],
    ['before the clocks go on', '2027-03-23T12:00:00+01:00', '2027-04-06T23:59:59.999+02:00'],
  ])('lasts fourteen days after %s (statement 29)', (_, from, until) => {
    const last = withdrawUntil(ms(from), 'Europe/Amsterdam')
    expect(new Date(last).toISOString()).toBe(new Date(ms(until)).toISOString())
  })

  it.each([
    ['America/New_York', '2026-10-20T23:30:00-04:00', '2026-11-03T23:59:59.999-05:00'],
    ['Asia/Tokyo', '2026-11-03T00:30:00+09:00', '2026-11-17T23:59:59.999+09:00'],
  ])('counts the days of %s there (A5, statement 29)', (zone, from, until) => {
    const last = withdrawUntil(ms(from), zone)
    expect(new Date(last).toISOString()).toBe(new Date(ms(until)).toISOString())
  })

  it('lasts until its last millisecond (statement 29)', () => {
    expect(withdrawable(order, lastMoment)).toEqual({
      units: new Map([[1, 3]]),
      untilMs: lastMoment,
    })
    expect(withdrawable(order, lastMoment + 1)).toEqual({ units: new Map(), untilMs: null })
  })

  it('has no known end until all gifts have arrived (statement 29)', () => {
    const late = arrived + 100 * 24 * 3_600_000
    const vase = { ...mug, line: 2, condition: 'dropship', state: 'released' } as const
    const waiting = { ...order, lines: [mug, vase] }
    expect(withdrawable(waiting, late)).toEqual({
      units: new Map([
        [1, 3],
        [2, 3],
      ]),
      untilMs: null,
    })
    expect(units({ lines: [mug, { ...vase, state: 'cancelled' }] }, late)).toEqual({})
    expect(units({ deliveredAtMs: null }, late)).toEqual({ 1: 3 })
  })

  it('does not end after an arrival that was only assumed (B20)', () => {
    const late = arrived + 100 * 24 * 3_600_000
    const vase = { ...mug, line: 2, condition: 'dropship' } as const
    expect(units({ lines: [mug, { ...vase, arrivalAssumed: true }] }, late)).toEqual({
      1: 3,
      2: 3,
    })
    expect(units({ lines: [mug, vase] }, late)).toEqual({})
  })

  it('ends with the delivery of digital gifts after consent to immediate delivery, and counts from the order otherwise (B20)', () => {
    const code = { ...mug, line: 2, condition: 'digital' } as const
    const lines = [mug, code]
    expect(units({ lines })).toEqual({ 1: 3 })
    expect(units({ lines: [mug, { ...code, state: 'released' }] })).toEqual({ 1: 3, 2: 3 })
    expect(units({ lines, consented: false })).toEqual({ 1: 3, 2: 3 })
    const last = withdrawUntil(order.placedAtMs, order.zone)
    expect(units({ lines, consented: false }, last + 1)).toEqual({ 1: 3 })
    expect(withdrawable({ ...order, lines: [code] }, arrived).untilMs).toBeNull()
  })

  it('does not depend on the arrival of digital gifts, and excludes cancelled gifts (B42, statement 29)', () => {
    const late = lastMoment + 1
    const code = { ...mug, line: 2, condition: 'digital', state: 'released' } as const
    expect(units({ consented: false, lines: [mug, code] }, late)).toEqual({})
    expect(withdrawable({ ...order, lines: [mug, code] }, arrived).untilMs).toBe(lastMoment)
    const gone = { ...mug, line: 2, state: 'cancelled' } as const
    expect(units({ lines: [mug, gone] })).toEqual({ 1: 3 })
    expect(units({ lines: [gone] })).toEqual({})
    expect(withdrawable({ ...order, lines: [gone] }, arrived).untilMs).toBeNull()
  })

  it('ends with the latest deadline, which is unknown while one of them is unknown (B42, statement 29)', () => {
    const code = { ...mug, line: 2, condition: 'digital' } as const
    const both = { ...order, consented: false, lines: [mug, code] }
    const ofCode = withdrawUntil(order.placedAtMs, order.zone)
    expect(ofCode).toBeLessThan(lastMoment)
    expect(withdrawable(both, arrived).untilMs).toBe(lastMoment)
    expect(withdrawable({ ...both, lines: [code, mug] }, arrived).untilMs).toBe(lastMoment)
    const onItsWay = { ...mug, state: 'shipped' } as const
    expect(withdrawable({ ...both, lines: [onItsWay, code] }, arrived).untilMs).toBeNull()
    expect(withdrawable({ ...both, lines: [onItsWay, code] }, ofCode + 1)).toEqual({
      units: new Map([[1, 3]]),
      untilMs: null,
    })
  })

  it('excludes units that were withdrawn before (statement 29)', () => {
    expect(units({ lines: [{ ...mug, withdrawn: 2 }] })).toEqual({ 1: 1 })
    expect(units({ lines: [{ ...mug, withdrawn: 3 }] })).toEqual({})
  })
})
