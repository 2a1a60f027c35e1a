import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  cartProblems,
  DEFAULT_RULE_C_CHANNEL,
  orderLimit,
  orderPoints,
  priceTag,
  type RuleCart,
  type RuleChannel,
  type RuleLine,
} from './cart-rules.ts'
import { dueCents, maximumPoints } from '#domain/vouchers/points.ts'

const mug: RuleLine = {
  spliId: 'mug',
  points: 5,
  quantity: 1,
  pointsWhenAdded: 5,
  offered: true,
  inStock: null,
  delivery: 'monta',
}
const line = (more: Partial<RuleLine>): RuleLine => ({
  ...mug,
  ...more,
  pointsWhenAdded: more.pointsWhenAdded ?? more.points ?? mug.points,
})
const channel = (more: Partial<RuleChannel> = {}): RuleChannel => ({
  id: '3000',
  canBuyPoints: true,
  continueShipping: true,
  ...more,
})
const cart = (more: Partial<RuleCart>): RuleCart => ({
  lines: [mug],
  available: 20,
  channel: channel(),
  ruleCChannel: DEFAULT_RULE_C_CHANNEL,
  ...more,
})
const order = (points: number) => [line({ points })]
const codes = (more: Partial<RuleCart>) => cartProblems(cart(more)).map(({ code }) => code)

const anyChannel: fc.Arbitrary<RuleChannel> = fc.record({
  id: fc.constantFrom('1014', '3000'),
  canBuyPoints: fc.boolean(),
  continueShipping: fc.boolean(),
})
const anyLine: fc.Arbitrary<RuleLine> = fc.record({
  spliId: fc.constantFrom('mug', 'vase', 'lamp'),
  points: fc.nat(12),
  quantity: fc.nat(4),
  pointsWhenAdded: fc.nat(12),
  offered: fc.boolean(),
  inStock: fc.option(fc.nat(6)),
  delivery: fc.constantFrom('digital', 'monta', 'dropship'),
})
const anyCart: fc.Arbitrary<RuleCart> = fc.record({
  lines: fc.array(anyLine, { maxLength: 5 }),
  available: fc.nat(30),
  channel: anyChannel,
  ruleCChannel: fc.constantFrom('1014', '9999'),
})

describe('order points', () => {
  it('are quantity times points over all lines, free gifts included (CART-3)', () => {
    expect(orderPoints([])).toBe(0)
    expect(orderPoints([line({ points: 3, quantity: 4 }), line({ points: 0 }), mug])).toBe(17)
  })

  it('include a line that is no longer offered, because the cart shows that sum (CART-3)', () => {
    expect(orderPoints([line({ points: 7, offered: false })])).toBe(7)
  })
})

describe('a cart without a problem', () => {
  it('reports no problem (CART-4)', () => {
    expect(cartProblems(cart({}))).toEqual([])
    expect(codes({ lines: order(20) })).toEqual([])
    expect(codes({ lines: order(24) })).toEqual([])
  })

  it('can contain only free gifts (CART-4)', () => {
    expect(codes({ lines: order(0) })).toEqual([])
    expect(codes({ lines: order(0), available: 0 })).toEqual([])
  })
})

describe('rule A', () => {
  const all = channel({ continueShipping: false })

  it('requires all points to be used and returns how many are left (CART-4)', () => {
    expect(cartProblems(cart({ channel: all, lines: order(17) }))).toEqual([
      { code: 'use-all-points', message: 'messageUseAllPoints', points: 3 },
    ])
  })

  it('applies whether or not points can be bought (CART-4)', () => {
    const cannot = channel({ continueShipping: false, canBuyPoints: false })
    expect(codes({ channel: cannot, lines: order(17) })).toEqual(['use-all-points'])
  })

  it('accepts an order that uses exactly the points of the voucher, or more (CART-4)', () => {
    expect(codes({ channel: all, lines: order(20) })).toEqual([])
    expect(codes({ channel: all, lines: order(21) })).toEqual([])
  })

  it('does not apply if the channel allows unused points (CART-4)', () => {
    expect(codes({ lines: order(1) })).toEqual([])
  })

  it('does not apply to a voucher without points (CART-4)', () => {
    expect(codes({ channel: all, available: 0, lines: order(0) })).toEqual([])
  })
})

