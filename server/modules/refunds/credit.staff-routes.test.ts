import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { checkBooks, findingsIn } from '#tools/check/check.ts'
import { startNightlyCheck } from '#server/app/nightly-check.jobs.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.jobs.ts'
import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.jobs.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { someone, type TestShop, testShop } from '#server/testing/test-shop.ts'
import { pidOf, waitsAtALock } from '#server/testing/database/waits-for-lock.ts'
import { fillTemplate } from '#domain/content/text-template.ts'
import mailTexts from '#server/modules/mail/messages/nl.json' with { type: 'json' }

let shop: TestShop
let service: StaffClient
let vase: { spliId: string; sku: string; points: number }
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  vase = await shop.gift({ points: 4, inStock: 900 })
})
afterAll(() => shop.stop())
beforeEach(() => service.signIn())

type Proposed = {
  id: string
  points: number
  points_back: number
  cents: number
  cents_sent: number
  vat_cents: number
  cancels: boolean
  needs_approval: boolean
}
type Result<Body> = {
  status: number
  body: Body & { error?: { code: string }; changes?: unknown[] }
}

async function request<Body = { credit: string | null; approval: string | null }>(
  guest: StaffClient,
  path: string,
  input: unknown,
): Promise<Result<Body>> {
  const response = await guest.ask('POST', `/backoffice/api${path}`, input)
  return { status: response.status, body: await jsonOf(response) }
}
const whole = { lines: [{ line: 1, quantity: 1 }], reason: 'damaged', note: '' }
const propose = (number: string, asked: object = whole, guest = service) =>
  request<Proposed>(guest, `/orders/${number}/credit-proposals`, asked)
const book = (proposal: string, guest = service) => request(guest, '/credits', { proposal })

