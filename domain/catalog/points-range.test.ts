import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  fullRange,
  moveFrom,
  moveTo,
  pointsBounds,
  rangeWithin,
  togglePayExtra,
} from './points-range.ts'

const balance = { available: 20, canBuyPoints: true }
const bounds = pointsBounds(balance)

const anyBalance = fc.record({ available: fc.nat(50), canBuyPoints: fc.boolean() })
const anyNumber = fc.oneof(fc.integer({ min: -5, max: 80 }), fc.double())

describe('the slider', () => {
  it('ranges from 1 to the maximum, or from 0 for a holder without points (LIST-8)', () => {
    expect(pointsBounds(balance)).toEqual({ lowest: 1, highest: 24 })
    expect(pointsBounds({ available: 0, canBuyPoints: true })).toEqual({ lowest: 0, highest: 2 })
    expect(pointsBounds({ available: 0, canBuyPoints: false })).toEqual({ lowest: 0, highest: 0 })
    expect(pointsBounds({ available: 1, canBuyPoints: false })).toEqual({ lowest: 1, highest: 1 })
  })

  it('covers all points initially (LIST-8)', () => {
    expect(fullRange(bounds)).toEqual({ from: 1, to: 24 })
  })
})

describe('crossing handles', () => {
  it('both take the new value when the lower one is moved above the upper one (LIST-8)', () => {
    expect(moveFrom({ from: 3, to: 8 }, 10, bounds)).toEqual({ from: 10, to: 10 })
    expect(moveFrom({ from: 3, to: 8 }, 8, bounds)).toEqual({ from: 8, to: 8 })
    expect(moveFrom({ from: 3, to: 8 }, 5, bounds)).toEqual({ from: 5, to: 8 })
  })

  it('move the lower one along when the upper one is moved below it (LIST-8)', () => {
    expect(moveTo({ from: 6, to: 8 }, 2, bounds)).toEqual({ from: 2, to: 2 })
    expect(moveTo({ from: 6, to: 8 }, 7, bounds)).toEqual({ from: 6, to: 7 })
  })

  it('stay within the bounds and in order with any input (LIST-8)', () => {
    fc.assert(
      fc.property(anyBalance, fc.array(fc.tuple(fc.boolean(), anyNumber)), (balance, moves) => {
        const bounds = pointsBounds(balance)
        let range = fullRange(bounds)
        for (const [lower, points] of moves) {
          range = lower ? moveFrom(range, points, bounds) : moveTo(range, points, bounds)
          expect(range.from).toBeGreaterThanOrEqual(bounds.lowest)
          expect(range.to).toBeGreaterThanOrEqual(range.from)
          expect(bounds.highest).toBeGreaterThanOrEqual(range.to)
          expect(Number.isInteger(range.from) && Number.isInteger(range.to)).toBe(true)
        }
      }),
    )
  })
})

describe('pay extra', () => {
  it('sets the upper bound to the available points if checked, else to the maximum (LIST-7)', () => {
    expect(togglePayExtra({ from: 3, to: 24 }, true, balance)).toEqual({ from: 3, to: 20 })
    expect(togglePayExtra({ from: 3, to: 20 }, false, balance)).toEqual({ from: 3, to: 24 })
  })

  it('moves the lower handle down if it is higher (LIST-7)', () => {
    expect(togglePayExtra({ from: 22, to: 24 }, true, balance)).toEqual({ from: 20, to: 20 })
  })

  it('shows free gifts to a holder without points (LIST-7)', () => {
    const empty = { available: 0, canBuyPoints: true }
    expect(togglePayExtra({ from: 0, to: 2 }, true, empty)).toEqual({ from: 0, to: 0 })
  })
})

describe('a range from a URL or from storage', () => {
  it('is limited to the current bounds (LIST-12)', () => {
    expect(rangeWithin({ from: 2, to: 90 }, bounds)).toEqual({ from: 2, to: 24 })
    expect(rangeWithin({ from: 30, to: 90 }, bounds)).toEqual({ from: 24, to: 24 })
    expect(rangeWithin({ from: 9, to: 4 }, bounds)).toEqual({ from: 4, to: 4 })
    expect(rangeWithin({}, bounds)).toEqual({ from: 1, to: 24 })
    expect(rangeWithin({ from: Number.NaN, to: Number.NaN }, bounds)).toEqual({ from: 1, to: 24 })
  })
})
