import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import {
  createVoucher,
  type NewVoucher,
} from '#server/modules/orders/past-orders/create-voucher.ts'
import { fillCatalogue } from '#server/testing/samples/sample-catalog.ts'

export const PAID = '00000000-0000-4000-8000-000000000001'
export const HELD = '00000000-0000-4000-8000-000000000002'
export const UNDONE = '00000000-0000-4000-8000-000000000004'
export const RETURNED = '00000000-0000-4000-8000-000000000003'

const keys = voucherKeys('salt', 'test:pepper')

/**
 * The smallest shop with records of each kind: voucher 1 has spent points, 2 has paid the rest by card and withdrawn
 * from one of two mugs, 3 is at the payment page, 4 got its money back, 5 has cancelled an order. The key of a payment
 * is also that of its cart.
 */
export async function fillShopRecords(sql: Sql) {
  await sql.begin(async (sql) => {
    await fillCatalogue(sql)
    const spentOn = [
      { sku: 'mug', quantity: 2 },
      { sku: 'vase', quantity: 1 },
    ]
    await voucher(sql, { code: 'spender22', points: 20, spentOn })
    await voucher(sql, { code: 'cardpayer', points: 6 })
    await voucher(sql, { code: 'atthepage', points: 10 })
    await voucher(sql, { code: 'moneyback', points: 5 })
    await voucher(sql, { code: 'regretter', points: 9 })
    await paidOrder(sql)
    await reversedChargeback(sql)
    await withdrawnMug(sql)
    await heldPayment(sql)
    await returnedPayment(sql)
    await undoneOrder(sql)
  })
}

async function voucher(
  sql: Transaction,
  given: Pick<NewVoucher, 'code' | 'points'> & Partial<NewVoucher>,
) {
  await createVoucher(sql, keys, {
    channelId: '1014',
    validFrom: null,
    validUntil: null,
    firstName: 'Sanne',
    salutation: '',
    language: 'nl',
    blocked: false,
    isDemo: false,
    spentOn: [],
    ...given,
  })
}

const PERSON = {
  firstName: 'Tom',
  prefix: '',
  surname: 'Bos',
  email: 'tom@giftpoint.example',
  telephone: '',
}

async function payment(
  sql: Transaction,
  {
    key,
    voucherId,
    points,
    state,
  }: { key: string; voucherId: number; points: number; state: string },
) {
  await sql`
    insert into cart (guid, voucher_id, state, person, delivery) values
      (${key}, ${voucherId}, 'open', ${sql.json(PERSON)}, ${sql.json({ kind: 'digital' })})`
  const [reserve] = await sql<{ id: number }[]>`
    insert into ledger (voucher_id, kind, points, cart_guid)
    values (${voucherId}, 'reserve', ${points}, ${key}) returning id`
  await sql`
    insert into payment (key, id, provider, cart_guid, cart_version, voucher_id, cents, points, redirect_url,
      cancel_url, state, reservation_id, expires_at)
    values (${key}, ${`tr_${voucherId}`}, 'sandbox', ${key}, 1, ${voucherId}, 1000, ${points}, 'http://a/',
      'http://a/', ${state}, ${reserve?.id ?? 0}, now() + interval '1 hour')`
  return reserve?.id ?? 0
}

/** Two mugs of 4: 6 points and 10 euros. */
async function paidOrder(sql: Transaction) {
  const reserve = await payment(sql, { key: PAID, voucherId: 2, points: 6, state: 'paid' })
  const [capture] = await sql<{ id: number }[]>`
    insert into ledger (voucher_id, kind, points, ends_id, cart_guid, order_number)
    values (2, 'capture', 6, ${reserve}, ${PAID}, '2000001') returning id`
  await sql`
    insert into orders (number, cart_guid, voucher_id, channel_id, language, changeable_until, total_points,
      points_paid, cents_paid, capture_id, payment_key, person, delivery)
    values ('2000001', ${PAID}, 2, '1014', 'nl', now(), 8, 6, 1000, ${capture?.id ?? 0}, ${PAID},
      ${sql.json(PERSON)}, ${sql.json({ kind: 'digital' })})`
  await sql`
    insert into order_line (order_number, line, spli_id, sku, name, brand, picture, delivery_info,
      delivery_condition, points, quantity, took_stock)
    values ('2000001', 1, '1014-mug', 'mug', 'Mok', 'Zonnekeramiek', '', '', 'monta', 4, 2, true)`
  await sql`insert into order_event (order_number, type) values ('2000001', 'placed')`
  await sql`
    insert into stock_movement (sku, quantity, reason, order_number) values ('mug', -2, 'order', '2000001')`
  await sql`
    insert into mail (template, subject_id, channel_id, language, recipient)
    values ('order-confirmation', '2000001', '1014', 'nl', 'tom@giftpoint.example')`
  await sql`update payment set outcome = 'ordered', order_number = '2000001' where key = ${PAID}`
  await sql`update cart set state = 'ordered' where guid = ${PAID}`
}