/** Ten euros by card and two points; submitted, so the undo window is closed. */
async function paidOrder({ released = true, quantity = 1 } = {}) {
  const order = await cardOrder(shop, { gift: vase, points: 4 * quantity - 2, quantity })
  if (released) {
    await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${order.number}`
    await submitOrder(shop.shop, order.number)
  }
  return order
}

async function standing(number: string) {
  const [row] = await shop.sql<
    { credits: number; points: number; cents: number; available: number }[]
  >`
    select (select count(*)::integer from credit where order_number = orders.number) as credits,
      (select coalesce(sum(points), 0)::integer from ledger where kind = 'refund' and ends_id = capture_id) as points,
      (select coalesce(sum(cents), 0)::integer from refund where refund.payment_key = orders.payment_key) as cents,
      available
    from orders join voucher_balance using (voucher_id) where number = ${number}`
  return row
}
async function booksAreClean() {
  const { findings } = await checkBooks(shop.sql)
  expect(findings).toEqual([])
}

it('proposes lines, points, cents and VAT, and books just that once, in one transaction (DESK-30, DESK-31)', async () => {
  const { number, holder } = await paidOrder()
  const { body: proposal } = await propose(number)
  expect(proposal).toMatchObject({
    points: 4,
    points_back: 2,
    cents: 1000,
    cents_sent: 1000,
    vat_cents: 174,
    lines: [{ line: 1, quantity: 1, points: 4 }],
    cancels: false,
    voucher_ended: false,
    needs_approval: false,
  })
  expect(await standing(number)).toMatchObject({ credits: 0, points: 0, cents: 0, available: 0 })

  const answers = await Promise.all(Array.from({ length: 8 }, () => book(proposal.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 200)?.body.credit).toBe(`${number}-C1`)
  const late = answers.filter(({ body }) => body.error?.code === 'done-already')
  // A repeat after a lost response gets the number of the credit.
  expect(late).toHaveLength(7)
  for (const { body } of late)
    expect(body.changes).toEqual([{ what: 'booked', before: '', after: `${number}-C1` }])
  expect(await standing(number)).toMatchObject({ credits: 1, points: 2, cents: 1000, available: 2 })
  const [audit] = await shop.sql`
    select count(*)::integer as lines from audit where action = 'credit.booked' and subject_id = ${number}`
  expect(audit?.['lines']).toBe(1)
  const page = await jsonOf<{ credits: object[] }>(
    await service.ask('GET', `/backoffice/api/orders/${number}`),
  )
  expect(page.credits).toMatchObject([{ lines: [{ line: 1, quantity: 1 }] }])

  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ plain: string }[]>`
    select plain from sandbox_mail where subject like '%' || ${number} || '%' and plain like '%terug%' order by created_at desc limit 1`
  expect(mail?.plain.replace(/\s+/g, ' ')).toMatch(/2 punten.*€ 10,00.*€ 1,74/)
  const { response } = await holder.done('order', { order_number: number })
  expect(response.refunds).toMatchObject([{ points: 2 }, { cents: 1000 }])
  expect(response.can.withdraw).toBe(false)
  expect((await propose(number)).body.error?.code).toBe('more-than-left')
  await booksAreClean()
})

it('says before it is booked that the points go to a voucher that has ended (DESK-30)', async () => {
  const { number } = await paidOrder()
  await shop.sql`
    update voucher set valid_until = ${shop.clock.now()}
    where id = (select voucher_id from orders where number = ${number})`
  expect((await propose(number)).body).toMatchObject({ points_back: 2, voucher_ended: true })
})

it('says in the mail of a credit that the points are on a voucher that has ended, as long as it has (DESK-30)', async () => {
  const mailed = async (hasEnded: boolean) => {
    const { number } = await paidOrder()
    await shop.sql`
      update voucher set valid_until = ${new Date(shop.clock.now().getTime() + (hasEnded ? -1 : 1) * 60_000)}
      where id = (select voucher_id from orders where number = ${number})`
    await book((await propose(number)).body.id)
    await shop.shop.jobs.drain()
    const [mail] = await shop.sql<{ plain: string }[]>`
      select plain from sandbox_mail
      where subject = ${fillTemplate(mailTexts['order-credited'].subject, { order_number: number })}`
    return mail?.plain.replace(/\s+/g, ' ') ?? ''
  }
  const ended = /2 punten.*Je code is intussen verlopen/
  expect(await mailed(true)).toMatch(ended)
  expect(await mailed(false)).not.toMatch(ended)
})

it('gives back the VAT of a line at its own rate, in parts as in one (DESK-30, DESK-31)', async () => {
  const plate = await shop.gift({ points: 1, inStock: 9 })
  await shop.sql`update article set vat_class = 'reduced' where sku = ${plate.sku}`
  const { number } = await cardOrder(shop, { gift: plate, quantity: 4, points: 6, beside: [vase] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const backOf = async (line: number) => {
    const { body } = await propose(number, { ...whole, lines: [{ line, quantity: 1 }] })
    await book(body.id)
    const shares = await shop.sql<{ vat_cents: number }[]>`
      select bp, cents, vat_cents from credit_vat join credit on number = credit_number
      where proposal_id = ${body.id} order by bp`
    expect(body.vat_cents).toBe(shares.reduce((sum, one) => sum + one.vat_cents, 0))
    return [...shares]
  }
  // Of ten euros each half is of one rate.
  expect(await backOf(1)).toEqual([{ bp: 900, cents: 500, vat_cents: 41 }])
  expect(await backOf(2)).toEqual([{ bp: 2100, cents: 500, vat_cents: 87 }])
  const [sold] = await shop.sql`
    select sum(cents)::integer as cents, sum(vat_cents)::integer as vat from vat_of_order(${number})`
  expect(sold).toEqual({ cents: 1000, vat: 128 })
  await booksAreClean()
})

it('books one of eight clerks who each have a proposal of their own, and tells the others what changed (DESK-30)', async () => {
  const { number } = await paidOrder({ quantity: 2 })
  const clerks = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const clerk = await staffClient(shop, 'service')
      await clerk.signIn()
      return clerk
    }),
  )
  const both = { ...whole, lines: [{ line: 1, quantity: 2 }] }
  const proposals = await Promise.all(clerks.map((clerk) => propose(number, both, clerk)))
  const answers = await Promise.all(
    clerks.map((clerk, at) => book(proposals[at]?.body.id ?? '', clerk)),
  )
  const lost = answers.filter(({ status }) => status === 409)
  expect(lost).toHaveLength(7)
  for (const { body } of lost) {
    expect(body.error?.code).toBe('changed-since')
    expect(body.changes).toContainEqual({ what: 'credits', before: '0', after: '1' })
  }
  expect(await standing(number)).toMatchObject({ credits: 1, points: 6, cents: 1000 })
  await booksAreClean()
})

it('is refused by the database beyond what was paid, no matter who writes it (DESK-30)', async () => {
  const { number } = await paidOrder()
  const { body: proposal } = await propose(number)
  await book(proposal.id)
  const forged = (more: object) =>
    shop.sql.begin(async (sql) => {
      const [second] = await sql<{ id: string }[]>`
        insert into credit_proposal (order_number, lines, goods, reason, points, points_back, cents_back, cents_sent,
          vat_back, stood, made_by, made_at, expires_at)
        select order_number, lines, goods, reason, points, points_back, cents_back, cents_sent, vat_back, stood, made_by,
          made_at, expires_at from credit_proposal where id = ${proposal.id} returning id`
      const row = {
        order_number: number,
        place: 2,
        kind: 'refund',
        proposal_id: second?.id ?? '',
        goods: 'none',
        reason: 'damaged',
        points: 4,
        points_back: 2,
        cents_back: 1000,
        cents_sent: 0,
        vat_back: 0,
        staff_id: service.staffId,
        at: new Date(),
        ...more,
      }
      await sql`insert into credit ${sql(row)}`
      await sql`
        insert into credit_line (credit_number, order_number, line, quantity) values (${`${number}-C2`}, ${number}, 1, 1)`
    })
  await expect(forged({})).rejects.toThrow('more than was ordered')
  // Nor is it withdrawn from besides.
  await expect(
    shop.sql.begin(async (sql) => {
      await sql`
        insert into withdrawal (order_number, place, key, email, points, points_to_credit, cents_to_credit, at)
        values (${number}, 1, gen_random_uuid(), 'x@example.com', 4, 2, 1000, now())`
      await sql`
        insert into withdrawal_line (withdrawal_number, order_number, line, quantity)
        values (${`${number}-W1`}, ${number}, 1, 1)`
    }),
  ).rejects.toThrow('was credited already')
  const nothing = { ...whole, lines: [{ line: 9, quantity: 1 }] }
  const unknown = { withdrawal: `${number}-W9`, reason: 'withdrawn' }
  for (const asked of [nothing, unknown])
    expect((await propose(number, asked)).body.error?.code).toBe('no-such-line')
  await expect(
    shop.sql`update credit set points = 1, points_back = 1, cents_back = 0 where number = ${`${number}-C1`}`,
  ).rejects.toThrow('append-only')

  const other = await paidOrder()
  const { body: next } = await propose(other.number)
  const half = (more: object, { booked = false, rate = 0 } = {}) =>
    shop.sql.begin(async (sql) => {
      const row = {
        order_number: other.number,
        place: 1,
        kind: 'refund',
        proposal_id: next.id,
        goods: 'none',
        reason: 'damaged',
        points: 4,
        points_back: 2,
        cents_back: 1000,
        cents_sent: 0,
        vat_back: 0,
        staff_id: service.staffId,
        at: new Date(),
        ...more,
      }
      await sql`insert into credit ${sql(row)}`
      await sql`
        insert into credit_line (credit_number, order_number, line, quantity) values (${`${other.number}-C1`}, ${other.number}, 1, 1)`
      if (rate > 0) {
        await sql`
          insert into credit_vat (credit_number, country, bp, cents, vat_cents)
          values (${`${other.number}-C1`}, 'NL', ${rate}, 1000, 83)`
      }
      if (booked) {
        await sql`
          insert into ledger (voucher_id, kind, points, ends_id, order_number)
          select voucher_id, 'refund', 2, capture_id, number from orders where number = ${other.number}`
      }
    })
  await expect(half({})).rejects.toThrow('not in the balance')
  for (const more of [
    { points_back: 0, cents_back: 2000 },
    { points_back: 4, cents_back: 0 },
    { vat_back: 175 },
  ]) {
    await expect(half(more)).rejects.toThrow('more would be given back')
  }
  // Nor at a VAT rate that was not charged.
  await expect(half({ vat_back: 83 }, { booked: true, rate: 900 })).rejects.toThrow(
    'at one rate of VAT than was charged',
  )
  await expect(half({ cents_sent: 1000 }, { booked: true })).rejects.toThrow('not on its way')
  await expect(half({ points: 3, points_back: 1 })).rejects.toThrow('its lines of 4')
})

it('makes two credits of one line wait for each other, no matter who writes them (DESK-30)', async () => {
  const { number } = await paidOrder({ quantity: 2 })
  const { body: proposal } = await propose(number)
  const [one, two] = [await shop.sql.reserve(), await shop.sql.reserve()]
  const pid = await pidOf(two)
  const credited = async (sql: typeof one, place: number) => {
    await sql`
      insert into credit (order_number, place, kind, proposal_id, goods, reason, points, points_back, cents_back,
        cents_sent, vat_back, staff_id, at)
      select order_number, ${place}, 'refund', ${place === 1 ? proposal.id : other.id}, goods, reason, points, points_back,
        cents_back, 0, 0, ${service.staffId}, now() from credit_proposal where id = ${proposal.id}`
    await sql`
      insert into credit_line (credit_number, order_number, line, quantity)
      values (${`${number}-C${place}`}, ${number}, 1, 1)`
  }
  const { body: other } = await propose(number)
  await one`begin`
  await two`begin`
  await credited(one, 1)
  const second = credited(two, 2).then(
    () => 'written',
    (error: Error) => error.message,
  )
  expect(await waitsAtALock(shop.sql, pid, second)).toBe(true)
  await one`rollback`
  expect(await second).toBe('written')
  await two`rollback`
  one.release()
  two.release()
  expect(await standing(number)).toMatchObject({ credits: 0, points: 0 })
})

it('cancels a complete order before fulfilment, with gifts, points and money, and restocks only what was sent (DESK-30)', async () => {
  const { number } = await paidOrder({ released: false, quantity: 2 })
  const half = await propose(number, { ...whole, goods: 'shelf' })
  expect(half.body.error?.code).toBe('not-released')
  const all = { lines: [{ line: 1, quantity: 2 }], reason: 'cancelled', goods: 'shelf' }
  const { body: proposal } = await propose(number, all)
  expect(proposal.cancels).toBe(true)
  const [before] = await shop.sql<
    { on_hand: number }[]
  >`select on_hand from stock where sku = ${vase.sku}`
  expect((await book(proposal.id)).status).toBe(200)
  const [after] = await shop.sql<
    { on_hand: number }[]
  >`select on_hand from stock where sku = ${vase.sku}`
  expect((after?.on_hand ?? 0) - (before?.on_hand ?? 0)).toBe(2)
  expect(await standing(number)).toMatchObject({ credits: 1, points: 6, cents: 1000 })
  const [order] = await shop.sql`select state from orders where number = ${number}`
  expect(order?.['state']).toBe('cancelled')
  expect((await propose(number)).body.error?.code).toBe('order-cancelled')

  // Returned gifts go back to stock or are written off.
  const sent = await paidOrder({ quantity: 2 })
  const back = { ...whole, reason: 'returned', goods: 'shelf' }
  expect((await propose(sent.number, back)).body.error?.code).toBe('not-sent')
  expect((await propose(sent.number, { ...back, reason: 'late' })).body.error?.code).toBe(
    'not-sent',
  )
  const stop = await propose(sent.number, { ...whole, reason: 'cancelled' })
  expect(stop.body.error?.code).toBe('in-fulfilment')
  await shop.shop.jobs.drain()
  await (shop.shop.ports.delivery as SandboxDelivery).advance(sent.number, 'DELIVERED')
  await readWarehouseFeed(shop.shop)
  await shop.shop.jobs.drain()
  for (const goods of ['shelf', 'written-off']) {
    const { body } = await propose(sent.number, { ...whole, reason: 'returned', goods })
    await book(body.id)
  }
  const moves = await shop.sql`
    select quantity, reason from stock_movement where order_number = ${sent.number} order by id`
  expect([...moves]).toEqual([
    { quantity: -2, reason: 'order' },
    { quantity: 1, reason: 'return' },
  ])
  // The stock history names the staff member.
  const stock = await jsonOf<{ moves: object[] }>(
    await service.ask('GET', `/backoffice/api/stock/${vase.sku}`),
  )
  expect(stock.moves).toContainEqual(
    expect.objectContaining({ order: sent.number, reason: 'return', by: expect.any(String) }),
  )
  await booksAreClean()
})

it('leaves out of what is sent what a credit stops, and never what is goodwill (DESK-30)', async () => {
  const bowl = await shop.gift({ points: 5, inStock: 50 })
  const { number, holder } = await sampleOrder(shop, { gifts: [vase, bowl], quantity: 3 })
  const shelfOf = async (sku: string) => {
    const [row] = await shop.sql<{ on_hand: number }[]>`
      select on_hand from stock where sku = ${sku}`
    return row?.on_hand ?? 0
  }
  const before = { vase: await shelfOf(vase.sku), bowl: await shelfOf(bowl.sku) }
  const kind = (line: number, quantity: number, reason: string) =>
    propose(number, { lines: [{ line, quantity }], reason, note: '' })
  const goodwill = await kind(1, 1, 'goodwill')
  expect(goodwill.body).toMatchObject({ stops: false, cancels: false, goods: 'none' })
  await book(goodwill.body.id)
  const two = await kind(1, 2, 'cancelled')
  expect(two.body).toMatchObject({ stops: true, cancels: false, goods: 'shelf', points: 8 })
  const raced = await Promise.all(Array.from({ length: 8 }, () => book(two.body.id)))
  expect(raced.filter(({ status }) => status === 200)).toHaveLength(1)
  const gone = await kind(2, 3, 'falls-away')
  await book(gone.body.id)
  expect(await shelfOf(vase.sku)).toBe(before.vase + 2)
  expect(await shelfOf(bowl.sku)).toBe(before.bowl + 3)
  const shown = await holder.done('order', { order_number: number })
  expect(shown.response.state).toBe('placed')
  await booksAreClean()

  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const [packed] = await shop.sql<{ lines: object[] }[]>`
    select content -> 'lines' as lines from sandbox_warehouse_order where order_number = ${number}`
  expect(packed?.lines).toMatchObject([{ sku: vase.sku, quantity: 1 }])
  await booksAreClean()

  // Goodwill for each line: the order is sent anyway, unless staff cancel it.
  const kept = await sampleOrder(shop, { gifts: [vase, bowl] })
  for (const line of [1, 2]) {
    const { body } = await propose(kept.number, {
      lines: [{ line, quantity: 1 }],
      reason: 'goodwill',
    })
    await book(body.id)
  }
  const fulfilment = await staffClient(shop, 'fulfilment')
  await fulfilment.signIn()
  const cancel = (guest: StaffClient) =>
    request(guest, `/orders/${kept.number}/cancel`, { reason: 'Asked by telephone' })
  const [order] = await shop.sql`select state from orders where number = ${kept.number}`
  expect(order?.['state']).toBe('placed')
  // Fulfilment staff can cancel only orders that are not submitted, and cannot start a replacement offer.
  expect(
    (await request(fulfilment, `/orders/${number}/cancel`, { reason: 'No' })).body.error?.code,
  ).toBe('released')
  const begun = await request(fulfilment, `/orders/${number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
  })
  expect(begun.status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(fulfilment)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(await standing(kept.number)).toMatchObject({ credits: 2, points: 9 })
  await booksAreClean()
})

