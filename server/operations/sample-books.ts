import { voucherKeys } from '#server/account/voucher-keys.ts'
import type { Sql, Transaction } from '#server/db/database.ts'
import { makeVoucher, type NewVoucher } from '#server/vouchers/make-voucher.ts'
import { fillCatalogue } from '#server/vouchers/sample-catalogue.ts'

export const PAID = '00000000-0000-4000-8000-000000000001'
export const HELD = '00000000-0000-4000-8000-000000000002'
export const RETURNED = '00000000-0000-4000-8000-000000000003'

const keys = voucherKeys('salt', 'test:pepper')

/**
 * The smallest shop with a bit of everything, for tests of the books: voucher 1 has spent points, 2 has paid
 * the rest by card, 3 is at the payment page, 4 got its money back. The payments' keys are their carts', too.
 */
export async function fillBooks(sql: Sql) {
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
    await paidOrder(sql)
    await heldPayment(sql)
    await returnedPayment(sql)
  })
}

async function voucher(
  sql: Transaction,
  given: Pick<NewVoucher, 'code' | 'points'> & Partial<NewVoucher>,
) {
  await makeVoucher(sql, keys, {
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
    insert into stock_move (sku, quantity, reason, order_number) values ('mug', -2, 'order', '2000001')`
  await sql`
    insert into mail (template, subject_id, channel_id, language, recipient)
    values ('order-confirmation', '2000001', '1014', 'nl', 'tom@giftpoint.example')`
  await sql`update payment set outcome = 'ordered', order_number = '2000001' where key = ${PAID}`
  await sql`update cart set state = 'ordered' where guid = ${PAID}`
}

/** Three mugs: 10 points are set aside, and three mugs. */
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
    insert into refund (payment_key, cents, reason, state) values (${RETURNED}, 1000, 'no-order', 'done')`
}
