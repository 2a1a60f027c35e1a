import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { exactFits, type FitGift } from './exact-fit.ts'

const gift = (id: string, points: number, most?: number): FitGift =>
  most === undefined ? { id, points } : { id, points, most }

const stock = fc
  .array(fc.record({ points: fc.nat(7), most: fc.nat(3) }), { maxLength: 8 })
  .map((gifts) => gifts.map(({ points, most }, at) => gift(`g${at}`, points, most)))

/** Every gift, pair and triple that costs the target, found by trying them all. */
function bruteForce(gifts: FitGift[], target: number): string[][] {
  const paid = gifts.filter(({ points }) => points > 0)
  const addOneGift = (lists: FitGift[][]) =>
    lists.flatMap((list) =>
      paid
        .filter(
          (gift) => paid.indexOf(gift) >= Math.max(...list.map((gift) => paid.indexOf(gift)), 0),
        )
        .map((gift) => list.concat(gift)),
    )
  const singles = addOneGift([[]])
  const pairs = addOneGift(singles)
  return [...singles, ...pairs, ...addOneGift(pairs)]
    .filter((list) => list.reduce((sum, { points }) => sum + points, 0) === target)
    .filter((list) =>
      list.every((gift) => list.filter((other) => other === gift).length <= (gift.most ?? 1)),
    )
    .map((list) => list.map(({ id }) => id))
}

