import { afterAll, beforeAll, expect, it } from 'vitest'

import { dayAt, DEFAULT_ZONE } from '#domain/zone-days.ts'
import { beginNightlyCheck } from '#server/operations/nightly-check.ts'
import { deskGuest, type DeskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { releaseOrder } from '#server/orders/fulfilment-jobs.ts'
import { cardOrder } from '#server/testing/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: DeskGuest
beforeAll(async () => {
  shop = await testShop()
  service = await deskGuest(shop, 'service')
  await service.signIn()
})
afterAll(() => shop.stop())

type Money = {
  items: Record<string, unknown>[]
  differing: Record<string, unknown>[]
  vat: { bp: number; cents: number; vat_cents: number; cents_back: number; vat_back: number }[]
}
const today = () => dayAt(shop.clock.now().getTime(), DEFAULT_ZONE)
const money = async (day = today()) =>
  jsonOf<Money>(await service.ask('GET', `/desk/api/money?day=${day}`))

it('adds up a day to the cent, with the VAT that the orders say, and names a made difference next morning with its cause (DESK-36, DESK-31)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const orders = await Promise.all(
    Array.from({ length: 3 }, () => cardOrder(shop, { gift: vase, points: 2 })),
  )
  const [undone, credited, kept] = orders
  if (!undone || !credited || !kept) throw new Error('three were ordered')
  await undone.holder.done('cancelOrder', { order_number: undone.number })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${credited.number}`
  await releaseOrder(shop.shop, credited.number)
  const { id } = await jsonOf<{ id: string }>(
    await service.ask('POST', `/desk/api/orders/${credited.number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      reason: 'damaged',
    }),
  )
  await service.ask('POST', '/desk/api/credits', { proposal: id })
  await shop.shop.jobs.drain()
  await shop.sql`update refund set state = 'refunded', done_at = now() where state <> 'refunded'`

  const day = await money()
  expect(day.items).toEqual([
    {
      provider: 'sandbox',
      channel: '1014',
      paid: 3000,
      orders: 3000,
      stray: 0,
      refunded: 2000,
      charged_back: 0,
      difference: 0,
    },
  ])
  expect(day.differing).toEqual([])
  expect(day.vat).toEqual([
    {
      channel: '1014',
      country: 'NL',
      bp: 2100,
      cents: 3000,
      vat_cents: 522,
      cents_back: 2000,
      vat_back: 348,
    },
  ])
  expect((await money('2020-01-01')).items).toEqual([])
  const editor = await deskGuest(shop, 'editor')
  await editor.signIn()
  expect((await editor.ask('GET', `/desk/api/money?day=${today()}`)).status).toBe(403)
  expect((await service.ask('GET', `/desk/api/money?day=${today()}&channel=2001`)).status).toBe(404)

  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update orders set cents_paid = 500, points_paid = points_paid + 1 where number = ${kept.number}`
  })
  expect((await money()).items).toMatchObject([{ paid: 3000, orders: 2500, difference: 500 }])
  expect((await money()).differing).toMatchObject([
    { order: kept.number, paid: 1000, ordered: 500 },
  ])
  await beginNightlyCheck(shop.shop)
  await shop.shop.jobs.drain()
  const { items } = await jsonOf<{ items: { reason: string; order: string; cause: string }[] }>(
    await service.ask('GET', '/desk/api/attention?kind=money-differs'),
  )
  expect(items.find(({ cause }) => cause === 'day-differs')).toMatchObject({
    order: kept.number,
    reason: '1000 cents were paid, the order says 500',
  })
})
