import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import {
  type SandboxDelivery,
  sandboxDelivery,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { OUTBOUND_LEASE_MS } from '#server/platform/jobs/outbound-request.sql.ts'
import { submitOrder, submitToWarehouse } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const eight = Array.from({ length: 8 }, (_, index) => index)
const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }

let database: TestDatabase
let shop: TestShop
let delivery: SandboxDelivery
/** The requests that the warehouse got, in sequence. It executes them, but responds only while the gate is open. */
let asked: string[]
let gate: Promise<void>
let requested: () => void

beforeAll(async () => {
  database = await testDatabase('template_world')
  delivery = sandboxDelivery({ sql: database.sql, clock: { now: () => shop.clock.now() } })
  async function silent<T>(what: string, answer: Promise<T>) {
    asked.push(what)
    const told = await answer
    requested()
    await gate
    return told
  }
  const slow: SandboxDelivery = {
    ...delivery,
    submit: (order) => silent(`submit ${order.orderNumber}`, delivery.submit(order)),
    cancel: (number, note) => silent(`cancel ${number}`, delivery.cancel(number, note)),
    eventsSince: (cursor) => silent('events', delivery.eventsSince(cursor)),
  }
  shop = await testShop({ database, ports: { delivery: slow } })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})
beforeEach(() => {
  asked = []
  gate = Promise.resolve()
  requested = () => {}
})

/** The warehouse stops responding. `request` resolves after it has executed a request, `open` sends the responses. */
function shut() {
  let open = () => {}
  gate = new Promise((done) => (open = done))
  const request = new Promise<void>((done) => (requested = done))
  return { open, request }
}

async function released() {
  const { number } = await sampleOrder(shop, { gifts: [TOWEL] })
  shop.clock.advance(30 * 60_000)
  await submitOrder(shop.shop, number)
  await shop.sql`delete from job where data ->> 'number' = ${number}`
  return number
}

const openTransactions = async () => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
  return row?.count
}
const isTakenBack = async (number: string) => {
  const [deleted] = await shop.sql`
    select from sandbox_warehouse_event where order_number = ${number} and type = 'DELETED'`
  return deleted !== undefined
}
const cancel = async (number: string) => {
  await shop.sql`update orders set state = 'cancelled' where number = ${number}`
  await shop.sql`update order_line set state = 'cancelled' where order_number = ${number}`
}
/** A process that died during its request and never gets the response. */
const died = () => shop.clock.advance(OUTBOUND_LEASE_MS)
const count = (what: string) => asked.filter((one) => one === what).length

it('keeps no transaction open while the warehouse does not answer, in eight processes at once (B49)', async () => {
  const number = await released()
  const silence = shut()
  const going = eight.flatMap(() => [
    submitToWarehouse(shop.shop, number),
    readWarehouseFeed(shop.shop),
  ])
  await silence.request
  await expect.poll(() => asked.length).toBe(2)
  await expect.poll(openTransactions).toBe(0)
  silence.open()
  await Promise.all(going)
  expect(asked.toSorted()).toEqual(['events', `submit ${number}`])
  expect((await eventTypes(shop, number)).filter((type) => type === 'sent-to-warehouse')).toEqual([
    'sent-to-warehouse',
  ])
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(count(`submit ${number}`)).toBe(1)
})

it('repeats the request of a process that died, and stores the answer once (B49)', async () => {
  const number = await released()
  const silence = shut()
  const lost = submitToWarehouse(shop.shop, number)
  await silence.request
  await submitToWarehouse(shop.shop, number)
  expect(count(`submit ${number}`)).toBe(1)
  died()
  gate = Promise.resolve()
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect(count(`submit ${number}`)).toBe(2)
  silence.open()
  await lost
  await submitToWarehouse(shop.shop, number)
  expect(count(`submit ${number}`)).toBe(2)
  const sent = (await eventTypes(shop, number)).filter((type) => type === 'sent-to-warehouse')
  expect(sent).toHaveLength(1)
})

it.each(['while it is being sent', 'after a process died while sending it'])(
  'cancels an order at the warehouse that was cancelled %s (B49)',
  async (when) => {
    const number = await released()
    const silence = shut()
    const going = submitToWarehouse(shop.shop, number)
    await silence.request
    await cancel(number)
    gate = Promise.resolve()
    if (when.startsWith('while')) {
      silence.open()
      await going
    } else {
      await submitToWarehouse(shop.shop, number)
      died()
    }
    await shop.shop.jobs.drain({ includeScheduled: true })
    expect(await isTakenBack(number)).toBe(true)
    silence.open()
    await going
    await shop.shop.jobs.drain({ includeScheduled: true })
    expect(await isTakenBack(number)).toBe(true)
  },
)

it('processes each event once after a reader died with unprocessed events (B49)', async () => {
  const number = await released()
  await submitToWarehouse(shop.shop, number)
  while ((await readWarehouseFeed(shop.shop)) > 0);
  await delivery.advance(number, 'SHIPPED')
  const silence = shut()
  const lost = readWarehouseFeed(shop.shop)
  await silence.request
  expect(await readWarehouseFeed(shop.shop)).toBe(0)
  died()
  gate = Promise.resolve()
  while ((await readWarehouseFeed(shop.shop)) > 0);
  silence.open()
  expect(await lost).toBe(0)
  const types = await eventTypes(shop, number)
  expect(types.filter((type) => type === 'shipped')).toHaveLength(1)
  const [jobs] = await shop.sql<{ count: number }[]>`
    select count(*)::integer as count from job
    where name = 'find-parcels' and data ->> 'number' = ${number}
      and data ->> 'shippedAt' is not null`
  expect(jobs?.count).toBe(1)
})