it('credits a withdrawal by what its receipt promised, once, and no piece of it besides (DESK-30)', async () => {
  const { number, holder } = await paidOrder({ quantity: 2 })
  await shop.sql`update order_line set state = 'shipped' where order_number = ${number}`
  await shop.sql`update orders set state = 'shipped' where number = ${number}`
  const key = '00000000-0000-4000-8000-00000000c0de'
  const item = `${number}-1`
  const { response } = await holder.done('withdrawOrder', {
    order_number: number,
    withdrawal_key: key,
    lines: [{ shopping_cart_item: item, quantity: 1 }],
  })
  const withdrawal = response.receipt.withdrawal_number
  expect(response.receipt).toMatchObject({ points_to_credit: 2, cents_to_credit: 1000 })
  const beside = await propose(number, { ...whole, lines: [{ line: 1, quantity: 2 }] })
  expect(beside.body.error?.code).toBe('more-than-left')
  // Only points are left to credit: the euros are promised to the withdrawal.
  expect((await propose(number)).body).toMatchObject({ points_back: 4, cents: 0 })
  const asked = { withdrawal, reason: 'withdrawn', goods: 'shelf' }
  const [one, two] = await Promise.all([propose(number, asked), propose(number, asked)])
  expect(one.body).toMatchObject({ points_back: 2, cents: 1000 })
  expect((await book(one.body.id)).body.credit).toBe(`${number}-C1`)
  expect((await book(two.body.id)).body.error?.code).toBe('changed-since')
  expect((await propose(number, asked)).body.error?.code).toBe('more-than-left')
  const rest = await propose(number)
  expect((await book(rest.body.id)).status).toBe(200)
  expect(await standing(number)).toMatchObject({ credits: 2, points: 6, cents: 1000 })
  const again = await holder.call('withdrawOrder', {
    order_number: number,
    withdrawal_key: '00000000-0000-4000-8000-00000000c0df',
  })
  expect(again).toMatchObject({ refused: 'nothing-to-withdraw' })
  await booksAreClean()
})

