import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { jsonOf, staffClient, type StaffClient } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: StaffClient
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  await service.signIn()
})
afterAll(() => shop.stop())

/** An order paid with two points and ten euros, sent and then withdrawn. */
async function withdrawn() {
  const gift = await shop.gift({ points: 4, inStock: 5 })
  const { number, holder } = await cardOrder(shop, { gift, points: 2 })
  await shop.sql`
    update orders set changeable_until = ${shop.clock.now()}::timestamptz - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.sql`update order_line set state = 'shipped' where order_number = ${number}`
  await shop.sql`update orders set state = 'shipped' where number = ${number}`
  const { response } = await holder.done('withdrawOrder', {
    order_number: number,
    withdrawal_key: randomUUID(),
  })
  return { order: number, withdrawal: response.receipt.withdrawal_number }
}

type Listed = { items: { order: string; state: string; overdue_days: number | null }[] }
const list = async (query = '') =>
  (await jsonOf<Listed>(await service.request('GET', `/backoffice/api/withdrawals?${query}`))).items
const waitingCount = async () =>
  (
    await jsonOf<{ counts: Record<string, number> }>(
      await service.request('GET', '/backoffice/api/counts'),
    )
  ).counts['withdrawals']

it('lists open withdrawals by their legal deadline, and refunded ones after them (PRODUCT section 1)', async () => {
  const first = await withdrawn()
  shop.clock.advance(60_000)
  const second = await withdrawn()
  shop.clock.advance(60_000)
  const third = await withdrawn()
  expect((await list()).map(({ order }) => order)).toEqual(
    [first, second, third].map(({ order }) => order),
  )
  expect(await waitingCount()).toBe(3)

  const returned = `/backoffice/api/withdrawals/${first.withdrawal}/return`
  expect((await service.request('POST', returned, { goods: 'shelf' })).status).toBe(200)
  const at = shop.clock.now()
  await shop.sql`
    insert into withdrawal_return (withdrawal_number, goods, staff_id, at)
    values (${third.withdrawal}, 'shelf', ${service.staffId}, ${at})`
  expect(await list()).toMatchObject([
    {
      order: second.order,
      state: 'waiting',
      returned_at: null,
      points_to_credit: 2,
      cents_to_credit: 1000,
      overdue_days: -14,
    },
    { order: third.order, state: 'due', returned_at: at.toISOString() },
    { order: first.order, state: 'refunded', overdue_days: null },
  ])
  expect((await list('state=due')).map(({ order }) => order)).toEqual([third.order])
  expect((await list(`search=${second.order}`)).map(({ order }) => order)).toEqual([second.order])
  expect(await waitingCount()).toBe(2)

  shop.clock.advance(15 * 86_400_000)
  await service.signIn()
  expect((await list('state=waiting')).map(({ overdue_days }) => overdue_days)).toEqual([1])
})
