import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let fulfilment: StaffClient
beforeAll(async () => {
  shop = await testShop()
  fulfilment = await staffClient(shop, 'fulfilment')
})
afterAll(() => shop.stop())
beforeEach(() => fulfilment.signIn())

async function underWay() {
  const vase = await shop.gift({ points: 43, inStock: 9, name: 'Vaas' })
  const { holder, number } = await sampleOrder(shop, { gifts: [vase] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const order = async () => (await holder.done('order', { order_number: number })).response
  return { number, order }
}

async function hear(number: string, word: string) {
  await (shop.shop.ports.delivery as SandboxDelivery).advance(number, word)
  await Promise.all(Array.from({ length: 8 }, () => readWarehouseFeed(shop.shop)))
  await shop.shop.jobs.drain()
}

type Cause = { id: string; kind: string; cases: number; order: string | null }
async function causeOf(number: string) {
  const { items } = await jsonOf<{ items: Cause[] }>(
    await fulfilment.request('GET', '/backoffice/api/tasks?kind=back-order'),
  )
  return items.find(({ order }) => order === number)
}

it('creates a task for gifts that the warehouse does not have; the colleague offers a replacement (DESK-33)', async () => {
  const { number, order } = await underWay()
  await hear(number, 'BACKORDER')
  await hear(number, 'BACK_ORDER')
  const cause = await causeOf(number)
  expect(cause).toMatchObject({ kind: 'back-order', cases: 1 })
  const path = `/backoffice/api/tasks/${cause?.id}`
  const whole = await jsonOf<{ shown: string; resolve: { rows: object[] } }>(
    await fulfilment.request('GET', path),
  )
  expect(whole.resolve.rows).toMatchObject([{ before: 'back-order', after: 'holder-chooses' }])
  expect((await order()).events.map(({ type }) => type)).toContain('back-order')
  await fulfilment.request('POST', `${path}/resolve`, { shown: whole.shown })
  expect((await order()).choices).toMatchObject([{ name: 'Vaas', outcome: null }])
  expect(await causeOf(number)).toBeUndefined()
})

it('ends the task once the gifts have been sent after all (DESK-33)', async () => {
  const { number, order } = await underWay()
  await hear(number, 'BACKORDER')
  await hear(number, 'SHIPPED')
  expect(await causeOf(number)).toBeUndefined()
  expect(await order()).toMatchObject({ state: 'shipped' })
  // A late event about shipped gifts changes nothing.
  await hear(number, 'BACK-ORDER')
  expect(await causeOf(number)).toBeUndefined()
})