describe('exact fit', () => {
  it('finds the gifts, pairs and triples that use the points up (CART-4)', () => {
    const gifts = [
      gift('card', 1),
      gift('mug', 2),
      gift('soap', 1),
      gift('vase', 3),
      gift('pen', 1),
    ]
    expect(exactFits(gifts, 3)).toEqual([
      ['vase'],
      ['card', 'mug'],
      ['mug', 'soap'],
      ['mug', 'pen'],
      ['card', 'soap', 'pen'],
    ])
  })

  it('finds nothing where nothing fits (CART-4)', () => {
    expect(exactFits([gift('mug', 2)], 3)).toEqual([])
    expect(exactFits([], 3)).toEqual([])
    expect(exactFits([gift('mug', 2)], 0)).toEqual([])
    expect(exactFits([gift('mug', 2)], -2)).toEqual([])
  })

  it('does not fill a gap with what is free (CART-4)', () => {
    expect(exactFits([gift('flyer', 0), gift('mug', 2)], 2)).toEqual([['mug']])
  })

  it('takes a gift twice only when the stock allows it (CART-4)', () => {
    expect(exactFits([gift('mug', 2)], 4)).toEqual([])
    expect(exactFits([gift('mug', 2, 2)], 4)).toEqual([['mug', 'mug']])
    expect(exactFits([gift('mug', 2, 2)], 6)).toEqual([])
    expect(exactFits([gift('mug', 2, 3)], 6)).toEqual([['mug', 'mug', 'mug']])
    expect(exactFits([gift('mug', 2, 0)], 2)).toEqual([])
  })

  it('shows different gifts before the same one again (CART-4)', () => {
    const gifts = 'abcdef'.split('').map((id) => gift(id, 2, 9))
    expect(exactFits(gifts, 4, { limit: 3 })).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ])
    const pairs = exactFits([gift('x', 1), ...gifts], 3, { limit: 3 })
    expect(pairs).toEqual([
      ['x', 'a'],
      ['x', 'b'],
      ['x', 'c'],
    ])
  })

  it('shows a gift at another price before one that was shown already (CART-4)', () => {
    const gifts = [gift('one', 1), gift('three', 3), gift('III', 3), gift('two', 2), gift('II', 2)]
    expect(exactFits(gifts, 4, { limit: 1 })).toEqual([['one', 'three']])
    expect(exactFits(gifts, 4, { limit: 2 })).toEqual([
      ['one', 'three'],
      ['two', 'II'],
    ])
    const twice = [gift('two', 2, 2), gift('one', 1), gift('three', 3)]
    expect(exactFits(twice, 4, { limit: 1 })).toEqual([['one', 'three']])
  })

  it('lets a gift step back at every price that it is part of (CART-4)', () => {
    const gifts = [gift('one', 1), gift('two', 2), gift('three', 3)]
    const more = [gift('I', 1), gift('i', 1), gift('four', 4)]
    expect(exactFits([...gifts, ...more], 6, { limit: [0, 0, 2] })).toEqual([
      ['one', 'two', 'three'],
      ['I', 'i', 'four'],
    ])
  })

  it('begins with the best placed again once all were shown (CART-4)', () => {
    const gifts = [gift('one', 1), gift('I', 1), gift('a', 3), gift('b', 3), gift('c', 3)]
    expect(exactFits(gifts, 4, { limit: [0, 4, 0] })).toEqual([
      ['one', 'a'],
      ['one', 'c'],
      ['I', 'a'],
      ['I', 'b'],
    ])
  })

  it('is not crowded out by what is sold out (CART-4)', () => {
    const soldOut = 'abcdef'.split('').map((id) => gift(id, 2, 0))
    expect(exactFits([...soldOut, gift('mug', 2)], 2, { limit: 1 })).toEqual([['mug']])
  })

  it('lets the recommended gifts come first (CART-4)', () => {
    const gifts = [gift('z', 2), gift('y', 1), gift('b', 1), gift('a', 2)]
    expect(exactFits(gifts, 3, { limit: 1 })).toEqual([['z', 'y']])
    expect(exactFits(gifts, 2, { limit: 2 })).toEqual([['z'], ['y', 'b']])
  })

  it('shares its places among gifts, pairs and triples (CART-4)', () => {
    const gifts = Array.from({ length: 60 }, (_, at) => gift(`g${at}`, (at % 3) + 1))
    const sizes = exactFits(gifts, 3, { limit: 7 }).map((ids) => ids.length)
    expect(sizes).toEqual([1, 1, 1, 2, 2, 3, 3])
    expect(exactFits(gifts, 3, { limit: 0 })).toEqual([])
  })

  it('gives gifts, pairs and triples each a limit of its own where asked to (CART-4)', () => {
    const gifts = Array.from({ length: 60 }, (_, at) => gift(`g${at}`, (at % 3) + 1))
    const sizes = exactFits(gifts, 3, { limit: [3, 1, 2] }).map((ids) => ids.length)
    expect(sizes).toEqual([1, 1, 1, 2, 3, 3])
    expect(exactFits([gift('a', 1), gift('b', 2)], 3, { limit: [3, 0, 2] })).toEqual([])
  })

  it('only ever answers what sums to the target, is in stock and is new (CART-4)', () => {
    fc.assert(
      fc.property(stock, fc.integer({ min: 1, max: 18 }), fc.nat(9), (gifts, target, limit) => {
        const answers = exactFits(gifts, target, { limit })
        const byId = new Map(gifts.map((gift) => [gift.id, gift]))
        expect(answers.length).toBeLessThanOrEqual(limit)
        expect(new Set(answers.map((ids) => ids.join())).size).toBe(answers.length)
        for (const ids of answers) {
          expect(ids.reduce((sum, id) => sum + (byId.get(id)?.points ?? 0), 0)).toBe(target)
          for (const id of ids) {
            const taken = ids.filter((other) => other === id).length
            expect(taken).toBeLessThanOrEqual(byId.get(id)?.most ?? 1)
          }
        }
      }),
    )
  })

  it('finds all there is when there is room for it, in the given order (CART-4)', () => {
    fc.assert(
      fc.property(stock, fc.integer({ min: 1, max: 18 }), (gifts, target) => {
        expect(exactFits(gifts, target, { limit: 500 })).toEqual(bruteForce(gifts, target))
      }),
    )
  })

  it('finds something whenever there is something (CART-4)', () => {
    fc.assert(
      fc.property(stock, fc.integer({ min: 1, max: 18 }), (gifts, target) => {
        const isPossible = bruteForce(gifts, target).length > 0
        expect(exactFits(gifts, target, { limit: 1 }).length > 0).toBe(isPossible)
      }),
    )
  })

  it('is instant for 5,000 gifts, found or not (CART-4)', () => {
    const giftsWithPoints = (points: (index: number) => number) =>
      Array.from({ length: 5000 }, (_, at) => gift(`g${at}`, points(at)))
    const mixed = giftsWithPoints((at) => 1 + ((at * 7919) % 40))
    const even = giftsWithPoints((at) => 2 * (1 + ((at * 7919) % 50)))
    // Processor time, so that a busy machine does not fail the test.
    const fastestRun = (run: () => unknown) => {
      const times = Array.from({ length: 8 }, () => {
        const start = process.cpuUsage()
        run()
        const { user, system } = process.cpuUsage(start)
        return (user + system) / 1000
      })
      return Math.min(...times)
    }
    expect(fastestRun(() => exactFits(mixed, 3))).toBeLessThan(50)
    expect(fastestRun(() => exactFits(mixed, 100))).toBeLessThan(50)
    expect(fastestRun(() => exactFits(even, 99))).toBeLessThan(50)
  })
})
