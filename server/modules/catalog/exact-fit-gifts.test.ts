import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

async function fitsOf(holder: TestHolder, language?: string) {
  const { response } = await holder.done('exactFit', language ? { language } : {})
  const groups = [response.singles.map((gift) => [gift]), response.pairs, response.triples].flat()
  return { ...response, groups }
}
const namesIn = (gifts: { name: string }[]) => gifts.map(({ name }) => name)

describe('exact fit', () => {
  it('offers gifts, pairs and triples for exactly the points left (CART-4)', async () => {
    const gift = await shop.gift({ points: 9 })
    const holder = await shop.holder({ points: 14 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })

    const fits = await fitsOf(holder)
    expect(fits.points_left).toBe(5)
    expect(fits.singles.length).toBeGreaterThan(0)
    expect(fits.singles.length).toBeLessThanOrEqual(12)
    expect(fits.pairs).toHaveLength(6)
    expect(fits.triples).toHaveLength(4)
    for (const gifts of fits.groups) {
      expect(gifts.reduce((sum, { points }) => sum + points, 0)).toBe(5)
    }
    expect(await fitsOf(holder)).toEqual(fits)

    for (const { spli_id } of fits.triples[0] ?? []) {
      await holder.done('changeCart', { spli_id, quantity: 1 })
    }
    expect((await holder.done('readCart', {})).response.totals).toMatchObject({
      order_total_points: 14,
      amount_due: '0.00',
    })
    expect(await fitsOf(holder)).toMatchObject({ points_left: 0, groups: [] })
  })

  it('offers combinations that satisfy rule A (CART-4)', async () => {
    const holder = await shop.holder({ channel: '2002', points: 7 })
    const gift = await shop.gift({ channel: '2002', points: 4 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    const { pairs } = await fitsOf(holder)
    for (const { spli_id } of pairs[0] ?? []) {
      await holder.done('changeCart', { spli_id, quantity: 1 })
    }
    expect((await holder.done('readCart', {})).response.problems).toEqual([])
  })

  it('is empty for a cart above its points, and if no gift is cheap enough', async () => {
    const gift = await shop.gift({ points: 7 })
    const holder = await shop.holder({ points: 6 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    expect(await fitsOf(holder)).toEqual({
      points_left: 0,
      singles: [],
      pairs: [],
      triples: [],
      groups: [],
    })
    const rich = await shop.holder({ points: 100_000 })
    expect(await fitsOf(rich)).toMatchObject({ points_left: 100_000, groups: [] })
  })

  it('leaves out a gift as soon as it is sold out (CART-4)', async () => {
    const last = await shop.gift({ points: 61, inStock: 1 })
    const holder = await shop.holder({ points: 61 })
    expect((await fitsOf(holder)).singles.map(({ spli_id }) => spli_id)).toEqual([last.spliId])
    await sampleOrder(shop, { gifts: [last] })
    await shop.shop.changeEvents.poll()
    await expect.poll(async () => (await fitsOf(holder)).singles).toEqual([])
  })

  it('never uses two units of a stock level that may hold only one (CART-4)', async () => {
    const name = 'Zeldzaam'
    const [few, many] = [
      await shop.gift({ points: 71, inStock: 3, name }),
      await shop.gift({ points: 73, inStock: 30, name }),
    ]
    const twice = async ({ points }: { points: number }) =>
      (await fitsOf(await shop.holder({ points: 2 * points }))).pairs.map(namesIn)
    expect(await twice(few)).toEqual([])
    expect(await twice(many)).toEqual([[name, name]])
  })

  it('counts units that are in the cart already, and offers those gifts last (CART-4)', async () => {
    const gift = await shop.gift({ points: 83, inStock: 1 })
    const other = await shop.gift({ points: 83, inStock: 9 })
    const holder = await shop.holder({ points: 166 })
    const [again, taken] = [other, gift]
    await holder.done('changeCart', { spli_id: taken.spliId, quantity: 1 })
    expect((await fitsOf(holder)).singles.map(({ spli_id }) => spli_id)).toEqual([again.spliId])
    await holder.done('changeCart', { spli_id: taken.spliId, quantity: 0 })
    await holder.done('changeCart', { spli_id: again.spliId, quantity: 1 })
    expect((await fitsOf(holder)).singles.map(({ spli_id }) => spli_id)).toEqual([
      taken.spliId,
      again.spliId,
    ])
  })

  it('uses the requested language, and marks texts in another one', async () => {
    const holder = await shop.holder({ points: 2 })
    const dutch = await fitsOf(holder, 'nl')
    const english = await fitsOf(holder, 'en')
    expect(namesIn(english.singles)).not.toEqual(namesIn(dutch.singles))
    await shop.gift({ points: 97, name: 'Alleen Nederlands' })
    const { singles } = await fitsOf(await shop.holder({ points: 97 }), 'en')
    expect(singles).toMatchObject([{ name: 'Alleen Nederlands', lang: 'nl' }])
  })
})
