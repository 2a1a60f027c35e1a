/**
 * Tables whose rows are no part of the history: what a process notes for a while, what is calculated from other tables, and
 * what every shop has of its own.
 */
export const LEFT_OUT: readonly string[] = [
  'acting_summary',
  'change_event',
  'cleanup_run',
  'employer_statistic',
  'idempotency_key',
  'known_device',
  'login_attempt',
  'migration',
  'nightly_check',
  'order_number_timeline',
  'outbound_request',
  'password_failure',
  'presence',
  'sales_velocity',
  'sales_velocity_counted',
  'session',
  'staff_idempotency_key',
  'staff_session',
  'stock',
]

const ofVoucher = (voucher: string) => `(select batch_id from voucher where id = ${voucher})`
const ofOrder = (number: string) =>
  `(select batch_id from orders join voucher on voucher.id = voucher_id where number = ${number})`
const ofCart = (guid: string) =>
  `(select batch_id from cart join voucher on voucher.id = voucher_id where guid = ${guid})`
const ofPayment = (where: string) =>
  `(select batch_id from payment join voucher on voucher.id = voucher_id where ${where})`

/** The batch of a row, where no column names it, its voucher or its order. */
const BATCHES: Readonly<Record<string, string>> = {
  voucher_batch: 't.id',
  campaign: '(select min(id) from voucher_batch where campaign_id = t.id)',
  cart_line: ofCart('t.cart_guid'),
  sandbox_payment: ofCart('t.cart_guid::uuid'),
  sandbox_refund: ofPayment('payment.id = t.payment_id'),
  sandbox_chargeback: ofPayment('payment.id = t.payment_id'),
  refund: ofPayment('payment.key = t.payment_key'),
  chargeback: ofPayment('payment.key = t.payment_key'),
  stock_reservation: ofPayment('payment.key = t.payment_key'),
  credit_vat: ofOrder('(select order_number from credit where number = t.credit_number)'),
  withdrawal_return: ofOrder(
    '(select order_number from withdrawal where number = t.withdrawal_number)',
  ),
  purchase_link: ofOrder("split_part(t.number, '-', 1)"),
  purchase_order_line: ofOrder("split_part(t.number, '-', 1)"),
  service_message: ofVoucher('(select voucher_id from service_request where id = t.request_id)'),
  sandbox_warehouse_order: ofOrder("split_part(t.order_number, '-', 1)"),
  sandbox_warehouse_event: ofOrder("split_part(t.order_number, '-', 1)"),
  audit: `case t.subject_kind when 'order' then ${ofOrder('t.subject_id')} when 'batch' then t.subject_id::bigint
    when 'campaign' then (select min(id) from voucher_batch where campaign_id::text = t.subject_id) end`,
}

/** An SQL expression for the batch that a row belongs to; null for a row of none. */
export function batchOf(table: string, columns: readonly string[]): string {
  const own = BATCHES[table]
  if (own !== undefined) return own
  if (columns.includes('batch_id')) return 't.batch_id'
  if (columns.includes('voucher_id')) return ofVoucher('t.voucher_id')
  if (columns.includes('order_number')) return ofOrder('t.order_number')
  return 'null::bigint'
}

const placedAt = (number: string) => `(select placed_at from orders where number = ${number})`

/** The moment that decides the month of a row. A part of an order lies in the month of its order. */
export const MONTHS: Readonly<Record<string, string>> = {
  ledger: 't.at',
  orders: 't.placed_at',
  order_line: placedAt('t.order_number'),
  order_event: placedAt('t.order_number'),
  parcel: placedAt('t.order_number'),
  parcel_line: placedAt('t.order_number'),
  stock_movement: `coalesce(${placedAt('t.order_number')}, t.at)`,
  mail: `coalesce((select placed_at from orders where number = split_part(t.subject_id, ':', 1) and month = t.month),
    t.created_at)`,
}

/** Rows that are not worth their room, or that a first start has of its own. */
export const ROWS: Readonly<Record<string, string>> = {
  // The sandbox's mailbox: only what a newcomer may look for.
  sandbox_mail: "t.created_at > $1::timestamptz - interval '3 days'",
  job: 't.failed_at is null',
  // How the stock came in is made of the sales, whatever their days.
  stock_movement: "t.reason <> 'count'",
}
