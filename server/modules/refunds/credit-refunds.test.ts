import { expect, it } from 'vitest'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { checkBooks, findProblems } from '#tools/check/check.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import {
  shop,
  customerService,
  oneUnit,
  proposeCredit,
  bookCredit,
  paidOrder,
  creditTotals,
  expectConsistentBooks,
  startCreditShop,
} from '#server/testing/samples/credit-shop.ts'

startCreditShop()

/** Who refunded the part of each credit that was not sent, as the order's page shows it. */
const elsewhereOf = async (number: string) =>
  (
    await jsonOf<{ credits: { elsewhere: string | null }[] }>(
      await customerService.request('GET', `/backoffice/api/orders/${number}`),
    )
  ).credits.map(({ elsewhere }) => elsewhere)

/** Presses a button on the sandbox's page, which then notifies the shop. */
async function pressAtBank(paymentId: string, button: Record<string, string>) {
  shop.clock.advance(1000)
  const page = await shop.request(`/sandbox/payments/${paymentId}`, {
    method: 'POST',
    body: new URLSearchParams(button),
  })
  const html = await page.text()
  shop.clock.advance(1000)
  return /name="reverse" value="([^"]+)"/.exec(html)?.[1] ?? ''
}

const refundsOf = (number: string) => shop.sql<
  { key: string; reason: string; cents: number; state: string; provider_id: string }[]
>`
  select refund.* from refund join orders using (payment_key) where number = ${number} order by refund.created_at, refund.key`

const openRefundTasks = async (number: string) =>
  (
    await shop.sql<{ subject: string }[]>`
      select subject from task where kind = 'refund-failed' and order_number = ${number} and closed_at is null`
  ).map(({ subject }) => subject)

const notifyEightTimes = (paymentId: string) =>
  Promise.all(
    Array.from({ length: 8 }, () =>
      shop.request('/webhooks/mollie', {
        method: 'POST',
        body: new URLSearchParams({ id: paymentId }),
      }),
    ),
  )

async function endRefund(number: string, to: 'refunded' | 'failed') {
  await shop.shop.jobs.drain({ includeScheduled: true })
  const queued = (await refundsOf(number)).find(({ state }) => state === 'queued')
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  shop.clock.advance(1000)
  await payments.moveRefund(queued?.provider_id ?? '', to)
  return queued?.key ?? ''
}

