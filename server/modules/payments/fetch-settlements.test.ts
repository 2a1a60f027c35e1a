import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { mollieSettlements } from '#server/modules/payments/providers/mollie/mollie-settlements.ts'
import { checkBooks } from '#tools/check/check.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { fetchSettlements } from '#server/modules/payments/fetch-settlements.ts'
import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  type FakeSettlement,
  fakeMollieSettlements,
} from '#server/testing/fakes/fake-mollie-settlements.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let fake: Awaited<ReturnType<typeof fakeMollieSettlements>>
let shop: TestShop
beforeAll(async () => {
  fake = await fakeMollieSettlements()
  shop = await testShop()
  Object.assign(shop.shop.ports.payments, {
    settlements: mollieSettlements({ accessToken: fake.accessToken, baseUrl: fake.url }),
  })
})
afterAll(async () => {
  await shop.stop()
  await fake.close()
})
beforeEach(() => fake.reset())

let settled = 0
const settlement = (more: Partial<FakeSettlement>): FakeSettlement => ({
  id: `stl_${(settled += 1)}`,
  reference: `1234.2611.0${settled}`,
  status: 'paidout',
  settledAt: new Date(),
  cents: 0,
  costs: [],
  payments: [],
  captures: [],
  refunds: [],
  chargebacks: [],
  ...more,
})
const part = (id: string, cents: number, paymentId = id) => ({ id, paymentId, cents })
const findings = async () =>
  (await checkBooks(shop.sql)).findings.map(({ code, subject }) => `${code} ${subject}`)

it('reads each settlement once, to its last page, and finds that the sums agree to the cent (DESK-36)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const [order, cancelledOrder] = [
    await cardOrder(shop, { gift: vase, points: 2 }),
    await cardOrder(shop, { gift: vase, points: 2 }),
  ]
  await cancelledOrder.holder.done('cancelOrder', { order_number: cancelledOrder.number })
  await shop.shop.jobs.drain()
  const [refund] = await shop.sql<{ id: string }[]>`
    select provider_id as id from refund where provider_id is not null`
  const emptySettlements = Array.from({ length: 5 }, () => settlement({}))
  fake.knobs.maxPageSize = 2
  fake.settlements.unshift(
    settlement({ status: 'open', settledAt: null, cents: 5 }),
    settlement({
      cents: 971,
      costs: [20, 9],
      payments: [part(order.paymentId, 1000), part(cancelledOrder.paymentId, 1000)],
      refunds: [part(refund?.id ?? '', -1000, cancelledOrder.paymentId)],
    }),
    ...emptySettlements,
  )
  await Promise.all(Array.from({ length: 8 }, () => fetchSettlements(shop.shop)))
  const [stored] = await shop.sql`
    select (select count(*)::integer from settlement) as settlements, (select count(*)::integer from settlement_item) as items`
  expect(stored).toEqual({ settlements: 6, items: 3 })
  expect(await findings()).toEqual([])
  fake.reset()
  expect(await fetchSettlements(shop.shop)).toBe(0)
  // Known settlements and their items are not fetched again.
  expect(fake.requests.map(({ path }) => path).every((path) => path === '/v2/settlements')).toBe(
    true,
  )
  await expect(shop.sql`update settlement set cents = 1`).rejects.toThrow('append-only')
})

it('stores a settlement with all of its parts or not at all, and reads it completely the next time (DESK-36)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const [order, cancelledOrder] = [
    await cardOrder(shop, { gift: vase, points: 2 }),
    await cardOrder(shop, { gift: vase, points: 2 }),
  ]
  const paid = settlement({
    cents: 2000,
    payments: [part(order.paymentId, 1000), part(cancelledOrder.paymentId, 1000)],
  })
  fake.settlements.unshift(paid)
  const rows = async () => [
    ...(await shop.sql`
      select settlement.id, count(item.id)::integer as parts
      from settlement left join settlement_item item on settlement_id = settlement.id
      where settlement.id = ${paid.id} group by 1`),
  ]
  // Inserting an item fails after the settlement was inserted.
  await shop.sql.unsafe(`
    create function full_here() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
    create trigger full_here after insert on settlement_item execute function full_here()`)
  await expect(fetchSettlements(shop.shop)).rejects.toThrow('full')
  await shop.sql.unsafe('drop trigger full_here on settlement_item; drop function full_here()')
  expect(await rows()).toEqual([])
  expect(await fetchSettlements(shop.shop)).toBe(1)
  expect(await rows()).toEqual([{ id: paid.id, parts: 2 }])
  expect(await findings()).toEqual([])
})

it('creates a task with the cause of each difference the next morning, and waits while the provider is down (DESK-36, DESK-33)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 50 })
  const { paymentId, number } = await cardOrder(shop, { gift: vase, points: 2 })
  const wrong = settlement({
    cents: 1700,
    payments: [part(paymentId, 900), part('tr_nobodys', 700)],
  })
  fake.settlements.unshift(wrong)
  fake.failNext({ kind: 'answer', status: 503 }, 9)
  await fetchSettlements(shop.shop).catch(() => {})
  expect(await findings()).toEqual([])
  fake.reset()
  await startNightlyCheck(shop.shop)
  await shop.shop.jobs.drain()
  const service = await staffClient(shop)
  await service.signIn()
  const { items } = await jsonOf<{
    items: { cause: string; reason: string; order: string | null }[]
  }>(await service.request('GET', '/backoffice/api/tasks?kind=money-differs'))
  expect(items.map(({ cause }) => cause).sort()).toEqual([
    'settlement-amount-differs',
    'settlement-sum-differs',
    'settlement-unknown-money',
  ])
  expect(items.map(({ reason }) => reason).join()).toContain(
    '900 cents were paid out, but the accounts have 1000',
  )
  expect(number).not.toBe('')
})

it('refuses a provider key that may not read settlements', async () => {
  const settlements = mollieSettlements({ accessToken: 'test_abc', baseUrl: fake.url })
  await expect(settlements.newest().next()).rejects.toThrow('got 403')
})
