import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import {
  creditDueWithdrawals,
  creditWithdrawal,
} from '#server/modules/refunds/credit-withdrawals.timer.ts'
import { DEFAULT_ZONE, dayAt } from '#domain/time/zone-days.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let fulfilment: StaffClient
let service: StaffClient
let vase: { spliId: string; sku: string; points: number }
beforeAll(async () => {
  shop = await testShop()
  fulfilment = await staffClient(shop, 'fulfilment')
  service = await staffClient(shop, 'service')
  vase = await shop.gift({ points: 4, inStock: 900 })
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await fulfilment.signIn()
  await service.signIn()
})

/** An order paid with ten euros and two points, sent and then withdrawn. */
async function withdrawnOrder({ sent = true } = {}) {
  const { number, holder } = await cardOrder(shop, { gift: vase, points: 2 })
  await shop.sql`
    update orders set changeable_until = ${shop.clock.now()}::timestamptz - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  if (sent) await ship(number)
  const { response } = await holder.done('withdrawOrder', {
    order_number: number,
    withdrawal_key: randomUUID(),
  })
  return { number, withdrawal: response.receipt.withdrawal_number }
}
/** Sets the state that the warehouse would report. */
async function ship(number: string) {
  await shop.sql`update order_line set state = 'shipped' where order_number = ${number}`
  await shop.sql`update orders set state = 'shipped' where number = ${number}`
}
async function creditTotals(number: string) {
  const [row] = await shop.sql`
    select (select count(*)::integer from credit where order_number = orders.number) as credits,
      (select coalesce(sum(points), 0)::integer from ledger where kind = 'refund' and ends_id = capture_id) as points,
      (select coalesce(sum(cents), 0)::integer from refund where refund.payment_key = orders.payment_key) as cents
    from orders where number = ${number}`
  return row
}
const CREDITED = { credits: 1, points: 2, cents: 1000 }
const OPEN = { credits: 0, points: 0, cents: 0 }
const confirmReturn = async (withdrawal: string, goods = 'shelf', client = fulfilment) => {
  const response = await client.request(
    'POST',
    `/backoffice/api/withdrawals/${withdrawal}/return`,
    {
      goods,
    },
  )
  return { status: response.status, body: await jsonOf<{ credit?: string | null }>(response) }
}
const onHand = async () => {
  const [row] = await shop.sql<{ on_hand: number }[]>`
    select on_hand from stock where sku = ${vase.sku}`
  return row?.on_hand ?? 0
}
const openTasks = async () => {
  const rows = await shop.sql<{ subject: string }[]>`
    select subject from task where kind = 'withdrawal-waits' and closed_at is null order by id`
  return rows.map(({ subject }) => subject)
}
const DAYS = 24 * 3_600_000
const runTimerEightTimes = () =>
  Promise.all(Array.from({ length: 8 }, () => creditDueWithdrawals(shop.shop)))

it('credits a withdrawal once when eight staff members confirm its return while a clerk credits it (DESK-30)', async () => {
  const { number, withdrawal } = await withdrawnOrder()
  const before = await onHand()
  const proposal = await jsonOf<{ id: string }>(
    await service.request('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
      withdrawal,
      reason: 'withdrawn',
      goods: 'shelf',
    }),
  )
  const [answers, clerk] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => confirmReturn(withdrawal))),
    service.request('POST', '/backoffice/api/credits', { proposal: proposal.id }),
    runTimerEightTimes(),
  ])
  const done =
    answers.filter(({ status }) => status === 200).length + (clerk.status === 200 ? 1 : 0)
  expect(done).toBe(1)
  expect(await creditTotals(number)).toEqual(CREDITED)
  expect((await onHand()) - before).toBe(1)
  expect((await confirmReturn(withdrawal)).status).toBe(409)
  const elsewhere = await staffClient(shop, 'fulfilment', ['2001'])
  await elsewhere.signIn()
  expect((await confirmReturn(withdrawal, 'shelf', elsewhere)).status).toBe(404)

  const other = await withdrawnOrder()
  expect((await confirmReturn(other.withdrawal, 'written-off')).body.credit).toBe(
    `${other.number}-C1`,
  )
  expect((await onHand()) - before).toBe(0)
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql`
    select count(*)::integer as mails from mail
    where template = 'order-credited' and subject_id = ${`${other.number}:${other.number}-C1`}`
  expect(mail?.['mails']).toBe(1)
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('refunds no units that are still in the warehouse, and all units once they have left (DESK-30)', async () => {
  const { number, withdrawal } = await withdrawnOrder({ sent: false })
  const before = await onHand()
  const propose = (goods: string) =>
    service.request('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
      withdrawal,
      reason: 'withdrawn',
      goods,
    })
  for (const goods of ['shelf', 'written-off']) {
    for (const response of [
      await fulfilment.request('POST', `/backoffice/api/withdrawals/${withdrawal}/return`, {
        goods,
      }),
      await propose(goods),
    ]) {
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ error: { code: 'not-sent' } })
    }
  }
  // A credit without returned gifts is possible.
  expect((await propose('none')).status).toBe(200)
  expect([await creditTotals(number), (await onHand()) - before]).toEqual([OPEN, 0])
  await ship(number)
  expect((await confirmReturn(withdrawal)).body.credit).toBe(`${number}-C1`)
  expect([await creditTotals(number), (await onHand()) - before]).toEqual([CREDITED, 1])
})

it('refunds on the legal date on channels with this setting, and creates a task on channels that wait for the gifts (DESK-30, DESK-33)', async () => {
  const waitingForGifts = await withdrawnOrder()
  shop.clock.advance(12 * DAYS)
  await runTimerEightTimes()
  expect([await creditTotals(waitingForGifts.number), await openTasks()]).toEqual([OPEN, []])
  shop.clock.advance(2 * DAYS)
  await runTimerEightTimes()
  expect(await creditTotals(waitingForGifts.number)).toEqual(OPEN)
  expect(await openTasks()).toEqual([waitingForGifts.withdrawal])
  await runTimerEightTimes()
  const [task] = await shop.sql`
    select tries from task where subject = ${waitingForGifts.withdrawal} and closed_at is null`
  expect(task?.['tries']).toBe(1)

  // Staff resolve the task and see first what will be written.
  await service.signIn()
  const list = await jsonOf<{ items: { id: string; kind: string }[] }>(
    await service.request('GET', '/backoffice/api/tasks?kind=withdrawal-waits'),
  )
  const id = list.items[0]?.id ?? ''
  const shown = await jsonOf<{ resolve: { rows: object[]; cases: string } }>(
    await service.request('GET', `/backoffice/api/tasks/${id}`),
  )
  expect(JSON.stringify(shown)).toContain('"after":"credited-unreturned"')
  expect(await creditTotals(waitingForGifts.number)).toEqual(OPEN)
  // When the gifts are returned after all, the task is closed automatically.
  await fulfilment.signIn()
  expect((await confirmReturn(waitingForGifts.withdrawal)).status).toBe(200)
  expect(await creditTotals(waitingForGifts.number)).toEqual(CREDITED)
  expect(await openTasks()).toEqual([])

  await shop.sql`update channel set withdrawal_credit = 'legal-day' where id = '1014'`
  const legal = await withdrawnOrder()
  shop.clock.advance(12 * DAYS)
  await runTimerEightTimes()
  expect(await creditTotals(legal.number)).toEqual(OPEN)
  shop.clock.advance(2 * DAYS)
  // A crash in the middle saves nothing: the next run credits the complete withdrawal.
  await expect(
    shop.sql.begin(async (sql) => {
      const withdrawal = { number: legal.withdrawal, goods: 'none' as const, staffId: null }
      await creditWithdrawal(shop.shop, sql, withdrawal)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await creditTotals(legal.number)).toEqual(OPEN)
  await runTimerEightTimes()
  expect(await creditTotals(legal.number)).toEqual(CREDITED)
  const [audit] = await shop.sql`
    select actor, count(*) over ()::integer as lines from audit
    where action = 'credit.booked' and subject_id = ${legal.number}`
  expect(audit).toEqual({ actor: 'shop', lines: 1 })
  await shop.sql`update channel set withdrawal_credit = 'goods-back' where id = '1014'`
  await shop.shop.jobs.drain()
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('counts the days since a missed legal date by the clock of the shop: on the order, in the order list and in the task list (PRODUCT-4)', async () => {
  const { number, withdrawal } = await withdrawnOrder()
  type Due = { due_day: string; overdue_days: number }
  const read = async () => {
    await service.signIn()
    const order = await jsonOf<{ withdrawals: Due[] }>(
      await service.request('GET', `/backoffice/api/orders/${number}`),
    )
    const orders = await jsonOf<{ items: Due[] }>(
      await service.request('GET', `/backoffice/api/orders?search=${number}`),
    )
    const tasks = await jsonOf<{ items: (Due & { id: string; order: string })[] }>(
      await service.request('GET', `/backoffice/api/tasks?search=${number}&sort=due_day`),
    )
    return { order: order.withdrawals[0], listed: orders.items[0], task: tasks.items[0] }
  }
  const due = dayAt(shop.clock.now().getTime() + 14 * DAYS, DEFAULT_ZONE)
  shop.clock.advance(14 * DAYS)
  await runTimerEightTimes()
  const onTheDay = await read()
  expect(onTheDay.order).toMatchObject({ due_day: due, overdue_days: 0 })
  expect(onTheDay.listed).toMatchObject({ overdue_days: 0 })
  expect(onTheDay.task).toMatchObject({ due_day: due, overdue_days: 0 })
  shop.clock.advance(3 * DAYS)
  const late = await read()
  expect([late.order, late.listed, late.task].map((shown) => shown?.overdue_days)).toEqual([
    3, 3, 3,
  ])

  // The task shows what its button refunds, and that nothing was returned (PRODUCT-5).
  const { resolve, recipient } = await jsonOf<{
    resolve: { effects: object[] }
    recipient: object
  }>(await service.request('GET', `/backoffice/api/tasks/${late.task?.id ?? ''}`))
  expect(resolve.effects).toEqual([
    { after: 'credited-unreturned', count: 1, points: 2, cents: 1000 },
  ])
  expect(recipient).toMatchObject({ name: 'Anna de Vries', email: 'anna@example.com' })
  await fulfilment.signIn()
  expect((await confirmReturn(withdrawal)).status).toBe(200)
  const refunded = await read()
  expect(refunded.order).toMatchObject({ due_day: due, overdue_days: 0 })
  expect(refunded.listed).toMatchObject({ overdue_days: 0 })
})