it('does not refund what a chargeback returned, and refunds points first if the channel is set so (DESK-30)', async () => {
  const { number, paymentId } = await paidOrder()
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  const { body: outdated } = await proposeCredit(number)
  await payments.chargeBack(paymentId, 1000)
  shop.clock.advance(25 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
  await customerService.signIn()
  expect((await bookCredit(outdated.id)).status).toBe(409)
  const { body: proposal } = await proposeCredit(number)
  expect(proposal).toMatchObject({ points_back: 2, cents: 1000, cents_sent: 0 })
  expect((await bookCredit(proposal.id)).status).toBe(200)
  expect(await creditTotals(number)).toMatchObject({ points: 2, cents: 0 })
  expect(await elsewhereOf(number)).toEqual(['bank'])
  const refundedOrder = await paidOrder({ quantity: 2 })
  await payments.refundAtProvider(refundedOrder.paymentId, 1000)
  shop.clock.advance(25 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
  await customerService.signIn()
  await bookCredit((await proposeCredit(refundedOrder.number)).body.id)
  expect(await elsewhereOf(refundedOrder.number)).toEqual(['provider'])

  const { number: other } = await paidOrder({ quantity: 2 })
  await shop.sql`update channel set credit_first = 'points' where id = '1014'`
  expect((await proposeCredit(other)).body).toMatchObject({ points_back: 4, cents: 0 })
  await shop.sql`update channel set credit_first = 'card' where id = '1014'`
  const { findings } = await checkBooks(shop.sql)
  expect(findings.map(({ code }) => code)).toEqual(['charged-back'])
  await shop.sql`
    insert into chargeback_end (chargeback_id, kind, note, at) select id, 'accepted', 'seen', now() from chargeback`
})

it('sends a refund once after the chargeback that replaced it was reversed (DESK-30, DESK-31)', async () => {
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  const { number, paymentId } = await paidOrder()
  const chargeback = await pressAtBank(paymentId, { money: 'charge-back' })
  const { body: proposal } = await proposeCredit(number)
  expect(proposal).toMatchObject({ cents: 1000, cents_sent: 0 })
  expect((await bookCredit(proposal.id)).status).toBe(200)
  await Promise.all([
    pressAtBank(paymentId, { reverse: chargeback }),
    notifyEightTimes(paymentId),
    pollDuePayments(shop.shop),
  ])
  await notifyEightTimes(paymentId)
  expect(await refundsOf(number)).toMatchObject([{ reason: 'reversal', cents: 1000 }])
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect((await payments.findDetails(paymentId))?.refunds).toHaveLength(1)
  await customerService.signIn()
  expect(await elsewhereOf(number)).toEqual(['brought'])
  await expectConsistentBooks()
  const findingsWithoutRefund = async () => {
    const found: string[] = []
    await shop.sql
      .begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql`delete from refund where reason = 'reversal' and cents = 1000`
        found.push(...(await findProblems(sql)).map(({ code }) => code))
        throw new Error('rolled back')
      })
      .catch(() => {})
    return found
  }
  expect(await findingsWithoutRefund()).toEqual(['reversal-not-sent'])
  // Direct SQL cannot refund more, either.
  await expect(
    shop.sql`insert into refund (payment_key, cents, reason) select payment_key, 1, 'reversal' from orders where number = ${number}`,
  ).rejects.toThrow('refund: more than')

  // Staff must settle a failed refund, whatever the bank does next.
  const failed = await endRefund(number, 'failed')
  expect(await openRefundTasks(number)).toEqual([failed])
  const secondChargeback = await pressAtBank(paymentId, { money: 'charge-back' })
  expect(await openRefundTasks(number)).toEqual([])
  await pressAtBank(paymentId, { reverse: secondChargeback })
  expect(await openRefundTasks(number)).toEqual([failed])
  expect(await refundsOf(number)).toHaveLength(1)
  const { findings } = await checkBooks(shop.sql)
  expect(findings.map(({ code }) => code)).toEqual(['refund-failed'])
  await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${failed}`
  expect(await openRefundTasks(number)).toEqual([])
  await expectConsistentBooks()

  // Two partial chargebacks of a credited and of a cancelled order.
  for (const kind of ['credit', 'cancellation'] as const) {
    const order = await paidOrder({ released: kind === 'credit' })
    shop.clock.advance(1000)
    const first = await payments.chargeBack(order.paymentId, 400)
    shop.clock.advance(1000)
    const second = await payments.chargeBack(order.paymentId, 200)
    shop.clock.advance(1000)
    if (kind === 'credit') await bookCredit((await proposeCredit(order.number)).body.id)
    else await order.holder.done('cancelOrder', { order_number: order.number })
    await shop.shop.jobs.drain()
    for (const chargeback of [first, second]) {
      await pressAtBank(order.paymentId, { reverse: chargeback })
      await notifyEightTimes(order.paymentId)
    }
    const sent = (await refundsOf(order.number)).map(({ cents }) => cents)
    expect(sent.sort()).toEqual([200, 400, 400])
    await shop.shop.jobs.drain({ includeScheduled: true })
    await expectConsistentBooks()
    if (kind === 'credit') continue
    // A later chargeback and its reversal do not send a failed refund again: staff must settle it.
    const failed = await endRefund(order.number, 'failed')
    shop.clock.advance(1000)
    await pressAtBank(order.paymentId, { reverse: await payments.chargeBack(order.paymentId, 200) })
    await notifyEightTimes(order.paymentId)
    expect(await openRefundTasks(order.number)).toEqual([failed])
    expect(await refundsOf(order.number)).toHaveLength(3)
    await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${failed}`
    await expectConsistentBooks()
  }

  // A reversed chargeback is higher than what is still owed for a partial credit.
  const plate = await shop.gift({ points: 1, inStock: 9 })
  const fourPlates = await cardOrder(shop, { gift: plate, quantity: 4, points: 2 })
  shop.clock.advance(1000)
  const largeChargeback = await payments.chargeBack(fourPlates.paymentId, 800)
  shop.clock.advance(1000)
  const { body: partial } = await proposeCredit(fourPlates.number, {
    ...oneUnit,
    reason: 'goodwill',
  })
  expect(partial).toMatchObject({ cents: 500, cents_sent: 200 })
  await bookCredit(partial.id)
  await pressAtBank(fourPlates.paymentId, { reverse: largeChargeback })
  await notifyEightTimes(fourPlates.paymentId)
  await notifyEightTimes(fourPlates.paymentId)
  expect((await refundsOf(fourPlates.number)).map(({ cents }) => cents).sort()).toEqual([200, 300])
  await expect(
    shop.sql`insert into refund (payment_key, cents, reason) select payment_key, 1, 'reversal' from orders where number = ${fourPlates.number}`,
  ).rejects.toThrow('more than is owed')
  await expectConsistentBooks()

  // After a reversed chargeback, money that is not owed is not refunded.
  const uncredited = await paidOrder()
  const reversible = await pressAtBank(uncredited.paymentId, { money: 'charge-back' })
  await pressAtBank(uncredited.paymentId, { reverse: reversible })
  expect(await refundsOf(uncredited.number)).toEqual([])
  await expectConsistentBooks()
})

