import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  centsFromEuros,
  dueCents,
  euros,
  maximumPoints,
  pointsLeft,
  pointsPaid,
  remainingPoints,
  settlement,
  shortfallPoints,
} from './points.ts'

const points = fc.nat(1000)

describe('what a basket leaves (B5)', () => {
  it.each([
    [17, 20, 3],
    [20, 20, 0],
    [24, 20, 0],
    [0, 20, null],
    [2, 0, null],
  ])('%i of %i points chosen leave %s', (chosen, available, left) => {
    expect(pointsLeft(chosen, available)).toBe(left)
  })
})

describe('the maximum', () => {
  it.each([
    [0, 2],
    [1, 3],
    [3, 5],
    [4, 6],
    [5, 9],
    [20, 24],
  ])('lets a holder of %i points who can buy order for %i (LIST-9)', (available, maximum) => {
    expect(maximumPoints({ available, canBuyPoints: true })).toBe(maximum)
  })

  it('is the voucher itself where points cannot be bought (LIST-9)', () => {
    fc.assert(
      fc.property(points, (available) => {
        expect(maximumPoints({ available, canBuyPoints: false })).toBe(available)
      }),
    )
  })

  it('never falls when the voucher grows (LIST-9)', () => {
    fc.assert(
      fc.property(points, points, fc.boolean(), (a, b, canBuyPoints) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        const maximum = (available: number) => maximumPoints({ available, canBuyPoints })
        expect(maximum(less)).toBeLessThanOrEqual(maximum(more))
      }),
    )
  })
})

describe('what is due', () => {
  it('is five euros for each point that the voucher does not cover (PAY-1)', () => {
    expect(dueCents(5, 3)).toBe(1000)
    expect(euros(dueCents(5, 3))).toBe('10.00')
    expect(euros(dueCents(6, 3))).toBe('15.00')
  })

  it('is nothing when the voucher covers the order, to the last point (PAY-1)', () => {
    expect(dueCents(3, 3)).toBe(0)
    expect(dueCents(2, 3)).toBe(0)
    expect(dueCents(0, 0)).toBe(0)
  })

  it('pays every order in full, by voucher and card together (PAY-1)', () => {
    fc.assert(
      fc.property(points, points, (order, available) => {
        expect(pointsPaid(order, available) + shortfallPoints(order, available)).toBe(order)
        expect(pointsPaid(order, available)).toBeLessThanOrEqual(available)
        expect(dueCents(order, available)).toBe(shortfallPoints(order, available) * 500)
      }),
    )
  })
})

describe('what an order leaves (B5, B13)', () => {
  it.each([
    ['nothing of it chosen', 0, 20, 24, { kind: 'left', points: 20 }],
    ['less than the voucher', 17, 20, 24, { kind: 'left', points: 3 }],
    ['all of the voucher', 20, 20, 24, { kind: 'left', points: 0 }],
    ['a point more', 21, 20, 24, { kind: 'due', points: 1, cents: 500 }],
    ['all that may be ordered', 24, 20, 24, { kind: 'due', points: 4, cents: 2000 }],
    ['a point above that', 25, 20, 24, { kind: 'over', points: 1 }],
    ['more than the voucher where it is the limit', 22, 20, 20, { kind: 'over', points: 2 }],
  ] as const)('%s', (_, order, available, limit, told) => {
    expect(settlement(order, available, limit)).toEqual(told)
  })
})

describe('an amount in writing', () => {
  it.each([
    [0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [1500, '15.00'],
    [123_456, '1234.56'],
    [-1500, '-15.00'],
  ])('writes %i cents as %s (PAY-1)', (cents, text) => {
    expect(euros(cents)).toBe(text)
  })

  it('refuses half a cent (PAY-1)', () => {
    expect(() => euros(0.5)).toThrow('not a whole number of cents: 0.5')
    expect(() => euros(Number.NaN)).toThrow(RangeError)
  })

  it('is read back as the same amount (PAY-1)', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999), (cents) => {
        expect(centsFromEuros(euros(cents))).toBe(cents)
      }),
    )
  })

  it.each(['15', '15.0', '15,00', '15.000', ' 15.00', '15.00\n', '-15.00', '+15.00', '1e3.00', ''])(
    'is not read from %j (PAY-1)',
    (text) => {
      expect(centsFromEuros(text)).toBeUndefined()
    },
  )

  it('is not read above seven digits, nor from digits of another script (PAY-1)', () => {
    expect(centsFromEuros('9999999.99')).toBe(999_999_999)
    expect(centsFromEuros('10000000.00')).toBeUndefined()
    expect(centsFromEuros('١٥.٠٠')).toBeUndefined()
  })
})

describe('the points left after adding', () => {
  const cart = { available: 20, orderPoints: 8, pickedPoints: 0, maximum: 24 }

  it('are the voucher less the order less the picked gift (BASKET-2)', () => {
    expect(remainingPoints(cart)).toBe(12)
    expect(remainingPoints({ ...cart, pickedPoints: 5 })).toBe(7)
  })

  it('are 0 from the maximum on, whatever the voucher still holds (BASKET-2)', () => {
    expect(remainingPoints({ ...cart, orderPoints: 24 })).toBe(0)
    expect(remainingPoints({ ...cart, orderPoints: 8, maximum: 8 })).toBe(0)
  })

  it('are never fewer than none (BASKET-2)', () => {
    fc.assert(
      fc.property(
        points,
        points,
        points,
        points,
        (available, orderPoints, pickedPoints, maximum) => {
          const left = remainingPoints({ available, orderPoints, pickedPoints, maximum })
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left).toBeLessThanOrEqual(available)
        },
      ),
    )
  })
})
