import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { findProblems } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { pidOf, waitsForLock } from '#server/testing/database/waits-for-lock.ts'
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

it('is refused by the database above the amount paid, whichever code writes it (DESK-30)', async () => {
  const { number } = await paidOrder()
  const { body: proposal } = await proposeCredit(number)
  await bookCredit(proposal.id)
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
        staff_id: customerService.staffId,
        at: new Date(),
        ...more,
      }
      await sql`insert into credit ${sql(row)}`
      await sql`
        insert into credit_line (credit_number, order_number, line, quantity) values (${`${number}-C2`}, ${number}, 1, 1)`
    })
  await expect(forged({})).rejects.toThrow('more than was ordered')
  // The same units cannot be withdrawn as well.
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
  const nothing = { ...oneUnit, lines: [{ line: 9, quantity: 1 }] }
  const unknown = { withdrawal: `${number}-W9`, reason: 'withdrawn' }
  for (const input of [nothing, unknown])
    expect((await proposeCredit(number, input)).body.error?.code).toBe('no-such-line')
  await expect(
    shop.sql`update credit set points = 1, points_back = 1, cents_back = 0 where number = ${`${number}-C1`}`,
  ).rejects.toThrow('append-only')

  const other = await paidOrder()
  const { body: next } = await proposeCredit(other.number)
  const insertCredit = (more: object, { booked = false, rate = 0 } = {}) =>
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
        staff_id: customerService.staffId,
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
  await expect(insertCredit({})).rejects.toThrow('not in the balance')
  for (const more of [
    { points_back: 0, cents_back: 2000 },
    { points_back: 4, cents_back: 0 },
    { vat_back: 175 },
  ]) {
    await expect(insertCredit(more)).rejects.toThrow('more would be given back')
  }
  // A VAT rate that was not charged cannot be refunded.
  await expect(insertCredit({ vat_back: 83 }, { booked: true, rate: 900 })).rejects.toThrow(
    'at one rate of VAT than was charged',
  )
  await expect(insertCredit({ cents_sent: 1000 }, { booked: true })).rejects.toThrow(
    'not on its way',
  )
  await expect(insertCredit({ points: 3, points_back: 1 })).rejects.toThrow('its lines of 4')
})

it('makes two refunds of one line wait for each other, whichever code writes them (DESK-30)', async () => {
  const { number } = await paidOrder({ quantity: 2 })
  const { body: proposal } = await proposeCredit(number)
  const [first, second] = [await shop.sql.reserve(), await shop.sql.reserve()]
  const pid = await pidOf(second)
  const insertCreditOf = async (sql: typeof first, place: number) => {
    await sql`
      insert into credit (order_number, place, kind, proposal_id, goods, reason, points, points_back, cents_back,
        cents_sent, vat_back, staff_id, at)
      select order_number, ${place}, 'refund', ${place === 1 ? proposal.id : other.id}, goods, reason, points, points_back,
        cents_back, 0, 0, ${customerService.staffId}, now() from credit_proposal where id = ${proposal.id}`
    await sql`
      insert into credit_line (credit_number, order_number, line, quantity)
      values (${`${number}-C${place}`}, ${number}, 1, 1)`
  }
  const { body: other } = await proposeCredit(number)
  await first`begin`
  await second`begin`
  await insertCreditOf(first, 1)
  const written = insertCreditOf(second, 2).then(
    () => 'written',
    (error: Error) => error.message,
  )
  expect(await waitsForLock(shop.sql, pid, written)).toBe(true)
  await first`rollback`
  expect(await written).toBe('written')
  await second`rollback`
  first.release()
  second.release()
  expect(await creditTotals(number)).toMatchObject({ credits: 0, points: 0 })
})

it('keeps all sums consistent when eight refunds run beside a cancellation, a release, a withdrawal and a chargeback (DESK-30)', async () => {
  const { payments } = shop.shop.ports
  if (!isSandboxPayments(payments)) throw new Error('requires the sandbox provider')
  type PaidOrder = Awaited<ReturnType<typeof paidOrder>>
  const opponents: Record<string, (order: PaidOrder) => Promise<unknown>> = {
    withdrawal: ({ number, holder }) =>
      holder.call('withdrawOrder', { order_number: number, withdrawal_key: randomUUID() }),
    chargeback: ({ paymentId }) => payments.chargeBack(paymentId, 1000),
    undo: ({ number, holder }) => holder.call('cancelOrder', { order_number: number }),
    release: ({ number }) => submitOrder(shop.shop, number),
  }
  for (const [released, simultaneous] of [
    [true, ['withdrawal']],
    [true, ['chargeback', 'withdrawal']],
    [false, ['undo', 'release']],
    [false, ['chargeback', 'undo']],
  ] as const) {
    const order = await paidOrder({ released, quantity: 2 })
    const { number } = order
    const proposals = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        proposeCredit(number, { ...oneUnit, lines: [{ line: 1, quantity: 1 + (index % 2) }] }),
      ),
    )
    const [answers] = await Promise.all([
      Promise.all(proposals.map(({ body }) => bookCredit(body.id))),
      ...simultaneous.map((name) => opponents[name]?.(order)),
    ])
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect(status).toBe(409)
      expect(body.error?.code).toBe('changed-since')
      expect(body.changes).not.toEqual([])
    }
    // All were proposed for the same state of the order, so at most one is booked.
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    await shop.shop.jobs.drain()
    const [sums] = await shop.sql<{ units: number; returned: number; points: number }[]>`
      select coalesce((select sum(quantity)::integer from credit_line where order_number = number), 0)
        + coalesce((select sum(quantity)::integer from withdrawal_line where order_number = number
            and withdrawal_number not in (select withdrawal_number from credit where withdrawal_number is not null)), 0) as units,
        payment_returned_cents(payment_key) as returned,
        (select coalesce(sum(points), 0)::integer from ledger where kind = 'refund' and ends_id = capture_id) as points
      from orders where number = ${number}`
    expect(sums?.units).toBeLessThanOrEqual(2)
    expect(sums?.returned).toBeLessThanOrEqual(1000)
    expect(sums?.points).toBeLessThanOrEqual(6)
    await shop.sql`
      insert into chargeback_end (chargeback_id, kind, note, at)
      select id, 'accepted', 'seen', now() from chargeback on conflict do nothing`
    // Staff must settle a refund that was refused because of the chargeback.
    await shop.sql`
      update refund set settled_note = 'the bank took it' where state = 'refused' and settled_note is null`
    await expectConsistentBooks()
  }
})

it('is reported by the consistency check if one of its rows differs (DESK-30, DESK-33)', async () => {
  const { number } = await paidOrder()
  const { body } = await proposeCredit(number)
  await bookCredit(body.id)
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
        found.push(...(await findProblems(sql)).map((finding) => finding.code))
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'rolled back')) throw error
      })
    expect(found).toContain(code)
  }
  await expectConsistentBooks()
})
