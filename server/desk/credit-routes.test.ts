import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { isSandboxPayments } from '#server/adapters/sandbox-payments.ts'
import { checkBooks, findingsIn } from '#server/operations/check.ts'
import { lookAtPayments } from '#server/payments/poll-payments.ts'
import { releaseOrder } from '#server/orders/fulfilment-jobs.ts'
import { deskGuest, type DeskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { cardOrder, sampleOrder } from '#server/testing/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: DeskGuest
let vase: { spliId: string; sku: string; points: number }
beforeAll(async () => {
  shop = await testShop()
  service = await deskGuest(shop, 'service')
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
type Told<Body> = { status: number; body: Body & { error?: { code: string }; changes?: unknown[] } }

async function tell<Body = { credit: string | null; approval: string | null }>(
  guest: DeskGuest,
  path: string,
  input: unknown,
): Promise<Told<Body>> {
  const response = await guest.ask('POST', `/desk/api${path}`, input)
  return { status: response.status, body: await jsonOf(response) }
}
const whole = { lines: [{ line: 1, quantity: 1 }], reason: 'damaged', note: '' }
const propose = (number: string, asked: object = whole, guest = service) =>
  tell<Proposed>(guest, `/orders/${number}/credit-proposals`, asked)
const book = (proposal: string, guest = service) => tell(guest, '/credits', { proposal })

/** Ten euros by card and two points; sent for, so that nobody undoes it any more. */
async function paidOrder({ released = true, quantity = 1 } = {}) {
  const order = await cardOrder(shop, { gift: vase, points: 4 * quantity - 2, quantity })
  if (released) {
    await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${order.number}`
    await releaseOrder(shop.shop, order.number)
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
    from orders join purse using (voucher_id) where number = ${number}`
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
    needs_approval: false,
  })
  expect(await standing(number)).toMatchObject({ credits: 0, points: 0, cents: 0, available: 0 })

  const answers = await Promise.all(Array.from({ length: 8 }, () => book(proposal.id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  expect(answers.find(({ status }) => status === 200)?.body.credit).toBe(`${number}-C1`)
  expect(answers.filter(({ body }) => body.error?.code === 'done-already')).toHaveLength(7)
  expect(await standing(number)).toMatchObject({ credits: 1, points: 2, cents: 1000, available: 2 })
  const [audit] = await shop.sql`
    select count(*)::integer as lines from audit where action = 'credit.booked' and subject_id = ${number}`
  expect(audit?.['lines']).toBe(1)

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

it('books one of eight clerks who each have a proposal of their own, and tells the others what changed (DESK-30)', async () => {
  const { number } = await paidOrder({ quantity: 2 })
  const clerks = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const clerk = await deskGuest(shop, 'service')
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

it('is refused by the database beyond what was paid, whoever writes it (DESK-30)', async () => {
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
  await expect(
    shop.sql`update credit set points = 1, points_back = 1, cents_back = 0 where number = ${`${number}-C1`}`,
  ).rejects.toThrow('append-only')

  const other = await paidOrder()
  const { body: next } = await propose(other.number)
  const half = (more: object) =>
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
    })
  await expect(half({})).rejects.toThrow('not in the purse')
  await expect(half({ points_back: 0, cents_back: 2000 })).rejects.toThrow(
    'more would be given back',
  )
  await expect(half({ points: 3, points_back: 1 })).rejects.toThrow('its lines of 4')
})

it('cancels all of an order that was not sent for, with gifts, points and money, and refuses half of the gifts (DESK-30)', async () => {
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

  // A return of what was sent goes to the shelf or is written off.
  const sent = await paidOrder({ quantity: 2 })
  for (const goods of ['shelf', 'written-off']) {
    const { body } = await propose(sent.number, { ...whole, reason: 'returned', goods })
    await book(body.id)
  }
  const moves = await shop.sql`
    select quantity, reason from stock_move where order_number = ${sent.number} order by id`
  expect([...moves]).toEqual([
    { quantity: -2, reason: 'order' },
    { quantity: 1, reason: 'return' },
  ])
  await booksAreClean()
})

it('credits a withdrawal by what its receipt promised, once, and no piece of it besides (DESK-30)', async () => {
  const { number, holder } = await paidOrder({ quantity: 2 })
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
  // What is free is points: the euros are promised.
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
  while ((await lookAtPayments(shop.shop)) > 0);
  await service.signIn()
  expect((await book(early.id)).status).toBe(409)
  const { body: proposal } = await propose(number)
  expect(proposal).toMatchObject({ points_back: 2, cents: 1000, cents_sent: 0 })
  expect((await book(proposal.id)).status).toBe(200)
  expect(await standing(number)).toMatchObject({ points: 2, cents: 0 })

  const { number: other } = await paidOrder({ quantity: 2 })
  await shop.sql`update channel set credit_first = 'points' where id = '1014'`
  expect((await propose(other)).body).toMatchObject({ points_back: 4, cents: 0 })
  await shop.sql`update channel set credit_first = 'card' where id = '1014'`
  const { findings } = await checkBooks(shop.sql)
  expect(findings.map(({ code }) => code)).toEqual(['charged-back'])
  await shop.sql`
    insert into chargeback_end (chargeback_id, kind, note, at) select id, 'accepted', 'seen', now() from chargeback`
})

it('waits above the limit for a second person, whose yes books it (DESK-30)', async () => {
  const dear = await shop.gift({ points: 60, inStock: 5 })
  const { number } = await sampleOrder(shop, { gifts: [dear] })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await releaseOrder(shop.shop, number)
  const { body: proposal } = await propose(number)
  expect(proposal.needs_approval).toBe(true)
  const asked = await book(proposal.id)
  expect(asked.body).toMatchObject({ credit: null, approval: expect.any(String) })
  expect(await standing(number)).toMatchObject({ credits: 0, points: 0 })
  const owner = await deskGuest(shop)
  await owner.signIn()
  const yes = await owner.ask('POST', `/desk/api/approvals/${asked.body.approval}/approve`, {})
  expect(yes.status).toBe(200)
  expect(await standing(number)).toMatchObject({ credits: 1, points: 60 })
  const elsewhere = await deskGuest(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await propose(number, whole, elsewhere)).status).toBe(404)
  expect((await book(proposal.id, elsewhere)).status).toBe(404)
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
    release: ({ number }) => releaseOrder(shop.shop, number),
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
    // What the bank took before it could be sent was refused, and waits for somebody.
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
    ['credit-vat-differs', `update credit_vat set vat_cents = 1 where credit_number = '${credit}'`],
    [
      'credit-without-history',
      `delete from order_event where type = 'credited' and order_number = '${number}'`,
    ],
    ['vat-without-rate', `update order_line set vat_bp = 1234 where order_number = '${number}'`],
    [
      'attention-forgotten',
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
