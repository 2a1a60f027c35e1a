import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Transaction } from '#server/platform/db/database.ts'
import { checkBooks, type Finding, findProblems } from '#tools/check/check.ts'
import {
  fillShopRecords,
  HELD,
  PAID,
  RETURNED,
  UNDONE,
} from '#server/testing/samples/sample-shop-records.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await fillShopRecords(db.sql)
})
afterAll(() => db.drop())

class Undone extends Error {}

/** The findings after the damage, which is then rolled back. */
async function findingsAfter(damage: string) {
  let findings: Finding[] = []
  await db.sql
    .begin(async (sql: Transaction) => {
      await sql`set local session_replication_role = replica`
      await sql.unsafe(damage)
      findings = await findProblems(sql)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return findings
}

it('finds nothing in data that the shop has written', async () => {
  expect(await checkBooks(db.sql)).toEqual({ findings: [] })
})

it('finds nothing in an empty database without a job queue', async () => {
  const empty = await testDatabase()
  expect(await checkBooks(empty.sql)).toEqual({ findings: [] })
  await empty.drop()
})

const again = `insert into ledger (voucher_id, kind, points, ends_id, order_number)
  select voucher_id, kind, points, ends_id, order_number from ledger where kind = 'capture' and voucher_id = 2`

it.each([
  ['balance-differs', '1', 'update voucher_balance set granted = granted + 1 where voucher_id = 1'],
  ['balance-differs', '4', 'delete from ledger where voucher_id = 4'],
  ['claim-differs', '2', 'delete from voucher_activation where voucher_id = 2'],
  [
    // A login by staff does not activate a voucher, but an order does.
    'claim-differs',
    '2',
    `insert into impersonation (voucher_id, staff_id, reason, at, ends_at) values (2, 1, 'x', now(), now() + interval '1 minute');
      delete from voucher_activation where voucher_id = 2`,
  ],
  ['claim-differs', '4', 'delete from cart where voucher_id = 4'],
  ['voucher-without-balance', '4', 'delete from voucher_balance where voucher_id = 4'],
  ['reservation-resolved-twice', undefined, `drop index ledger_resolved_once; ${again}`],
  [
    'entry-ends-another',
    undefined,
    "update ledger set points = 7 where kind = 'capture' and voucher_id = 2",
  ],
  ['entry-ends-another', undefined, "update ledger set voucher_id = 1 where kind = 'release'"],
  [
    'points-refunded-twice',
    undefined,
    "insert into ledger (voucher_id, kind, points, ends_id) select voucher_id, 'refund', 7, id from ledger where kind = 'capture' and voucher_id = 2",
  ],
  [
    'reservation-without-payment',
    undefined,
    `update payment set outcome = 'released' where key = '${HELD}'`,
  ],
  ['held-without-points', HELD, `update payment set reservation_id = null where key = '${HELD}'`],
  ['held-without-points', HELD, `update payment set points = 9 where key = '${HELD}'`],
  [
    'order-points-differ',
    '2000001',
    "update orders set points_paid = 5, total_points = 7 where number = '2000001'",
  ],
  [
    'order-points-differ',
    '2000001',
    "update ledger set order_number = null where kind = 'capture' and voucher_id = 2",
  ],
  ['points-without-order', undefined, "delete from orders where number = '2000001'"],
  [
    'order-lines-differ',
    '2000001',
    "update order_line set quantity = 3 where order_number = '2000001'",
  ],
  ['order-lines-differ', '2000001', "delete from order_line where order_number = '2000001'"],
  ['order-money-differs', '2000001', `update payment set cents = 1500 where key = '${PAID}'`],
  ['order-money-differs', '2000001', `delete from payment where key = '${PAID}'`],
  ['cart-order-differ', HELD, `update cart set state = 'ordered' where guid = '${HELD}'`],
  ['cart-order-differ', UNDONE, `update cart set state = 'open' where guid = '${UNDONE}'`],
  ['cart-order-differ', PAID, `update cart set state = 'open' where guid = '${PAID}'`],
  ['cart-order-differ', PAID, "update orders set voucher_id = 1 where number = '2000001'"],
  ['order-without-history', '2000001', 'delete from order_event'],
  [
    'order-state-differs',
    '2000001',
    "update order_line set state = 'shipped' where order_number = '2000001'",
  ],
  [
    'order-state-differs',
    '2000001',
    "update orders set state = 'delivered' where number = '2000001'",
  ],
  [
    'digital-not-delivered',
    '2000001',
    `update order_line set delivery_condition = 'digital', state = 'released' where order_number = '2000001';
      insert into mail (template, subject_id, channel_id, language, recipient, state)
        values ('digital-gift', '2000001', '1014', 'nl', 'a@b.example', 'refused')`,
  ],
  [
    'line-not-settled',
    '2000001',
    `update order_line set delivery_condition = 'digital', state = 'released' where order_number = '2000001';
      insert into mail (template, subject_id, channel_id, language, recipient, state, sent_at)
        values ('digital-gift', '2000001', '1014', 'nl', 'a@b.example', 'sent', now() - interval '2 hours')`,
  ],
  [
    'line-not-settled',
    '2000001',
    `update order_line set delivery_condition = 'dropship', state = 'released' where order_number = '2000001';
      insert into order_event (order_number, type, at) values ('2000001', 'released', now() - interval '15 days')`,
  ],
  [
    'cancelled-not-returned',
    undefined,
    "delete from ledger where kind = 'refund' and voucher_id = 5",
  ],
  [
    'cancelled-not-returned',
    '2000001',
    "update orders set state = 'cancelled' where number = '2000001'",
  ],
  [
    'cancellation-differs',
    '2000001',
    "update orders set state = 'cancelled' where number = '2000001'",
  ],
  [
    'cancellation-differs',
    undefined,
    "update orders set state = 'placed' where state = 'cancelled'",
  ],
  [
    'cancellation-differs',
    undefined,
    "insert into order_event (order_number, type) select order_number, 'released' from order_cancellation",
  ],
  [
    'cancellation-differs',
    undefined,
    `update order_cancellation set kind = 'reopened', cart_guid = '${HELD}'`,
  ],
  ['withdrawal-differs', '2000001-W1', 'update withdrawal set points = 5, points_to_credit = 3'],
  ['withdrawal-differs', '2000001-W1', 'delete from withdrawal_line'],
  ['withdrawn-too-much', '2000001', 'update withdrawal_line set quantity = 3'],
  [
    'withdrawal-above-payment',
    '2000001',
    'update withdrawal set points_to_credit = 0, cents_to_credit = 2000',
  ],
  ['withdrawal-without-history', '2000001-W1', "delete from order_event where type = 'withdrawn'"],
  ['cancellation-without-mail', undefined, "delete from mail where template = 'order-cancelled'"],
  ['withdrawal-without-mail', '2000001-W1', 'delete from mail'],
  ['money-without-end', HELD, `update payment set state = 'paid' where key = '${HELD}'`],
  ['money-without-order', PAID, "delete from orders where number = '2000001'"],
  ['money-not-returned', RETURNED, 'update refund set cents = 600'],
  ['money-not-returned', RETURNED, 'delete from refund'],
  ['ordered-and-returned', PAID, `update refund set payment_key = '${PAID}'`],
  ['refunded-too-much', RETURNED, 'update refund set cents = 1100'],
  ['refunded-too-much', HELD, `update refund set payment_key = '${HELD}'`],
  [
    'refund-waiting',
    undefined,
    "update refund set state = 'waiting', provider_id = null, done_at = null, created_at = now() - interval '25 hours'",
  ],
  [
    'refund-slow',
    undefined,
    "update refund set state = 'processing', done_at = null, created_at = now() - interval '11 days'",
  ],
  ['refund-failed', undefined, "update refund set state = 'failed'"],
  ['refund-failed', undefined, "update refund set state = 'refused', provider_id = null"],
  ['money-not-returned', RETURNED, "update refund set state = 'canceled'"],
  ['charged-back', 'chb_2', 'delete from chargeback_end'],
  [
    'refunded-and-charged-back',
    RETURNED,
    `update chargeback set payment_key = '${RETURNED}'; delete from chargeback_end`,
  ],
  ['payment-erased', HELD, "update payment set expires_at = now() - interval '25 hours'"],
  ['stock-differs', 'mug', "update stock set on_hand = on_hand + 1 where sku = 'mug'"],
  ['stock-differs', 'vase', "delete from stock_movement where sku = 'vase'"],
  ['stock-reserved-differs', 'mug', "update stock set reserved = 2 where sku = 'mug'"],
  ['order-stock-differs', '2000001', "delete from stock_movement where order_number = '2000001'"],
  [
    'order-stock-differs',
    '2000001',
    "update stock_movement set quantity = -1 where order_number = '2000001'",
  ],
  [
    'order-stock-differs',
    '2000001',
    "update order_line set state = 'cancelled' where order_number = '2000001'",
  ],
  [
    'stock-held-for-nothing',
    `${HELD} mug`,
    `update payment set outcome = 'released' where key = '${HELD}'`,
  ],
  [
    'stock-held-for-nothing',
    `${HELD} mug`,
    `update cart_line set quantity = 2 where cart_guid = '${HELD}'`,
  ],
  ['held-without-stock', HELD, 'delete from stock_reservation'],
  ['order-without-mail', '2000001', 'delete from mail'],
  ['mail-waiting', undefined, "update mail set created_at = now() - interval '25 hours'"],
  [
    'job-failed',
    undefined,
    `insert into job (name, data, failed_at, error) values ('refund', '{"key": "x"}', now(), 'no')`,
  ],
  ['orphan-row', 'product', 'delete from brand'],
  [
    'orphan-row',
    'navigation_tag',
    "insert into navigation_tag (channel_id, item_id, tag_id) values ('1014', 'kitchen', 'mugs')",
  ],
])('finds %s (%s) after: %s', async (code, subject, damage) => {
  const found = (await findingsAfter(damage)).filter((finding) => finding.code === code)

  if (subject === undefined) expect(found).toHaveLength(1)
  else expect(found.map((finding) => finding.subject)).toContain(subject)
  expect(found[0]?.message).toMatch(/\w \w/)
  expect(found[0]?.resolve).toMatch(/\w \w.*\.$/)
})

const linesAre = (...states: string[]) => `
  insert into order_line (order_number, line, spli_id, sku, name, brand, picture, delivery_info, delivery_condition,
    points, quantity, took_stock, state)
  select order_number, line + n, spli_id, sku, name, brand, picture, delivery_info, delivery_condition,
    points, quantity, took_stock, told.state
  from order_line, unnest('{${states.join()}}'::text[]) with ordinality as told (state, n)
  where order_number = '2000001';
  delete from order_line where order_number = '2000001' and line = 1`

it.each([
  ['placed', ['placed', 'released'], undefined],
  ['released', ['delivered', 'placed', 'released'], 'placed'],
  ['released', ['delivered', 'shipped', 'released'], undefined],
  ['shipped', ['delivered', 'shipped', 'cancelled'], undefined],
  ['delivered', ['delivered', 'shipped'], 'shipped'],
  ['released', ['cancelled', 'delivered'], 'delivered'],
  ['cancelled', ['cancelled', 'released'], 'released'],
  ['cancelled', ['cancelled', 'cancelled'], undefined],
] as const)('of an order that is %s with lines %j says %s (B20)', async (state, lines, told) => {
  const found = await findingsAfter(
    `${linesAre(...lines)}; update orders set state = '${state}' where number = '2000001'`,
  )
  const messages = found.filter(({ code }) => code === 'order-state-differs')
  expect(messages.map(({ subject, message }) => [subject, message])).toEqual(
    told ? [['2000001', `the order is ${state}, but its lines are ${told}`]] : [],
  )
})

const released = (condition: string) => `
  update order_line set delivery_condition = '${condition}', state = 'released' where order_number = '2000001'`
const codes = (state: string, ago: string) => `
  insert into mail (template, subject_id, channel_id, language, recipient, state, sent_at)
  values ('digital-gift', '2000001', '1014', 'nl', '${state}@b.example', '${state}', now() - interval '${ago}')`
const suppliedSince = (days: number) => `
  insert into order_event (order_number, type, at)
  values ('2000001', 'released', now() - interval '${days} days')`

it.each([
  ['its mail went out just now', `${released('digital')}; ${codes('sent', '30 minutes')}`],
  [
    'its mail went to another address in the end',
    `${released('digital')}; ${codes('refused', '2 hours')}; ${codes('sent', '1 minute')}`,
  ],
  ['its supplier has a day left', `${released('dropship')}; ${suppliedSince(13)}`],
  [
    'its supplier may take three weeks',
    `update channel set supplier_days = 21; ${released('dropship')}; ${suppliedSince(20)}`,
  ],
  ['no mail has left yet', `${released('digital')}; ${codes('queued', '2 hours')}`],
])('has nothing to say of a line while %s (B20)', async (_, way) => {
  const found = (await findingsAfter(way)).map(({ code }) => code)
  expect(found).not.toContain('line-not-settled')
  expect(found).not.toContain('digital-not-delivered')
})

it('limits the findings of a thousand damaged rows', async () => {
  const findings = await findingsAfter(`
    insert into order_line select '2000001', 1 + n, spli_id, sku, name, brand, picture, delivery_info,
      delivery_condition, points, quantity, false, state from order_line, generate_series(1, 1000) n
      where order_number = '2000001';
    insert into orders select (77000000 + n)::text, gen_random_uuid(), voucher_id, channel_id, language, state, placed_at,
      changeable_until, 0, 0, 0, null, null, person, delivery from orders, generate_series(1, 1000) n
      where number = '2000001'`)

  const found = findings.filter(({ code }) => code === 'order-without-mail')
  expect(found).toHaveLength(101)
  expect(found.at(-1)).toMatchObject({ subject: 'more', message: 'and 900 more of the same kind' })
})
