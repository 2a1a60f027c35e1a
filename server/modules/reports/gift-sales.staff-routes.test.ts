import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

const salesOf = async (who: StaffClient, sku: string, weeks = 12) =>
  (
    await jsonOf<StaffResponse<'giftSales'>>(
      await who.request('GET', `/backoffice/api/gifts/${sku}/sales?weeks=${weeks}`),
    )
  ).weeks

it('returns the units sold of a gift in each of twelve weeks, and its stock at the end of each week (PRODUCT-3)', async () => {
  const vase = await shop.gift({ points: 2, inStock: 20 })
  await sampleOrder(shop, { gifts: [vase], quantity: 3 })
  await owner.request('POST', `/backoffice/api/stock/${vase.sku}/corrections`, {
    from: 17,
    on_hand: 12,
    reason: 'damaged',
  })
  const weeks = await salesOf(owner, vase.sku)
  const today = dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
  expect(weeks).toHaveLength(12)
  expect(weeks.at(-1)).toEqual({ from: addDays(today, -6), to: today, sold: 3, stock: 12 })
  // In the week before, the stock was not counted yet.
  expect(weeks.at(-2)).toEqual({
    from: addDays(today, -13),
    to: addDays(today, -7),
    sold: 0,
    stock: null,
  })

  // Eight days later both are in the week before, and the newest week is empty.
  shop.clock.advance(8 * 24 * 3_600_000)
  await owner.signIn()
  const [before, newest] = (await salesOf(owner, vase.sku)).slice(-2)
  expect(before).toMatchObject({ sold: 3, stock: 12 })
  expect(newest).toMatchObject({ to: addDays(today, 8), sold: 0, stock: 12 })

  // After a gift has sold out, its stock is 0 and not unknown.
  await owner.request('POST', `/backoffice/api/stock/${vase.sku}/corrections`, {
    from: 12,
    on_hand: 0,
    reason: 'damaged',
  })
  shop.clock.advance(8 * 24 * 3_600_000)
  await owner.signIn()
  expect((await salesOf(owner, vase.sku)).map(({ stock }) => stock).slice(-4)).toEqual([
    null,
    12,
    0,
    0,
  ])
})

it('counts orders of the colleague’s channels, and returns no stock for a gift without a stock level (PRODUCT-3)', async () => {
  const digital = await shop.gift({ points: 1 })
  await sampleOrder(shop, { gifts: [digital] })
  const elsewhere = await staffClient(shop, 'merchandiser', ['2001'])
  await elsewhere.signIn()
  expect((await salesOf(owner, digital.sku)).at(-1)).toMatchObject({ sold: 1, stock: null })
  expect((await salesOf(elsewhere, digital.sku)).at(-1)).toMatchObject({ sold: 0, stock: null })
  expect((await owner.request('GET', '/backoffice/api/gifts/no-such-gift/sales')).status).toBe(404)
})