describe('rule B', () => {
  const cannot = channel({ canBuyPoints: false })

  it('limits an order to the points of the voucher and returns the excess (CART-4)', () => {
    expect(codes({ channel: cannot, lines: order(20) })).toEqual([])
    expect(cartProblems(cart({ channel: cannot, lines: order(23) }))).toEqual([
      { code: 'points-limit-exceeded', message: 'messagePointsLimitExceeded', points: 3 },
    ])
  })

  it('allows only free gifts for a voucher without points (CART-4)', () => {
    expect(codes({ channel: cannot, available: 0, lines: order(0) })).toEqual([])
    expect(codes({ channel: cannot, available: 0, lines: order(1) })).toEqual([
      'points-limit-exceeded',
    ])
  })
})

describe('rule C', () => {
  const main = channel({ id: '1014' })

  it('limits orders in its channel to two points above the voucher (CART-4)', () => {
    expect(codes({ channel: main, lines: order(22) })).toEqual([])
    expect(cartProblems(cart({ channel: main, lines: order(23) }))).toEqual([
      { code: 'points-limit-exceeded', message: 'messagePointsLimitExceeded', points: 1 },
    ])
  })

  it('applies to the channel that the environment sets (CART-4)', () => {
    expect(codes({ channel: main, ruleCChannel: '3000', lines: order(24) })).toEqual([])
    expect(codes({ ruleCChannel: '3000', lines: order(23) })).toEqual(['points-limit-exceeded'])
  })

  it('allows no extra points if the channel sells none (CART-4)', () => {
    const cannot = channel({ id: '1014', canBuyPoints: false })
    expect(codes({ channel: cannot, lines: order(21) })).toEqual(['points-limit-exceeded'])
  })
})

describe('the limit of every channel', () => {
  it('is the maximum if no rule is stricter (LIST-9)', () => {
    expect(codes({ lines: order(24) })).toEqual([])
    expect(codes({ lines: order(25) })).toEqual(['points-limit-exceeded'])
    expect(codes({ available: 4, lines: order(7) })).toEqual(['points-limit-exceeded'])
  })

  it('refuses orders above the maximum, the voucher or rule C (CART-4)', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const points = orderPoints(cart.lines)
        const { available, channel, ruleCChannel } = cart
        const over =
          points > maximumPoints({ available, canBuyPoints: channel.canBuyPoints }) ||
          (!channel.canBuyPoints && points > available) ||
          (channel.id === ruleCChannel && points > available + 2)
        const found = cartProblems(cart).some(({ code }) => code === 'points-limit-exceeded')
        expect(found).toBe(over)
      }),
    )
  })

  it('is never below the points of the voucher (CART-4)', () => {
    fc.assert(
      fc.property(fc.nat(100), anyChannel, (available, channel) => {
        expect(orderLimit(available, channel, '1014')).toBeGreaterThanOrEqual(available)
      }),
    )
  })
})

describe('an empty cart', () => {
  it('is reported as a problem (CART-4)', () => {
    expect(cartProblems(cart({ lines: [] }))).toEqual([
      { code: 'cart-empty', message: 'messageCartEmpty' },
    ])
  })

  it('also reports unused points if all must be used (CART-4)', () => {
    const all = channel({ continueShipping: false })
    expect(codes({ lines: [], channel: all })).toEqual(['cart-empty', 'use-all-points'])
  })

  it('is a cart whose lines all have quantity 0 (BASKET-3)', () => {
    expect(codes({ lines: [line({ quantity: 0, inStock: 0 })] })).toEqual(['cart-empty'])
  })
})