/** The bank took the money back, and gave it back to us. */
async function reversedChargeback(sql: Transaction) {
  await sql`
    insert into chargeback (id, payment_key, cents, reason, at, received_at)
    values ('chb_2', ${PAID}, 1000, 'Not recognised', now(), now())`
  await sql`
    insert into chargeback_end (chargeback_id, kind, at) values ('chb_2', 'reversed', now())`
}

/** One of the two mugs: 4 points, of which the card paid 2. */
async function withdrawnMug(sql: Transaction) {
  await sql`
    insert into withdrawal (order_number, place, key, email, points, points_to_credit, cents_to_credit, at)
    values ('2000001', 1, ${PAID}, 'tom@giftpoint.example', 4, 2, 1000, now())`
  await sql`
    insert into withdrawal_line (withdrawal_number, order_number, line, quantity)
    values ('2000001-W1', '2000001', 1, 1)`
  await sql`
    insert into order_event (order_number, type, description)
    values ('2000001', 'withdrawn', '2000001-W1')`
  await sentMail(sql, 'withdrawal-receipt', '2000001:2000001-W1')
}

async function sentMail(sql: Transaction, template: string, subject: string) {
  await sql`
    insert into mail (template, subject_id, channel_id, language, recipient, state)
    values (${template}, ${subject}, '1014', 'nl', 'tom@giftpoint.example', 'sent')`
}

/** An undone order of a mug for 4 points, whose unit is back in stock. */
async function undoneOrder(sql: Transaction) {
  await sql`
    insert into cart (guid, voucher_id, state, person, delivery) values
      (${UNDONE}, 5, 'ordered', ${sql.json(PERSON)}, ${sql.json({ kind: 'digital' })})`
  const [spent] = await sql<{ capture_id: number }[]>`
    select capture_id from spend_points(5, 4, null, ${UNDONE}, now())`
  const capture = spent?.capture_id ?? 0
  await sql`
    insert into orders (number, cart_guid, voucher_id, channel_id, language, state, changeable_until,
      total_points, points_paid, cents_paid, capture_id, person, delivery)
    select order_number, ${UNDONE}, 5, '1014', 'nl', 'cancelled', now(), 4, 4, 0, id, ${sql.json(PERSON)},
      ${sql.json({ kind: 'digital' })} from ledger where id = ${capture}`
  const [order] = await sql<{ number: string }[]>`
    select number from orders where cart_guid = ${UNDONE}`
  const number = order?.number ?? ''
  await sql`
    insert into order_line (order_number, line, spli_id, sku, name, brand, picture, delivery_info,
      delivery_condition, points, quantity, took_stock, state)
    values (${number}, 1, '1014-mug', 'mug', 'Mok', 'Zonnekeramiek', '', '', 'monta', 4, 1, true, 'cancelled')`
  await sql`insert into order_event (order_number, type) values (${number}, 'placed'), (${number}, 'cancelled')`
  await sql`
    insert into stock_movement (sku, quantity, reason, order_number)
    values ('mug', -1, 'order', ${number}), ('mug', 1, 'cancel', ${number})`
  await sql`
    insert into ledger (voucher_id, kind, points, ends_id, order_number)
    values (5, 'refund', 4, ${capture}, ${number})`
  await sql`
    insert into order_cancellation (order_number, kind, at) values (${number}, 'cancelled', now())`
  await sentMail(sql, 'order-confirmation', number)
  await sentMail(sql, 'order-cancelled', number)
}

/** Three mugs: 10 points and three units are reserved. */
async function heldPayment(sql: Transaction) {
  await payment(sql, { key: HELD, voucherId: 3, points: 10, state: 'open' })
  await sql`
    insert into cart_line (cart_guid, spli_id, quantity, points_when_added)
    values (${HELD}, '1014-mug', 3, 4)`
  await sql`insert into stock_reservation values (${HELD}, 'mug', 3)`
}

async function returnedPayment(sql: Transaction) {
  const reserve = await payment(sql, { key: RETURNED, voucherId: 4, points: 5, state: 'paid' })
  await sql`
    insert into ledger (voucher_id, kind, points, ends_id) values (4, 'release', 5, ${reserve})`
  await sql`
    update payment set outcome = 'refunded', reservation_id = null where key = ${RETURNED}`
  await sql`
    insert into refund (payment_key, cents, reason, state, provider_id, done_at)
    values (${RETURNED}, 1000, 'no-order', 'refunded', 're_4', now())`
}