it('does not give again what a bank took back, and gives points first where the channel says so (DESK-30)', async () => {
  const { number, paymentId } = await paidOrder()
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox can be told what to do')
  const { body: early } = await propose(number)
  await payments.chargeBack(paymentId, 1000)
  shop.clock.advance(25 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
  await service.signIn()
  expect((await book(early.id)).status).toBe(409)
  const { body: proposal } = await propose(number)
  expect(proposal).toMatchObject({ points_back: 2, cents: 1000, cents_sent: 0 })
  expect((await book(proposal.id)).status).toBe(200)
  expect(await standing(number)).toMatchObject({ points: 2, cents: 0 })
  expect(await elsewhereOf(number)).toEqual(['bank'])
  const given = await paidOrder({ quantity: 2 })
  await payments.giveBack(given.paymentId, 1000)
  shop.clock.advance(25 * 3_600_000)
  while ((await pollDuePayments(shop.shop)) > 0);
  await service.signIn()
  await book((await propose(given.number)).body.id)
  expect(await elsewhereOf(given.number)).toEqual(['provider'])

  const { number: other } = await paidOrder({ quantity: 2 })
  await shop.sql`update channel set credit_first = 'points' where id = '1014'`
  expect((await propose(other)).body).toMatchObject({ points_back: 4, cents: 0 })
  await shop.sql`update channel set credit_first = 'card' where id = '1014'`
  const { findings } = await checkBooks(shop.sql)
  expect(findings.map(({ code }) => code)).toEqual(['charged-back'])
  await shop.sql`
    insert into chargeback_end (chargeback_id, kind, note, at) select id, 'accepted', 'seen', now() from chargeback`
})

/** For each credit on the order's page, the part that was not sent. */
const elsewhereOf = async (number: string) =>
  (
    await jsonOf<{ credits: { elsewhere: string | null }[] }>(
      await service.ask('GET', `/backoffice/api/orders/${number}`),
    )
  ).credits.map(({ elsewhere }) => elsewhere)

/** As pressed on the sandbox's page, which notifies the shop. */
async function atTheBank(paymentId: string, press: Record<string, string>) {
  shop.clock.advance(1000)
  const page = await shop.request(`/sandbox/payments/${paymentId}`, {
    method: 'POST',
    body: new URLSearchParams(press),
  })
  const html = await page.text()
  shop.clock.advance(1000)
  return /name="reverse" value="([^"]+)"/.exec(html)?.[1] ?? ''
}
const refundsOf = (number: string) => shop.sql<
  { key: string; reason: string; cents: number; state: string; provider_id: string }[]