describe('stock', () => {
  it('distinguishes sold out from not enough stock (CART-4)', () => {
    expect(cartProblems(cart({ lines: [line({ inStock: 0 })] }))).toEqual([
      { code: 'sold-out', message: 'messageSoldOut', spliId: 'mug', available: 0 },
    ])
    expect(cartProblems(cart({ lines: [line({ quantity: 3, inStock: 2 })] }))).toEqual([
      { code: 'not-enough-stock', message: 'messageNotEnoughStock', spliId: 'mug', available: 2 },
    ])
  })

  it('can be used up to the last unit (CART-4)', () => {
    expect(codes({ lines: [line({ quantity: 2, inStock: 2 })] })).toEqual([])
  })

  it('is counted over all lines of a gift and reported once (CART-4)', () => {
    const lines = [line({ quantity: 2, inStock: 3 }), line({ quantity: 2, inStock: 3 })]
    expect(codes({ lines })).toEqual(['not-enough-stock'])
    expect(codes({ lines: [lines[0] ?? mug, line({ spliId: 'vase', inStock: 3 })] })).toEqual([])
  })

  it('is the lowest that any line of the gift reports (B42, CART-4)', () => {
    const [unknown, known] = [line({ inStock: null }), line({ quantity: 2, inStock: 2 })]
    for (const lines of [
      [unknown, known],
      [known, unknown],
    ]) {
      expect(cartProblems(cart({ lines }))).toMatchObject([
        { code: 'not-enough-stock', spliId: 'mug', available: 2 },
      ])
    }
    const none = line({ inStock: 0 })
    expect(codes({ lines: [unknown, none] })).toEqual(['sold-out'])
  })

  it('is sold out if negative, and never sold out if unlimited (CART-4)', () => {
    expect(cartProblems(cart({ lines: [line({ inStock: -2 })] }))).toMatchObject([
      { code: 'sold-out', available: 0 },
    ])
    expect(codes({ lines: [line({ points: 0, quantity: 999 })] })).toEqual([])
  })

  it('is sufficient for every cart without a stock problem (CART-4)', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const problems = cartProblems(cart)
        const lines = cart.lines.filter(({ quantity }) => quantity > 0)
        for (const { spliId, inStock } of lines) {
          const wanted = lines
            .filter((line) => line.spliId === spliId)
            .reduce((sum, line) => sum + line.quantity, 0)
          const short = wanted > (inStock ?? Infinity)
          expect(!short || problems.some((problem) => problem.spliId === spliId)).toBe(true)
        }
      }),
    )
  })
})

describe('a gift that changed since it was added', () => {
  it('is reported only as no longer offered, if it is (CART-4)', () => {
    const gone = line({ offered: false, inStock: 0, pointsWhenAdded: 1 })
    expect(cartProblems(cart({ lines: [gone] }))).toEqual([
      { code: 'no-longer-offered', message: 'messageNoLongerOffered', spliId: 'mug' },
    ])
  })

  it('is reported once if any of its lines has the problem (B42, CART-4)', () => {
    for (const changed of [line({ offered: false }), line({ points: 5, pointsWhenAdded: 6 })]) {
      const code = changed.offered ? 'points-changed' : 'no-longer-offered'
      expect(codes({ lines: [mug, changed] })).toEqual([code])
      expect(codes({ lines: [changed, mug] })).toEqual([code])
    }
  })

  it('cannot be ordered at another price until the holder accepts it (CART-4)', () => {
    const dearer = line({ points: 6, pointsWhenAdded: 5 })
    expect(cartProblems(cart({ lines: [dearer] }))).toEqual([
      { code: 'points-changed', message: 'messagePointsChanged', spliId: 'mug' },
    ])
    expect(codes({ lines: [line({ points: 4, pointsWhenAdded: 5 })] })).toEqual(['points-changed'])
    expect(codes({ lines: [{ ...dearer, pointsWhenAdded: 6 }] })).toEqual([])
  })

  it('is reported together with a points problem (CART-4)', () => {
    const lines = [line({ points: 30, quantity: 2, inStock: 1, pointsWhenAdded: 29 })]
    expect(codes({ lines })).toEqual([
      'not-enough-stock',
      'points-changed',
      'points-limit-exceeded',
    ])
  })

  it('is never reported twice for the same reason (CART-4)', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const keys = cartProblems(cart).map(({ code, spliId }) => `${code} ${spliId}`)
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })
})

