import { describe, expect, it } from 'vitest'

import {
  isOfSeason,
  type RecommendedGift,
  recommendationScore,
  recommendedOrder,
  seasonOfDay,
  variedGifts,
} from './recommendation.ts'

const gift = (values: Partial<RecommendedGift> = {}): RecommendedGift => ({
  id: 'vase',
  points: 5,
  available: null,
  inSeason: false,
  isLate: false,
  ...values,
})
const defaults = { channelId: '1014', budget: 20, position: 0, count: 10 }
const score = (values: Partial<RecommendedGift>, other: Partial<typeof defaults> = {}) =>
  recommendationScore(gift(values), { ...defaults, ...other })

describe('the recommendation (PRODUCT-16)', () => {
  it('prefers a gift that uses most of the points', () => {
    expect(score({ points: 18 })).toBeGreaterThan(score({ points: 5 }))
    expect(score({ points: 18 }, { budget: 100 })).toBeLessThan(score({ points: 18 }))
    expect(score({ points: 21 })).toBeLessThan(score({ points: 2 }))
  })

  it('prefers gifts of the season', () => {
    expect(score({ inSeason: true }) - score({})).toBe(60)
    expect(seasonOfDay('2026-12-05')).toBe('holidays')
    expect(seasonOfDay('2027-01-01')).toBe('winter')
    expect(seasonOfDay('2027-06-30')).toBe('summer')
    expect(isOfSeason('candles-and-scent', 'holidays')).toBe(true)
    expect(isOfSeason('candles-and-scent', 'summer')).toBe(false)
    expect(isOfSeason('outdoor-living', 'summer')).toBe(true)
  })

  it('moves a gift that runs out back, and a sold-out gift to the end', () => {
    expect(score({ available: 6 })).toBe(score({ available: null }))
    expect(score({ available: 5 })).toBe(score({ available: 6 }) - 80)
    const best = { points: 20, inSeason: true, available: 0 }
    expect(score(best)).toBeLessThan(score({ points: 50, available: 1 }, { position: 9 }))
  })

  it('moves a gift that arrives after the occasion behind one that arrives in time', () => {
    const late = score({ inSeason: true, isLate: true }, { position: 0 })
    expect(late).toBeLessThan(score({}, { position: 9 }))
    expect(late).toBeGreaterThan(score({ available: 0 }, { position: 9 }))
  })

  it('differs by channel, and never by chance', () => {
    const ids = ['vase', 'coffee', 'mug', 'lamp', 'book', 'soap']
    const gifts = ids.map((id) => gift({ id }))
    const first = (channelId: string) => [...recommendedOrder(gifts, { channelId, budget: 20 })]
    expect(first('1014')).toEqual(first('1014'))
    expect(first('1014')).not.toEqual(first('2001'))
    expect(first('1014').toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('returns whole numbers', () => {
    for (const points of [1, 7, 13, 999]) {
      expect(Number.isInteger(score({ points }, { budget: 17, position: 3, count: 7 }))).toBe(true)
    }
    expect(Number.isInteger(score({}, { budget: 0, count: 0 }))).toBe(true)
  })

  it('sorts an empty and a single list', () => {
    expect(recommendedOrder([], { channelId: '1', budget: 1 })).toHaveLength(0)
    expect([...recommendedOrder([gift()], { channelId: '1', budget: 1 })]).toEqual([0])
  })

  it('orders by score, the order of the editors where scores are equal', () => {
    const gifts = [gift(), gift({ points: 20 }), gift({ points: 20, inSeason: true })]
    expect([...recommendedOrder(gifts, { channelId: '1', budget: 20 })]).toEqual([2, 1, 0])
    const alike = Array.from({ length: 300 }, () => gift())
    expect([...recommendedOrder(alike, { channelId: '1', budget: 20 })]).toEqual([...alike.keys()])
  })
})

describe('a varied choice', () => {
  const letters = (words: string, size: number) =>
    variedGifts(words.split(' '), { size, most: 2, groupOf: (word) => word.slice(0, 1) }).join(' ')

  it('has at most so many of a group', () => {
    expect(letters('a1 a2 a3 b1 b2 b3 c1', 5)).toBe('a1 a2 b1 b2 c1')
  })

  it('fills up with the next best where there is nothing else', () => {
    expect(letters('a1 a2 a3 a4 b1', 5)).toBe('a1 a2 b1 a3 a4')
  })
})