>`
  select refund.* from refund join orders using (payment_key) where number = ${number} order by refund.created_at, refund.key`
const failedCases = async (number: string) =>
  (
    await shop.sql<{ subject: string }[]>`
      select subject from task where kind = 'refund-failed' and order_number = ${number} and closed_at is null`
  ).map(({ subject }) => subject)
const hearEight = (paymentId: string) =>
  Promise.all(
    Array.from({ length: 8 }, () =>
      shop.request('/webhooks/mollie', {
        method: 'POST',
        body: new URLSearchParams({ id: paymentId }),
      }),
    ),
  )
async function endRefund(number: string, to: 'refunded' | 'failed') {
  await shop.shop.jobs.drain({ evenLater: true })
  const made = (await refundsOf(number)).find(({ state }) => state === 'queued')
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox can be told what to do')
  shop.clock.advance(1000)
  await payments.moveRefund(made?.provider_id ?? '', to)
  return made?.key ?? ''
}

it('sends what a credit left to the bank once the bank has brought it back, and once (DESK-30, DESK-31)', async () => {
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox can be told what to do')
  const { number, paymentId } = await paidOrder()
  const chargeback = await atTheBank(paymentId, { money: 'charge-back' })
  const { body: proposal } = await propose(number)
  expect(proposal).toMatchObject({ cents: 1000, cents_sent: 0 })
  expect((await book(proposal.id)).status).toBe(200)
  await Promise.all([
    atTheBank(paymentId, { reverse: chargeback }),
    hearEight(paymentId),
    pollDuePayments(shop.shop),
  ])
  await hearEight(paymentId)
  expect(await refundsOf(number)).toMatchObject([{ reason: 'reversal', cents: 1000 }])
  await shop.shop.jobs.drain({ evenLater: true })
  expect((await payments.look(paymentId))?.refunds).toHaveLength(1)
  await service.signIn()
  expect(await elsewhereOf(number)).toEqual(['brought'])
  await booksAreClean()
  const lost = async () => {
    const found: string[] = []
    await shop.sql
      .begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql`delete from refund where reason = 'reversal' and cents = 1000`
        found.push(...(await findingsIn(sql)).map(({ code }) => code))
        throw new Error('undone')
      })
      .catch(() => {})
    return found
  }
  expect(await lost()).toEqual(['reversal-not-sent'])
  // Nor does direct SQL send more.
  await expect(
    shop.sql`insert into refund (payment_key, cents, reason) select payment_key, 1, 'reversal' from orders where number = ${number}`,
  ).rejects.toThrow('refund: more than')

  // A failed refund needs a person, whatever the bank does next.
  const failed = await endRefund(number, 'failed')
  expect(await failedCases(number)).toEqual([failed])
  const again = await atTheBank(paymentId, { money: 'charge-back' })
  expect(await failedCases(number)).toEqual([])
  await atTheBank(paymentId, { reverse: again })
  expect(await failedCases(number)).toEqual([failed])
  expect(await refundsOf(number)).toHaveLength(1)
  const { findings } = await checkBooks(shop.sql)
  expect(findings.map(({ code }) => code)).toEqual(['refund-failed'])
  await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${failed}`
  expect(await failedCases(number)).toEqual([])
  await booksAreClean()

  // Partial chargebacks, with a credit and with an undone order, and two separate ones.
  for (const kind of ['credit', 'undone'] as const) {
    const part = await paidOrder({ released: kind === 'credit' })
    shop.clock.advance(1000)
    const some = await payments.chargeBack(part.paymentId, 400)
    shop.clock.advance(1000)
    const more = await payments.chargeBack(part.paymentId, 200)
    shop.clock.advance(1000)
    if (kind === 'credit') await book((await propose(part.number)).body.id)
    else await part.holder.done('cancelOrder', { order_number: part.number })
    await shop.shop.jobs.drain()
    for (const one of [some, more]) {
      await atTheBank(part.paymentId, { reverse: one })
      await hearEight(part.paymentId)
    }
    const sent = (await refundsOf(part.number)).map(({ cents }) => cents)
    expect(sent.sort()).toEqual([200, 400, 400])
    await shop.shop.jobs.drain({ evenLater: true })
    await booksAreClean()
    if (kind === 'credit') continue
    // A failed refund needs a person: a later chargeback and its reversal do not send it.
    const failed = await endRefund(part.number, 'failed')
    shop.clock.advance(1000)
    await atTheBank(part.paymentId, { reverse: await payments.chargeBack(part.paymentId, 200) })
    await hearEight(part.paymentId)
    expect(await failedCases(part.number)).toEqual([failed])
    expect(await refundsOf(part.number)).toHaveLength(3)
    await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${failed}`
    await booksAreClean()
  }

  // The bank brings back more than a credit of a part was still owed.
  const plate = await shop.gift({ points: 1, inStock: 9 })
  const four = await cardOrder(shop, { gift: plate, quantity: 4, points: 2 })
  shop.clock.advance(1000)
  const most = await payments.chargeBack(four.paymentId, 800)
  shop.clock.advance(1000)
  const { body: one } = await propose(four.number, { ...whole, reason: 'goodwill' })
  expect(one).toMatchObject({ cents: 500, cents_sent: 200 })
  await book(one.id)
  await atTheBank(four.paymentId, { reverse: most })
  await hearEight(four.paymentId)
  await hearEight(four.paymentId)
  expect((await refundsOf(four.number)).map(({ cents }) => cents).sort()).toEqual([200, 300])
  await expect(
    shop.sql`insert into refund (payment_key, cents, reason) select payment_key, 1, 'reversal' from orders where number = ${four.number}`,
  ).rejects.toThrow('more than is owed')
  await booksAreClean()

  // A reversed chargeback of money that was not owed stays with the shop.
  const kept = await paidOrder()
  const taken = await atTheBank(kept.paymentId, { money: 'charge-back' })
  await atTheBank(kept.paymentId, { reverse: taken })
  expect(await refundsOf(kept.number)).toEqual([])
  await booksAreClean()
})

