/**
 * Tables whose rows are not part of the history: temporary data, data calculated from other tables, and data that
 * differs in every shop.
 */
export const EXCLUDED_TABLES: readonly string[] = [
  'impersonation_summary',
  // Prices end as the demo world has them.
  'article',
  'change_event',
  'cleanup_run',
  'employer_statistic',
  'idempotency_key',
  'known_device',
  'login_attempt',
  'migration',
  'nightly_check',
  'offer',
  'order_number_timeline',
  'outbound_request',
  'password_failure',
  'presence',
  'product',
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

/** The batch of a row in a table without a column for batch, voucher or order. */
const BATCH_EXPRESSIONS: Readonly<Record<string, string>> = {
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

/** An SQL expression for the batch that a row belongs to, null without a batch. */
export function batchOf(table: string, columns: readonly string[]): string {
  const expression = BATCH_EXPRESSIONS[table]
  if (expression !== undefined) return expression
  if (columns.includes('batch_id')) return 't.batch_id'
  if (columns.includes('voucher_id')) return ofVoucher('t.voucher_id')
  if (columns.includes('order_number')) return ofOrder('t.order_number')
  return 'null::bigint'
}

const ORDERED_OR_ACTIVATED = `coalesce(
  (select max(placed_at) from orders where voucher_id = t.voucher_id),
  (select at from voucher_activation where voucher_id = t.voucher_id))`
/** Columns that the database sets by its own clock, and their time in the history. */
const BY_DATABASE_CLOCK: Readonly<Record<string, string>> = {
  'mail.created_at': `coalesce(
    (select placed_at from orders where number = split_part(t.subject_id, ':', 1)), t.sent_at)`,
  'ledger.at': `(select created_at from voucher join voucher_batch batch on batch.id = batch_id
    where voucher.id = t.voucher_id)`,
  'cart.changed_at': ORDERED_OR_ACTIVATED,
  'cart.consented_at': ORDERED_OR_ACTIVATED,
}

/** An SQL expression for the time in a column. The database has set times after the end of the history. */
export function momentIn(table: string, column: string, end: string): string {
  const playedTime = BY_DATABASE_CLOCK[`${table}.${column}`]
  if (playedTime === undefined) return `t.${column}`
  return `case when t.${column} > '${end}' then ${playedTime} else t.${column} end`
}

const placedAt = (number: string) => `(select placed_at from orders where number = ${number})`

/** The order that decides the month of a row. */
const ORDER_NUMBERS: Readonly<Record<string, string>> = {
  order_line: 't.order_number',
  order_event: 't.order_number',
  parcel: 't.order_number',
  parcel_line: 't.order_number',
  stock_movement: 't.order_number',
  mail: "split_part(t.subject_id, ':', 1)",
}
/** The moment that decides the month of a row without an order. */
const OWN_MOMENTS: Readonly<Record<string, string>> = {
  ledger: 'at',
  orders: 'placed_at',
  stock_movement: 'at',
  mail: 'created_at',
}

/** An SQL expression for the moment that decides the month of a row; undefined for tables without one. */
export function monthMoment(table: string, end: string): string | undefined {
  const [order, own] = [ORDER_NUMBERS[table], OWN_MOMENTS[table]]
  const moment = own && momentIn(table, own, end)
  if (order === undefined) return moment
  return moment === undefined ? placedAt(order) : `coalesce(${placedAt(order)}, ${moment})`
}

/** Rows that are not needed, or that every first start creates itself. */
export const ROW_FILTERS: Readonly<Record<string, string>> = {
  // Only the last days of the sandbox's mailbox.
  sandbox_mail: "t.created_at > $1::timestamptz - interval '3 days'",
  job: 't.failed_at is null',
  // These hosts do not exist.
  webhook_delivery: "t.state <> 'waiting'",
  // Deliveries of stock are calculated from the sales when the history is loaded.
  stock_movement: "t.reason <> 'count'",
}