it('closes the task of a failed refund that was paid another way, until that payment returns (DESK-31, DESK-33)', async () => {
  const plate = await shop.gift({ points: 1, inStock: 9 })
  const order = () => cardOrder(shop, { gift: plate, quantity: 4, points: 2 })
  const goodwill = async (number: string, to: 'refunded' | 'failed') => {
    const { body } = await proposeCredit(number, { ...oneUnit, reason: 'goodwill' })
    expect(body.cents_sent).toBe(500)
    await bookCredit(body.id)
    return endRefund(number, to)
  }
  const { number, paymentId, holder } = await order()
  const failed = await goodwill(number, 'failed')
  await goodwill(number, 'refunded')
  expect(await openRefundTasks(number)).toEqual([failed])
  const chargeback = await pressAtBank(paymentId, { money: 'charge-back' })
  expect(await openRefundTasks(number)).toEqual([])
  await holder.done('cancelOrder', { order_number: number })
  await pressAtBank(paymentId, { reverse: chargeback })
  await notifyEightTimes(paymentId)
  const latest = await endRefund(number, 'refunded')
  expect((await refundsOf(number)).map(({ state, cents }) => [state, cents])).toEqual([
    ['failed', 500],
    ['refunded', 500],
    ['refunded', 500],
  ])
  expect(await openRefundTasks(number)).toEqual([])
  await expectConsistentBooks()

  // The holder's bank returns the refund, so staff must settle both.
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  const [latestRefund] = (await refundsOf(number)).filter(({ key }) => key === latest)
  shop.clock.advance(1000)
  await payments.moveRefund(latestRefund?.provider_id ?? '', 'failed')
  expect((await openRefundTasks(number)).sort()).toEqual([failed, latest].sort())
  await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${latest}`
  expect(await openRefundTasks(number)).toEqual([])
  await expectConsistentBooks()
})

it('has an action that sends once a refund that was missing after a reversed chargeback (DESK-33, DESK-31)', async () => {
  const { number, paymentId } = await paidOrder()
  const chargeback = await pressAtBank(paymentId, { money: 'charge-back' })
  await customerService.signIn()
  expect((await bookCredit((await proposeCredit(number)).body.id)).status).toBe(200)
  await pressAtBank(paymentId, { reverse: chargeback })
  // An older process handled the reversal and sent no refund.
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      delete from job where name = 'refund' and data ->> 'key' in (
        select refund.key::text from refund join orders using (payment_key) where number = ${number})`
    await sql`delete from refund using orders where orders.payment_key = refund.payment_key and number = ${number}`
  })
  await startNightlyCheck(shop.shop)
  await shop.shop.jobs.send(shop.sql, [{ name: 'run-nightly-check', data: { day: null } }])
  await shop.shop.jobs.drain()
  await customerService.signIn()
  const openTasks = async () =>
    (
      await jsonOf<{ items: { id: string; cause: string; order: string | null }[] }>(
        await customerService.request('GET', '/backoffice/api/tasks?kind=money-differs'),
      )
    ).items
  const tasks = await openTasks()
  expect(tasks).toMatchObject([{ cause: 'reversal-not-sent', order: number }])
  const id = tasks[0]?.id ?? ''
  const { shown, resolve } = await jsonOf<{ shown: string; resolve: { rows: object[] } }>(
    await customerService.request('GET', `/backoffice/api/tasks/${id}`),
  )
  expect(resolve.rows).toEqual([
    {
      what: 'refund',
      subject: number,
      order: number,
      cents: 1000,
      before: 'still-here',
      after: 'goes-back',
    },
  ])
  expect(await refundsOf(number)).toEqual([])
  const pressed = await Promise.all(
    Array.from({ length: 8 }, () =>
      customerService.request('POST', `/backoffice/api/tasks/${id}/resolve`, { shown, note: '' }),
    ),
  )
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await refundsOf(number)).toMatchObject([{ reason: 'reversal', cents: 1000 }])
  await endRefund(number, 'refunded')
  await notifyEightTimes(paymentId)
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  expect((await payments.findDetails(paymentId))?.refunds).toHaveLength(1)
  expect(await openTasks()).toEqual([])
  await expectConsistentBooks()
})
