import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import {
  type SandboxDelivery,
  sandboxDelivery,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { eventTypes, queuedMails, sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  readWarehouseFeed,
  waitAfter,
} from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let database: TestDatabase
let delivery: SandboxDelivery
let shop: TestShop
let failure: Error | undefined
let lostOrder = ''
let deaf = false
let asked = 0
let slowness = 0

beforeAll(async () => {
  database = await testDatabase('template_world')
  delivery = sandboxDelivery({ sql: database.sql, clock: { now: () => shop.clock.now() } })
  const overheard: SandboxDelivery = {
    ...delivery,
    async eventsSince(cursor) {
      asked += 1
      if (deaf) throw new ServiceDown('delivery', 'no answer')
      await new Promise((done) => setTimeout(done, slowness))
      return delivery.eventsSince(cursor)
    },
    async tracking(number) {
      if (failure && number === lostOrder) throw failure
      return delivery.tracking(number)
    },
  }
  shop = await testShop({ database, ports: { delivery: overheard } })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})
beforeEach(() => {
  failure = undefined
  deaf = false
})

const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }
const TEAPOT = { spliId: '1014-teapot', points: 12 }

/** An order that was submitted to the warehouse. */
async function underWay(gifts = [TOWEL], language = 'nl') {
  const { holder, number } = await sampleOrder(shop, { gifts, language })
  shop.clock.advance(30 * 60_000)
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const order = async () => (await holder.done('order', { order_number: number })).response
  return { number, order }
}

it('updates the order, shows the parcel, and sends one email (WIRE-6)', async () => {
  const { number, order } = await underWay([TOWEL], 'en')
  await delivery.advance(number, 'SHIPPED')
  await Promise.all(Array.from({ length: 8 }, () => readWarehouseFeed(shop.shop)))
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()

  expect(await order()).toMatchObject({
    state: 'shipped',
    items: [
      {
        state: 'shipped',
        tracking: [{ code: expect.stringMatching(/^3STEST/), carrier: 'PostNL' }],
      },
    ],
  })
  const told = ['received', 'picked', 'shipped']
  expect((await eventTypes(shop, number)).slice(-3)).toEqual(told)
  expect(await queuedMails(shop, number)).toEqual([
    { template: 'order-shipped', recipient: 'anna@example.com', language: 'en' },
  ])

  await delivery.advance(number, 'DELIVERED')
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()
  expect(await order()).toMatchObject({ state: 'delivered', items: [{ state: 'delivered' }] })
  expect(await queuedMails(shop, number)).toMatchObject([
    { template: 'order-delivered', language: 'en' },
    { template: 'order-shipped' },
  ])
})

it('keeps the order in the state of its slowest gift', async () => {
  const { number, order } = await underWay([TEAPOT, TOWEL])
  await delivery.advance(number, 'DELIVERED')
  await readWarehouseFeed(shop.shop)
  expect(await order()).toMatchObject({
    state: 'released',
    items: [
      { delivery_condition: 'dropship', state: 'released', tracking: [] },
      { delivery_condition: 'monta', state: 'delivered' },
    ],
  })
})

it('stores unknown types of events, and changes nothing', async () => {
  const { number, order } = await underWay()
  await delivery.advance(number, 'CARRIER_EXCEPTION')
  await readWarehouseFeed(shop.shop)
  const { state, events } = await order()
  expect(state).toBe('released')
  expect(events.at(-1)).toMatchObject({
    type: 'carrier_exception',
    description: 'Order carrier_exception',
  })
})

it('changes nothing and sends nothing when the same events arrive again (WIRE-6)', async () => {
  const { number, order } = await underWay()
  const asked = async () => {
    const [jobs] = await shop.sql<{ count: number }[]>`
      select count(*)::integer as count from job
      where name = 'find-parcels' and data ->> 'number' = ${number}`
    return jobs?.count
  }
  await delivery.advance(number, 'SHIPPED')
  await readWarehouseFeed(shop.shop)
  const before = { order: await order(), asked: await asked() }
  expect(before).toMatchObject({ order: { state: 'shipped' }, asked: 1 })
  await shop.sql`update feed_cursor set position = 0`
  while ((await readWarehouseFeed(shop.shop)) > 0);
  expect({ order: await order(), asked: await asked() }).toEqual(before)
})