it('states the refund in every mail that states what was paid (DESK-30)', async () => {
  const { number, holder } = await paidOrder({ released: false })
  await book((await propose(number, { ...whole, reason: 'goodwill' })).body.id)
  const changed = await holder.done('changeOrderAddress', {
    ...someone,
    order_number: number,
    delivery_address_housenr: '14',
  })
  expect(changed.response.points_refunded).toBe(2)
  shop.clock.advance(10 * 60_000)
  await shop.shop.jobs.drain({ evenLater: true })
  const mails = await shop.sql<{ plain: string }[]>`
    select plain from sandbox_mail where subject like '%' || ${number} || '%' and subject like '%gewijzigd%'`
  expect(mails.map(({ plain }) => plain.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
    expect.stringMatching(
      /€ 10,00\s[^]*Terug bij je punten\s+2 punten\s+Terug op je rekening\s+€ 10,00/,
    ),
  ])
})

it('asks nobody for a failed refund whose money went back in another way, until it comes back (DESK-31, DESK-33)', async () => {
  const plate = await shop.gift({ points: 1, inStock: 9 })
  const order = () => cardOrder(shop, { gift: plate, quantity: 4, points: 2 })
  const goodwill = async (number: string, to: 'refunded' | 'failed') => {
    const { body } = await propose(number, { ...whole, reason: 'goodwill' })
    expect(body.cents_sent).toBe(500)
    await book(body.id)
    return endRefund(number, to)
  }
  const { number, paymentId, holder } = await order()
  const failed = await goodwill(number, 'failed')
  await goodwill(number, 'refunded')
  expect(await failedCases(number)).toEqual([failed])
  const chargeback = await atTheBank(paymentId, { money: 'charge-back' })
  expect(await failedCases(number)).toEqual([])
  await holder.done('cancelOrder', { order_number: number })
  await atTheBank(paymentId, { reverse: chargeback })
  await hearEight(paymentId)
  const latest = await endRefund(number, 'refunded')
  expect((await refundsOf(number)).map(({ state, cents }) => [state, cents])).toEqual([
    ['failed', 500],
    ['refunded', 500],
    ['refunded', 500],
  ])
  expect(await failedCases(number)).toEqual([])
  await booksAreClean()

  // The holder's bank returns the refund: now both need a person.
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox can be told what to do')
  const [last] = (await refundsOf(number)).filter(({ key }) => key === latest)
  shop.clock.advance(1000)
  await payments.moveRefund(last?.provider_id ?? '', 'failed')
  expect((await failedCases(number)).sort()).toEqual([failed, latest].sort())
  await shop.sql`update refund set settled_note = 'by bank transfer' where key = ${latest}`
  expect(await failedCases(number)).toEqual([])
  await booksAreClean()
})

