import { describe, expect, it } from 'vitest'

import { GiftIndex } from '#server/modules/catalog/search/gift-index.ts'
import { GiftSearch, SearchSource } from '#server/modules/catalog/search/gift-search.ts'
import type { SearchedGift } from '#server/modules/catalog/search/searched-index.ts'
import { GiftView } from '#server/modules/catalog/search/search-result-filter.ts'
import { readDemoWorld } from '#server/testing/demo/demo-queries.ts'
import { createSliceYield } from '#server/platform/jobs/yield-to-event-loop.ts'

const world = readDemoWorld()
const gifts = world.gifts('nl')
const words = world.synonymsFor('nl')
const index = GiftIndex.build('nl', gifts, words)
const backoffice = new SearchSource(index)
const sold = (isSold: (gift: SearchedGift) => boolean) =>
  new GiftSearch(
    new GiftView(
      index,
      [...gifts.keys()].filter((at) => gifts[at] && isSold(gifts[at])),
    ),
    backoffice,
  )

describe('a search index that channels share (A3)', () => {
  it('finds the same as a separate index on a channel that sells everything', () => {
    const all = sold(() => true)
    for (const text of ['lamp', 'regenjas', 'koffei', 'leren rugzak', 'zzzz', 'houten speelgoed'])
      expect(all.find(text)).toEqual(GiftSearch.of(index).find(text))
  })

  it('finds only gifts that the channel sells, and suggests only words of these gifts', () => {
    const lamps = GiftSearch.of(index).find('lamp').ids
    expect(lamps.length).toBeGreaterThan(2)
    const some = sold(({ id }) => id !== lamps[0])
    expect(some.find('lamp').ids).not.toContain(lamps[0])
    const bags = new Set(GiftSearch.of(index).find('rugzak', true).ids)
    expect(GiftSearch.of(index).find('rugzka', true).nearest).toContain('rugzak')
    const others = sold(({ id }) => !bags.has(id))
    expect(others.find('rugzka', true).nearest).not.toContain('rugzak')
  })

  it('sorts equally good matches like the channel', () => {
    const twins = ['x', 'y'].map((id) => ({
      ...(gifts[0] ?? { name: '', brand: '', tags: '', description: '', sustainable: false }),
      id,
      name: 'Zwartwitte tweeling',
      searchWords: [],
    }))
    const two = GiftIndex.build('nl', twins, words)
    const inOrder = (order: number[]) =>
      new GiftSearch(new GiftView(two, order), new SearchSource(two)).find('tweeling').ids
    expect(inOrder([0, 1])).toEqual(['x', 'y'])
    expect(inOrder([1, 0])).toEqual(['y', 'x'])
  })

  it('is built in slices, between which other requests are answered, with the same result', async () => {
    let turns = 0
    const ticking = setInterval(() => (turns += 1), 0)
    async function* batches() {
      for (let at = 0; at < gifts.length; at += 20) yield gifts.slice(at, at + 20)
    }
    const slowly = await GiftIndex.buildInSlices(
      'nl',
      { batches: batches(), words },
      createSliceYield(1),
    )
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(5)
    for (const text of ['lamp', 'koffei', 'leren rugzak'])
      expect(GiftSearch.of(slowly).find(text)).toEqual(GiftSearch.of(index).find(text))
  })
})