it('does not reactivate a cancelled order', async () => {
  const { number, order } = await underWay()
  await shop.sql`update orders set state = 'cancelled' where number = ${number}`
  await shop.sql`update order_line set state = 'cancelled' where order_number = ${number}`
  await delivery.advance(number, 'SHIPPED')
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()
  expect(await order()).toMatchObject({ state: 'cancelled', items: [{ state: 'cancelled' }] })
  expect(await queuedMails(shop, number)).toEqual([])
})

it('skips orders of other shops', async () => {
  await shop.sql`
    insert into sandbox_warehouse_order (order_number, content, created_at) values ('X-1', '{}', now())`
  await delivery.advance('X-1', 'DELIVERED').catch(() => {})
  await shop.sql`
    insert into sandbox_warehouse_event (order_number, type, description, at)
    values ('X-1', 'SHIPPED', '', now()) on conflict do nothing`
  const { number, order } = await underWay()
  await delivery.advance(number, 'SHIPPED')
  await readWarehouseFeed(shop.shop)
  expect((await order()).state).toBe('shipped')
})

it('continues where it stopped when the warehouse did not answer', async () => {
  const { number, order } = await underWay()
  await readWarehouseFeed(shop.shop)
  await delivery.advance(number, 'SHIPPED')
  deaf = true
  await expect(readWarehouseFeed(shop.shop)).rejects.toThrow('no answer')
  expect(await eventTypes(shop, number)).not.toContain('picked')

  deaf = false
  expect(await readWarehouseFeed(shop.shop)).toBe(2)
  expect((await order()).state).toBe('shipped')
  expect(await readWarehouseFeed(shop.shop)).toBe(0)
})

it('continues with other orders if the tracking of one is unavailable, and tries that one again later', async () => {
  const stuck = await underWay()
  const other = await underWay()
  await delivery.advance(stuck.number, 'SHIPPED')
  await delivery.advance(other.number, 'SHIPPED')
  failure = new ServiceDown('delivery', 'no answer')
  lostOrder = stuck.number
  while ((await readWarehouseFeed(shop.shop)) > 0);
  await shop.shop.jobs.drain()

  const parcel = { code: expect.stringMatching(/^3STEST/), link: null, carrier: 'PostNL' }
  expect(await other.order()).toMatchObject({ state: 'shipped', items: [{ tracking: [parcel] }] })
  expect(await stuck.order()).toMatchObject({ state: 'shipped', items: [{ tracking: [] }] })
  // The mail waits for the code of the parcel for some time, then is sent once without it.
  expect(await queuedMails(shop, stuck.number)).toEqual([])
  shop.clock.advance(11 * 60_000)
  for (const _ of [1, 2]) {
    await shop.shop.jobs.drain({ includeScheduled: true })
    expect(await queuedMails(shop, stuck.number)).toMatchObject([{ template: 'order-shipped' }])
  }

  failure = undefined
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(await stuck.order()).toMatchObject({ items: [{ tracking: [parcel] }] })
  expect(await queuedMails(shop, stuck.number)).toHaveLength(1)
})

it('accepts a parcel without tracking as sent', async () => {
  const { number, order } = await underWay()
  await delivery.advance(number, 'SHIPPED')
  failure = new ServiceRefused('delivery', 'unknown', 'no such order')
  lostOrder = number
  while ((await readWarehouseFeed(shop.shop)) > 0);
  await shop.shop.jobs.drain()
  expect(await order()).toMatchObject({ state: 'shipped', items: [{ tracking: [] }] })
  expect(await queuedMails(shop, number)).toHaveLength(1)
})

it('is run by one process at a time', async () => {
  asked = 0
  slowness = 500
  await Promise.all(Array.from({ length: 8 }, () => readWarehouseFeed(shop.shop)))
  slowness = 0
  expect(asked).toBe(1)
})

it('retries with growing intervals while the warehouse is down, and not before the time that it names', () => {
  const down = (seconds: number | null) => new ServiceDown('delivery', 'down', seconds)
  expect([1, 2, 3, 50].map((failures) => waitAfter(down(null), failures))).toEqual([
    30_000, 60_000, 120_000, 600_000,
  ])
  expect(waitAfter(down(90), 1)).toBe(90_000)
})