/** The limit that the form shows in advance. */
const aloneOn = async (number: string) =>
  (
    await jsonOf<{ credit_alone: number }>(
      await service.ask('GET', `/backoffice/api/orders/${number}`),
    )
  ).credit_alone

it('has a button for what a bank brought back and nobody sent, as of before an upgrade, which sends it once (DESK-33, DESK-31)', async () => {
  const { number, paymentId } = await paidOrder()
  const chargeback = await atTheBank(paymentId, { money: 'charge-back' })
  await service.signIn()
  expect((await book((await propose(number)).body.id)).status).toBe(200)
  await atTheBank(paymentId, { reverse: chargeback })
  // An older process handled the reversal and sent no refund.
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      delete from job where name = 'refund' and data ->> 'key' in (
        select refund.key::text from refund join orders using (payment_key) where number = ${number})`
    await sql`delete from refund using orders where orders.payment_key = refund.payment_key and number = ${number}`
  })
  await startNightlyCheck(shop.shop)
  await shop.shop.jobs.send(shop.sql, [{ name: 'check-books', data: { day: null } }])
  await shop.shop.jobs.drain()
  await service.signIn()
  const open = async () =>
    (
      await jsonOf<{ items: { id: string; cause: string; order: string | null }[] }>(
        await service.ask('GET', '/backoffice/api/tasks?kind=money-differs'),
      )
    ).items
  const found = await open()
  expect(found).toMatchObject([{ cause: 'reversal-not-sent', order: number }])
  const id = found[0]?.id ?? ''
  const { shown, resolve } = await jsonOf<{ shown: string; resolve: { rows: object[] } }>(
    await service.ask('GET', `/backoffice/api/tasks/${id}`),
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
      service.ask('POST', `/backoffice/api/tasks/${id}/resolve`, { shown, note: '' }),
    ),
  )
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await refundsOf(number)).toMatchObject([{ reason: 'reversal', cents: 1000 }])
  await endRefund(number, 'refunded')
  await hearEight(paymentId)
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox can be told what to do')
  expect((await payments.look(paymentId))?.refunds).toHaveLength(1)
  expect(await open()).toEqual([])
  await booksAreClean()
})

it('requires approval above the limit, and the approval books the credit (DESK-30)', async () => {
  const dear = await shop.gift({ points: 60, inStock: 5 })
  const { number } = await sampleOrder(shop, { gifts: [dear] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const { body: proposal } = await propose(number)
  expect(proposal.needs_approval).toBe(true)
  expect(await aloneOn(number)).toBe(40)
  const asked = await book(proposal.id)
  expect(asked.body).toMatchObject({ credit: null, approval: expect.any(String) })
  expect(await standing(number)).toMatchObject({ credits: 0, points: 0 })
  const owner = await staffClient(shop)
  await owner.signIn()
  const yes = await owner.ask(
    'POST',
    `/backoffice/api/approvals/${asked.body.approval}/approve`,
    {},
  )
  expect(yes.status).toBe(200)
  expect(await standing(number)).toMatchObject({ credits: 1, points: 60 })
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await propose(number, whole, elsewhere)).status).toBe(404)
  expect((await book(proposal.id, elsewhere)).status).toBe(404)

  // Small sums that repeat are a large one, and a proposal lasts as long as a call.
  const small = await shop.gift({ points: 30, inStock: 5 })
  const twice = await sampleOrder(shop, { gifts: [small], quantity: 2 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${twice.number}`
  await submitOrder(shop.shop, twice.number)
  const { body: first } = await propose(twice.number)
  expect(first.needs_approval).toBe(false)
  expect((await book(first.id)).body).toEqual({ credit: `${twice.number}-C1`, approval: null })
  const { body: again } = await propose(twice.number)
  expect(again.needs_approval).toBe(true)
  expect(await aloneOn(twice.number)).toBe(10)
  expect((await book(again.id)).body).toEqual({ credit: null, approval: expect.any(String) })
  shop.clock.advance(31 * 60_000)
  expect((await book(again.id)).body.error?.code).toBe('proposal-over')
  await booksAreClean()
})

