import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { remindSuppliers } from '#server/modules/fulfilment/suppliers/purchase-orders.timer.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder, eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
type Gift = { spliId: string; sku: string; points: number }
let cake: Gift
let vase: Gift
const DAY_MS = 86_400_000

beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
  cake = await shop.gift({ points: 8, inStock: 100, delivery: 'dropship', name: 'Taart' })
  vase = await shop.gift({ points: 4, inStock: 100, name: 'Vaas' })
  await shop.sql`insert into brand (id, name) values ('test-baker', 'Bakker')`
  await shop.sql`
    update product set brand_id = 'test-baker' from article where article.sku = ${cake.sku} and product.id = product_id`
  await shop.sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await shop.shop.changeEvents.poll()
  const added = await owner.request('POST', '/backoffice/api/suppliers', {
    name: 'Bakker',
    email: 'baker@example.com',
    language: 'en',
    way: 'mail',
    remind_days: 2,
    brands: ['test-baker'],
  })
  expect(added.status).toBe(200)
})
afterAll(() => shop.stop())
beforeEach(() => owner.signIn())

async function submitAfterWindow(order: { number: string; holder: TestHolder }) {
  const { number } = order
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  return order
}
/** An order that was submitted to the warehouse and mailed to the supplier. */
async function submittedOrder(gifts: Gift[], quantity = 1) {
  const order = await submitAfterWindow(await sampleOrder(shop, { gifts, quantity }))
  await shop.shop.jobs.drain()
  return order
}

type Booked = {
  credit: string | null
  error?: { code: string }
  changes?: { what: string; before: string; after: string }[]
}
async function propose(number: string, lines: { line: number; quantity: number }[]) {
  const response = await owner.request(
    'POST',
    `/backoffice/api/orders/${number}/credit-proposals`,
    {
      lines,
      reason: 'damaged',
      note: '',
    },
  )
  expect(response.status).toBe(200)
  return jsonOf<StaffResponse<'proposeCredit'>>(response)
}
async function book(proposal: string, stop: boolean) {
  const response = await owner.request('POST', '/backoffice/api/credits', { proposal, stop })
  return { status: response.status, ...(await jsonOf<Booked>(response)) }
}
const stopAll = async (number: string, quantity = 1, line = 1) =>
  book((await propose(number, [{ line, quantity }])).id, true)

async function orderTotals(number: string) {
  const [row] = await shop.sql<
    { state: string; lines: string[]; credits: number; points: number; cents: number }[]
  >`
    select state, (select array_agg(quantity || ' ' || state order by line) from order_line
        where order_number = orders.number) as lines,
      (select count(*)::integer from credit where order_number = orders.number) as credits,
      (select coalesce(sum(points), 0)::integer from ledger where kind = 'refund' and ends_id = capture_id) as points,
      (select coalesce(sum(cents), 0)::integer from refund where refund.payment_key = orders.payment_key) as cents
    from orders where number = ${number}`
  return row
}
const onHand = async ({ sku }: Gift) => {
  const [row] = await shop.sql<{ on_hand: number }[]>`select on_hand from stock where sku = ${sku}`
  return row?.on_hand ?? 0
}
async function expectConsistentBooks() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}
const purchaseLines = (number: string) => shop.sql<
  { line: number; quantity: number; state: string }[]
>`
  select line, quantity, state from purchase_order_line where order_number = ${number} order by line`