describe('the price tag', () => {
  const tag = (giftPoints: number, orderPoints: number, more: Partial<RuleCart> = {}) => {
    const { available, channel, ruleCChannel } = cart(more)
    const limit = orderLimit(available, channel, ruleCChannel)
    return priceTag({ giftPoints, orderPoints, available, limit })
  }

  it('returns how many points are left (CART-4)', () => {
    expect(tag(5, 13)).toEqual({ kind: 'fits', left: 2 })
    expect(tag(7, 13)).toEqual({ kind: 'fits', left: 0 })
    expect(tag(0, 20)).toEqual({ kind: 'fits', left: 0 })
    expect(tag(0, 22)).toEqual({ kind: 'fits', left: 0 })
  })

  it('returns what the gift adds to the card payment (CART-4)', () => {
    expect(tag(9, 13)).toEqual({ kind: 'fits-with-euros', cents: 1000 })
    expect(tag(1, 21)).toEqual({ kind: 'fits-with-euros', cents: 500 })
  })

  it('returns how many points are missing if the cart would exceed its limit (CART-4)', () => {
    expect(tag(14, 13)).toEqual({ kind: 'above-limit', short: 7 })
    expect(tag(10, 13, { channel: channel({ id: '1014' }) })).toEqual({
      kind: 'above-limit',
      short: 3,
    })
    expect(tag(1, 20, { channel: channel({ canBuyPoints: false }) })).toEqual({
      kind: 'above-limit',
      short: 1,
    })
  })

  it('agrees with the cart after the gift was added (CART-4)', () => {
    fc.assert(
      fc.property(anyCart, fc.oneof(fc.constant(0), fc.nat(15)), ({ lines, ...rules }, points) => {
        const { available, channel, ruleCChannel } = rules
        const tag = priceTag({
          giftPoints: points,
          orderPoints: orderPoints(lines),
          available,
          limit: orderLimit(available, channel, ruleCChannel),
        })
        const after = [...lines, line({ spliId: 'new', points })]
        const problems = cartProblems({ ...rules, lines: after })
        const over = problems.find(({ code }) => code === 'points-limit-exceeded')
        const left = problems.find(({ code }) => code === 'use-all-points')
        const cents = dueCents(orderPoints(after), rules.available)

        expect(tag.kind === 'above-limit').toBe(over !== undefined)
        if (tag.kind === 'above-limit') expect(tag.short).toBe(orderPoints(after) - available)
        if (tag.kind === 'fits-with-euros') {
          expect(tag.cents).toBe(cents - dueCents(orderPoints(lines), available))
        }
        if (tag.kind === 'fits') {
          expect(cents).toBe(dueCents(orderPoints(lines), available))
          expect(tag.left).toBe(Math.max(0, available - orderPoints(after)))
          const mustBeUsed = !rules.channel.continueShipping && tag.left > 0
          expect(left?.points).toBe(mustBeUsed ? tag.left : undefined)
        }
      }),
    )
  })
})

describe('an expired voucher', () => {
  it('is reported instead of any points problem (SAFE-15, B2)', () => {
    const all = channel({ continueShipping: false })
    expect(codes({ hasExpired: true, channel: all, lines: order(17) })).toEqual(['voucher-expired'])
    expect(codes({ hasExpired: true, lines: order(90) })).toEqual(['voucher-expired'])
    expect(codes({ hasExpired: true, lines: [line({ inStock: 0 })] })).toEqual([
      'voucher-expired',
      'sold-out',
    ])
    expect(codes({ hasExpired: false, lines: order(17) })).toEqual([])
  })
})