it('ends a request that can no longer be approved, so that the order stops waiting and approval can be requested again (DESK-30)', async () => {
  const dear = await shop.gift({ points: 60, inStock: 5 })
  const { number } = await sampleOrder(shop, { gifts: [dear] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const asked = (await book((await propose(number)).body.id)).body.approval
  const waits = async () =>
    (
      await jsonOf<{ waits_for_approval: boolean }>(
        await service.ask('GET', `/backoffice/api/orders/${number}`),
      )
    ).waits_for_approval
  expect(await waits()).toBe(true)
  const fell = await service.ask('POST', `/backoffice/api/orders/${number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
  })
  expect(fell.status).toBe(200)

  // Eight approvals at once end the request once, and nothing is credited.
  const owners = await Promise.all(Array.from({ length: 8 }, () => staffClient(shop)))
  await Promise.all(owners.map((one) => one.signIn()))
  const answers = await Promise.all(
    owners.map((one) => request<object>(one, `/approvals/${asked}/approve`, { note: 'Seen' })),
  )
  expect(answers.map(({ status, body }) => [status, body.error?.code]).sort()).toEqual([
    [409, 'changed-since'],
    ...Array.from({ length: 7 }, () => [409, 'is-decided']),
  ])
  const changes = [{ what: 'choice 1', before: '', after: 'open' }]
  expect(answers.find(({ body }) => body.error?.code === 'changed-since')?.body).toMatchObject({
    changes,
  })
  expect(await standing(number)).toMatchObject({ credits: 0, points: 0 })
  expect(await waits()).toBe(false)
  const { items } = await jsonOf<{ items: object[] }>(
    await service.ask('GET', `/backoffice/api/approvals?whose=asked&ids=${asked}`),
  )
  expect(items).toMatchObject([
    { outcome: 'lapsed', decided_by: null, decided_at: expect.any(String), mine: true, changes },
  ])
  const lines = await shop.sql<{ action: string }[]>`
    select action from audit where subject_id = ${number} and action like 'approval.%' order by id`
  expect(lines.map(({ action }) => action)).toEqual(['approval.asked', 'approval.lapsed'])

  const [owner] = owners
  const repeated = (await book((await propose(number)).body.id)).body.approval
  const yes = await owner?.ask('POST', `/backoffice/api/approvals/${repeated}/approve`, {})
  expect(yes?.status).toBe(200)
  expect(await standing(number)).toMatchObject({ credits: 1, points: 60 })
  await booksAreClean()
})

it('holds the sums where eight credits meet an undo, a release, a withdrawal, a chargeback and each other (DESK-30)', async () => {
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('only the sandbox can be told what to do')
  type Paid = Awaited<ReturnType<typeof paidOrder>>
  const opponents: Record<string, (order: Paid) => Promise<unknown>> = {
    withdrawal: ({ number, holder }) =>
      holder.call('withdrawOrder', { order_number: number, withdrawal_key: randomUUID() }),
    chargeback: ({ paymentId }) => payments.chargeBack(paymentId, 1000),
    undo: ({ number, holder }) => holder.call('cancelOrder', { order_number: number }),
    release: ({ number }) => submitOrder(shop.shop, number),
  }
  for (const [released, meets] of [
    [true, ['withdrawal']],
    [true, ['chargeback', 'withdrawal']],
    [false, ['undo', 'release']],
    [false, ['chargeback', 'undo']],
  ] as const) {
    const order = await paidOrder({ released, quantity: 2 })
    const { number } = order
    const proposals = await Promise.all(
      Array.from({ length: 8 }, (_, one) =>
        propose(number, { ...whole, lines: [{ line: 1, quantity: 1 + (one % 2) }] }),
      ),
    )
    const [answers] = await Promise.all([
      Promise.all(proposals.map(({ body }) => book(body.id))),
      ...meets.map((one) => opponents[one]?.(order)),
    ])
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect(status).toBe(409)
      expect(body.error?.code).toBe('changed-since')
      expect(body.changes).not.toEqual([])
    }
    // All were proposed on one and the same order: at most one of them is booked.
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    await shop.shop.jobs.drain()
    const [sums] = await shop.sql<{ pieces: number; returned: number; points: number }[]>`
      select coalesce((select sum(quantity)::integer from credit_line where order_number = number), 0)
        + coalesce((select sum(quantity)::integer from withdrawal_line where order_number = number
            and withdrawal_number not in (select withdrawal_number from credit where withdrawal_number is not null)), 0) as pieces,
        money_returned(payment_key) as returned,
        (select coalesce(sum(points), 0)::integer from ledger where kind = 'refund' and ends_id = capture_id) as points
      from orders where number = ${number}`
    expect(sums?.pieces).toBeLessThanOrEqual(2)
    expect(sums?.returned).toBeLessThanOrEqual(1000)
    expect(sums?.points).toBeLessThanOrEqual(6)
    await shop.sql`
      insert into chargeback_end (chargeback_id, kind, note, at)
      select id, 'accepted', 'seen', now() from chargeback on conflict do nothing`
    // A refund refused because of the chargeback needs a person.
    await shop.sql`
      update refund set settled_note = 'the bank took it' where state = 'refused' and settled_note is null`
    await booksAreClean()
  }
})

it('is found by the check of the books where one of its rows says something else (DESK-30, DESK-33)', async () => {
  const { number } = await paidOrder()
  const { body } = await propose(number)
  await book(body.id)
  const credit = `${number}-C1`
  const damages = [
    ['credit-differs', `update credit set points = 5, points_back = 3 where number = '${credit}'`],
    ['credited-too-much', `update credit_line set quantity = 2 where credit_number = '${credit}'`],
    [
      'credit-points-missing',
      `delete from ledger where kind = 'refund' and order_number = '${number}'`,
    ],
    ['credit-money-missing', `update refund set cents = 900 where credit_number = '${credit}'`],
    [
      'credit-vat-too-much',
      `update credit_vat set vat_cents = 175 where credit_number = '${credit}'; update credit set vat_back = 175 where number = '${credit}'`,
    ],
    ['credit-vat-differs', `update credit_vat set vat_cents = 1 where credit_number = '${credit}'`],
    [
      'credit-without-history',
      `delete from order_event where type = 'credited' and order_number = '${number}'`,
    ],
    ['vat-without-rate', `update order_line set vat_bp = 1234 where order_number = '${number}'`],
    [
      'task-erased',
      `update refund set state = 'refused', provider_id = null, done_at = now() where credit_number = '${credit}'`,
    ],
  ] as const
  for (const [code, damage] of damages) {
    const found: string[] = []
    await shop.sql
      .begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql.unsafe(damage)
        found.push(...(await findingsIn(sql)).map((finding) => finding.code))
        throw new Error('undone')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'undone')) throw error
      })
    expect(found).toContain(code)
  }
  await booksAreClean()
})