async function mailsOf(number: string, template: string) {
  await shop.shop.jobs.drain()
  return shop.sql<{ plain: string; html: string }[]>`
    select plain, html from mail join sandbox_mail on mail.id::text = sandbox_mail.id::text
    where template = ${template} and split_part(subject_id, ':', 1) = ${number} order by mail.created_at`
}
async function linkOf(number: string) {
  const [mail] = await mailsOf(number, 'purchase-order')
  return /(\/supplier\/[\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? ''
}
async function answer(link: string, fields: [string, string][]) {
  const response = await shop.request(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  const to = new URL(response.headers.get('location') ?? '/', shop.url)
  return {
    status: response.status,
    result: to.searchParams.get('said'),
    html: await response.text(),
  }
}
const sent: [string, string][] = [
  ['what', 'sent'],
  ['carrier', 'GLS'],
  ['code', 'GLS1'],
  ['link', ''],
  ['line', '1'],
]
const warehouse = () => shop.shop.ports.delivery as SandboxDelivery
async function warehouseLines(number: string) {
  await shop.shop.jobs.drain()
  const [row] = await shop.sql<{ lines: { sku: string; quantity: number }[] | null }[]>`
    select content -> 'lines' as lines from sandbox_warehouse_order where order_number = ${number}`
  return row?.lines ?? null
}

it('asks whether to stop a gift that was not sent yet, and stops it with its supplier in the transaction of the refund (SAFE-16, B0)', async () => {
  const before = await onHand(cake)
  const order = await submitAfterWindow(
    await cardOrder(shop, { gift: cake, points: 15, quantity: 2 }),
  )
  const { number, holder } = order
  await shop.shop.jobs.drain()
  const link = await linkOf(number)
  const proposal = await propose(number, [{ line: 1, quantity: 2 }])
  expect(proposal).toMatchObject({
    points: 16,
    stops: false,
    unsent: [{ line: 1, name: 'Taart', quantity: 2, by: 'supplier' }],
  })
  const answers = await Promise.all(Array.from({ length: 8 }, () => book(proposal.id, true)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await orderTotals(number)).toEqual({
    state: 'cancelled',
    lines: ['2 cancelled'],
    credits: 1,
    points: 15,
    cents: 500,
  })
  expect(await purchaseLines(number)).toEqual([{ line: 1, quantity: 2, state: 'gone' }])
  expect((await shop.request(link)).status).toBe(200)
  expect(await (await shop.request(link)).text()).toContain('No longer needed')
  expect(
    await answer(link, [
      ['what', 'confirm'],
      ['seen', '1:2'],
    ]),
  ).toMatchObject({ status: 409 })
  expect(await onHand(cake)).toBe(before)
  expect(await mailsOf(number, 'purchase-withdrawn')).toHaveLength(1)
  const [mail] = await mailsOf(number, 'order-credited')
  expect(mail?.plain).toContain('Deze cadeaus worden niet meer verstuurd.')
  expect(await eventTypes(shop, number)).toContain('stopped')
  expect((await holder.done('order', { order_number: number })).response.state).toBe('cancelled')
  // The supplier gets no reminder.
  shop.clock.advance(10 * DAY_MS)
  await remindSuppliers(shop.shop)
  expect(await mailsOf(number, 'purchase-reminder')).toHaveLength(0)
  await expectConsistentBooks()
})

it('sends the gift if the answer is no, and stops only refunded units (SAFE-16, B0)', async () => {
  const notStopped = await submittedOrder([cake])
  const proposal = await propose(notStopped.number, [{ line: 1, quantity: 1 }])
  expect((await book(proposal.id, false)).status).toBe(200)
  expect(await orderTotals(notStopped.number)).toMatchObject({
    lines: ['1 released'],
    credits: 1,
    points: 8,
  })
  expect(await purchaseLines(notStopped.number)).toEqual([{ line: 1, quantity: 1, state: 'open' }])
  const [mail] = await mailsOf(notStopped.number, 'order-credited')
  expect(mail?.plain).not.toContain('niet meer')
  expect((await answer(await linkOf(notStopped.number), sent)).result).toBe('done')

  const before = await onHand(cake)
  const { number } = await submittedOrder([cake, vase], 3)
  expect((await stopAll(number, 2)).status).toBe(200)
  expect(await orderTotals(number)).toMatchObject({
    state: 'released',
    lines: ['1 released', '3 released', '2 cancelled'],
    credits: 1,
    points: 16,
  })
  expect(await purchaseLines(number)).toEqual([
    { line: 1, quantity: 1, state: 'open' },
    { line: 3, quantity: 2, state: 'gone' },
  ])
  expect(await onHand(cake)).toBe(before - 1)
  expect((await answer(await linkOf(number), sent)).result).toBe('done')
  await expectConsistentBooks()
})

it('asks whether to stop a gift of an order that is not submitted yet, and does not send it if so (SAFE-16, B0)', async () => {
  const before = await onHand(cake)
  const placed = await sampleOrder(shop, { gifts: [cake, vase], quantity: 2 })
  const { number } = placed
  const proposal = await propose(number, [{ line: 1, quantity: 1 }])
  expect(proposal).toMatchObject({
    stops: false,
    cancels: false,
    unsent: [{ line: 1, name: 'Taart', quantity: 1, by: 'unsubmitted' }],
  })
  expect((await book(proposal.id, true)).status).toBe(200)
  expect(await orderTotals(number)).toMatchObject({
    state: 'placed',
    lines: ['1 placed', '2 placed', '1 cancelled'],
    credits: 1,
    points: 8,
  })
  expect(await onHand(cake)).toBe(before - 1)
  const [mail] = await mailsOf(number, 'order-credited')
  expect(mail?.plain).toContain('Deze cadeaus worden niet meer verstuurd.')

  // A gift that is refunded but not stopped is sent.
  const goodwill = await propose(number, [{ line: 1, quantity: 1 }])
  expect((await book(goodwill.id, false)).status).toBe(200)
  const outdated = await propose(number, [{ line: 2, quantity: 1 }])
  await submitAfterWindow(placed)
  expect(await book(outdated.id, true)).toMatchObject({
    status: 409,
    error: { code: 'changed-since' },
  })
  await shop.shop.jobs.drain()
  expect(await purchaseLines(number)).toEqual([{ line: 1, quantity: 1, state: 'open' }])
  await expectConsistentBooks()

  // Stopping all that is left is a cancellation.
  const { number: other } = await sampleOrder(shop, { gifts: [cake] })
  expect((await stopAll(other)).status).toBe(200)
  expect(await orderTotals(other)).toMatchObject({ state: 'cancelled', credits: 1, points: 8 })
  expect(await mailsOf(other, 'order-cancelled')).toHaveLength(1)
  await expectConsistentBooks()
})

it('reports a supplier’s confirmation that arrived meanwhile, and stops a confirmed gift after the colleague saw that (SAFE-16, B0)', async () => {
  const { number } = await submittedOrder([cake])
  const link = await linkOf(number)
  const outdated = await propose(number, [{ line: 1, quantity: 1 }])
  expect((await answer(link, [['what', 'confirm']])).result).toBe('done')
  expect(await book(outdated.id, true)).toMatchObject({
    status: 409,
    error: { code: 'changed-since' },
    changes: [{ what: 'unsent 1', before: 'supplier', after: 'confirmed' }],
  })
  // A proposal that was created after the confirmation can still stop the gift.
  const goodwill = await propose(number, [{ line: 1, quantity: 1 }])
  expect(goodwill.unsent).toMatchObject([{ by: 'confirmed' }])
  expect((await book(goodwill.id, true)).status).toBe(200)
  expect(await purchaseLines(number)).toMatchObject([{ state: 'gone' }])
  const tooLate = await answer(link, sent)
  expect(tooLate.status).toBe(409)
  expect(tooLate.html).toContain('This is no longer needed')

  const shipped = await submittedOrder([cake])
  const proposal = await propose(shipped.number, [{ line: 1, quantity: 1 }])
  expect((await answer(await linkOf(shipped.number), sent)).result).toBe('done')
  expect(await book(proposal.id, true)).toMatchObject({
    status: 409,
    error: { code: 'changed-since' },
  })
  expect(await orderTotals(shipped.number)).toMatchObject({ credits: 0, lines: ['1 shipped'] })
  expect((await propose(shipped.number, [{ line: 1, quantity: 1 }])).unsent).toEqual([])
  await expectConsistentBooks()
})

it('stops a gift once when eight colleagues do so while its supplier sends it (SAFE-16, B0)', async () => {
  const rounds = await Promise.all(
    [0, 1].map(async () => {
      const { number } = await submittedOrder([cake])
      const link = await linkOf(number)
      const proposals = await Promise.all(
        Array.from({ length: 7 }, () => propose(number, [{ line: 1, quantity: 1 }])),
      )
      const [supplier, ...clerks] = await Promise.all([
        answer(link, sent),
        ...proposals.map(({ id }) => book(id, true)),
      ])
      const stopped = clerks.filter(({ status }) => status === 200).length
      const totals = await orderTotals(number)
      return {
        sent: supplier?.result === 'done',
        stopped,
        totals,
        codes: clerks.map(({ error }) => error?.code),
      }
    }),
  )
  for (const { sent, stopped, totals, codes } of rounds) {
    expect(stopped).toBe(sent ? 0 : 1)
    expect(totals).toMatchObject({
      credits: stopped,
      points: 8 * stopped,
      lines: [sent ? '1 shipped' : '1 cancelled'],
    })
    expect(codes.filter((code) => code === 'changed-since')).toHaveLength(7 - stopped)
  }
  await expectConsistentBooks()
})

it('removes a stopped gift from the warehouse order, and restocks it once the warehouse agrees (SAFE-16, B0)', async () => {
  const before = await onHand(vase)
  const { number } = await submittedOrder([vase], 3)
  expect((await stopAll(number, 2)).status).toBe(200)
  // Units that may have left the warehouse are not in stock.
  expect(await onHand(vase)).toBe(before - 3)
  await expectConsistentBooks()
  expect(await warehouseLines(number)).toMatchObject([{ sku: vase.sku, quantity: 1 }])
  expect(await onHand(vase)).toBe(before - 1)
  // A job that runs again after a crash restocks only once.
  const fallen = `${number}-C1.0`
  await shop.sql.begin((sql) =>
    shop.shop.jobs.send(
      sql,
      Array.from({ length: 8 }, () => ({
        name: 'submit-to-warehouse' as const,
        data: { number, round: 0, fallen },
      })),
    ),
  )
  await shop.shop.jobs.drain()
  expect(await onHand(vase)).toBe(before - 1)
  // When the last unit is stopped, the complete order is withdrawn from the warehouse.
  expect((await stopAll(number, 1)).status).toBe(200)
  await shop.shop.jobs.drain()
  const events = await shop.sql<{ type: string }[]>`
    select type from sandbox_warehouse_event where order_number = ${number} order by id`
  expect(events.map(({ type }) => type)).toEqual(['RECEIVED', 'DELETED'])
  expect(await onHand(vase)).toBe(before)
  expect(await orderTotals(number)).toMatchObject({ state: 'cancelled', points: 12 })
  await expectConsistentBooks()
})

it('does not request a stopped gift from a warehouse that had not received the order, and restocks it (SAFE-16, B0)', async () => {
  const before = await onHand(vase)
  // Submitted, but the job that calls the warehouse has not run yet.
  const { number } = await submitAfterWindow(
    await sampleOrder(shop, { gifts: [vase], quantity: 2 }),
  )
  expect((await stopAll(number, 1)).status).toBe(200)
  expect(await warehouseLines(number)).toMatchObject([{ sku: vase.sku, quantity: 1 }])
  expect(await onHand(vase)).toBe(before - 1)
  await expectConsistentBooks()
})

it('creates a task if the warehouse has packed a stopped gift already, and does not restock it (SAFE-16, B0)', async () => {
  const before = await onHand(vase)
  const { number } = await submittedOrder([vase])
  const { id, unsent } = await propose(number, [{ line: 1, quantity: 1 }])
  expect(unsent).toMatchObject([{ by: 'warehouse' }])
  await warehouse().advance(number, 'PICKED')
  expect((await book(id, true)).status).toBe(200)
  await shop.shop.jobs.drain()
  const { items } = await jsonOf<StaffResponse<'tasks'>>(
    await owner.request('GET', '/backoffice/api/tasks?kind=warehouse-refused'),
  )
  expect(items).toHaveLength(1)
  expect(await onHand(vase)).toBe(before - 1)
  expect(await orderTotals(number)).toMatchObject({ credits: 1, points: 4, state: 'cancelled' })
  await expectConsistentBooks()
})
