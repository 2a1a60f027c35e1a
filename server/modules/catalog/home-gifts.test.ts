import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { dayAt } from '#domain/time/zone-days.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

const skusIn = async (holder: TestHolder) =>
  (await holder.done('products', {})).response.map(({ SCP }) => SCP)

/** The tags of a gift's category, by its card. */
const tagsOf = (cards: { breadcrumb: { product_tag_id: string }[] }[]) =>
  cards.map(({ breadcrumb }) => breadcrumb[0]?.product_tag_id ?? '')

async function holders() {
  return {
    rich: await shop.holder({ points: 40 }),
    poor: await shop.holder({ points: 6 }),
    elsewhere: await shop.holder({ channel: '2001', points: 40 }),
  }
}

describe('the recommended order (PRODUCT-16)', () => {
  it('depends on points and channel, and is the same for the same points', async () => {
    const { rich, poor, elsewhere } = await holders()
    const again = await shop.holder({ points: 40 })
    const affordable = new Set(await skusIn(poor))
    expect((await skusIn(rich)).filter((sku) => affordable.has(sku))).not.toEqual(
      await skusIn(poor),
    )
    expect(await skusIn(again)).toEqual(await skusIn(rich))
    const sold = new Set(await skusIn(elsewhere))
    const here = (await skusIn(rich)).filter((sku) => sold.has(sku))
    expect(here.length).toBeGreaterThan(3)
    expect((await skusIn(elsewhere)).filter((sku) => here.includes(sku))).not.toEqual(here)
  })

  it('puts a gift last as soon as it is sold out', async () => {
    const { rich } = await holders()
    const gift = await shop.gift({ points: 40, inStock: 9, name: 'Bijna op' })
    await shop.shop.changeEvents.poll()
    const listed = async () => {
      const { response, pagination } = await rich.done('products', {})
      const others = Array.from({ length: pagination.total_pages - 1 }, (_, at) =>
        rich.done('products', { page: String(at + 2) }),
      )
      return [...response, ...(await Promise.all(others)).flatMap((page) => page.response)]
    }
    const behind = async () => {
      const cards = await listed()
      return cards
        .slice(cards.findIndex(({ SCP }) => SCP === gift.sku) + 1)
        .filter(({ stock_availability }) => stock_availability === 'true').length
    }
    await expect.poll(async () => (await listed()).some(({ SCP }) => SCP === gift.sku)).toBe(true)
    expect(await behind()).toBeGreaterThan(0)
    await shop.sql`update stock set on_hand = reserved where sku = ${gift.sku}`
    await shop.shop.changeEvents.poll()
    await expect.poll(behind).toBe(0)
  })

  it('depends on the season', async () => {
    const { rich } = await holders()
    const before = await skusIn(rich)
    const zone = 'Europe/Amsterdam'
    const HALF_A_YEAR_MS = 182 * 86_400_000
    const month = () => Number(dayAt(shop.clock.now().getTime(), zone).slice(5, 7))
    const first = month()
    shop.clock.advance(HALF_A_YEAR_MS)
    expect(month()).not.toBe(first)
    const later = await shop.holder({ points: 40 })
    expect(await skusIn(later)).not.toEqual(before)
    shop.clock.advance(-HALF_A_YEAR_MS)
  })
})

describe('the gifts of the home page (PRODUCT-16)', () => {
  it('fit the points left, are in stock, varied, and shown once', async () => {
    const holder = await shop.holder({ points: 20 })
    for (const left of [20, 7]) {
      const { chosen, whole, digital } = (await holder.done('homeGifts', { left: String(left) }))
        .response
      const all = [...chosen, ...whole, ...digital]
      expect(chosen.length).toBe(left === 20 ? 8 : chosen.length)
      expect(new Set(all.map(({ SCP }) => SCP)).size).toBe(all.length)
      for (const { points, stock_availability } of all) {
        expect(points).toBeLessThanOrEqual(left)
        expect(stock_availability).toBe('true')
      }
      for (const { points } of whole) expect(points).toBeGreaterThan(left * 0.7)
      for (const gift of digital) expect(gift.delivery_condition).toBe('digital')
      if (left === 20) expect(new Set(tagsOf(chosen)).size).toBeGreaterThanOrEqual(4)
    }
  })

  it('never exceed the points of the voucher, whatever is requested', async () => {
    const holder = await shop.holder({ points: 5 })
    const { chosen } = (await holder.done('homeGifts', { left: '500' })).response
    expect(chosen.length).toBeGreaterThan(0)
    for (const { points } of chosen) expect(points).toBeLessThanOrEqual(5)
    expect((await holder.done('homeGifts', { left: '0' })).response).toEqual({
      chosen: [],
      whole: [],
      digital: [],
    })
  })
})
