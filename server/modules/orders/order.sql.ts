import type { HolderMail } from '#domain/mail/mails.ts'
import type { ReplacementOutcome, UnavailableCause } from '#domain/orders/replacement.ts'
import type { Delivery, DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { Language } from '#domain/language.ts'
import type { ParcelState } from '#domain/fulfilment/parcel-state.ts'
import type { OrderState } from '#domain/orders/order-state.ts'
import type { VatShare } from '#domain/finance/vat-amounts.ts'
import {
  orderReplacementOffers,
  orderCredits,
  orderLines,
  orderMails,
  orderParcels,
  orderRefunds,
  orderWithdrawals,
} from '#server/modules/orders/order-parts.sql.ts'
import type { FormerGift } from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import type { Fragment, Queries, Transaction } from '#server/platform/db/database.ts'

export type OrderLine = {
  line: number
  spliId: string
  sku: string
  name: string
  variant: string
  brand: string
  brandId: string
  picture: string
  deliveryInfo: string
  deliveryCondition: DeliveryCondition
  points: number
  quantity: number
  tookStock: boolean
  state: OrderState
  /** Delivery was not reported: it is assumed because of the time passed. */
  arrivalAssumed: boolean
  withdrawn: number
  /** Units that were credited for other reasons than a withdrawal. */
  credited: number
  /** A replacement offer is open: the recipient can choose another gift or a refund. */
  isBeingReplaced: boolean
  /** The fulfilment attempt that sends it; 0: the first, with the original order. */
  round: number
  /** The line that this line was split from. */
  splitFrom: number | null
  /** The digital items of this line, handed out or waiting. Dropped ones are left out. */
  digitalItems: DigitalItem[]
  vatCountry: string | null
  vatBp: number | null
}

/** `mailNumber`: the number of the digital-gift mail that contained it; 0: not handed out yet. */
export type DigitalItem = {
  unit: number
  kind: 'code' | 'pdf'
  state: 'waiting' | 'handed'
  mailNumber: number
}

export type WithdrawalRow = {
  number: string
  key: string
  at: string
  email: string
  reason: string
  points: number
  pointsToCredit: number
  centsToCredit: number
  lines: { line: number; quantity: number }[]
}

export type CreditRow = {
  number: string
  kind: 'refund' | 'cancel' | 'withdrawal'
  at: string
  points: number
  pointsBack: number
  centsBack: number
  centsSent: number
  vatBack: number
  /** VAT by country and rate. */
  vat: VatShare[]
  reason: string
  note: string
  goods: 'none' | 'shelf' | 'written-off'
  withdrawalNumber: string | null
  lines: { line: number; quantity: number }[]
}

/** A replacement offer for a gift that became unavailable; dates as JSON strings. */
export type OrderReplacementOffer = {
  id: string
  line: number
  cause: UnavailableCause
  note: string
  tokenHash: string
  startedAt: string
  until: string
  remindedAt: string | null
  former: FormerGift
  outcome: ReplacementOutcome | null
  endedAt: string | null
  creditNumber: string | null
  /** Started automatically, not by staff. */
  isAutomatic: boolean
}

export type Parcel = {
  code: string
  link: string | null
  carrier: string
  /** The fulfilment attempt that it belongs to. */
  round: number
  state: ParcelState
  /** The carrier's last reported state, regardless of a correction by staff. */
  carrierState: ParcelState
  sentAt: string | null
  deliveredAt: string | null
  /** The units of each line in the parcel; empty if unknown. */
  lines: { line: number; quantity: number }[]
}

export type OrderRow = {
  number: string
  cartGuid: string
  captureId: number | null
  paymentKey: string | null
  /** The partition of the order's child rows, as 'YYYY-MM-DD'. */
  month: string
  voucherId: number
  channelId: string
  /** The channel's time zone, for dates shown to the holder. */
  timeZone: string
  language: Language
  state: OrderState
  placedAt: Date
  changeableUntil: Date
  totalPoints: number
  pointsPaid: number
  centsPaid: number
  pointsRefunded: number
  centsRefunded: number
  person: Person
  delivery: Delivery
  /** Consented to immediate delivery of digital gifts and to its effect on the right of withdrawal. */
  consented: boolean
  /** The current balance of the voucher. */
  available: number
  /** When the voucher expires or expired; Infinity: never. */
  voucherEndsMs: number
  lines: OrderLine[]
  events: { at: string; type: string; description: string }[]
  parcels: Parcel[]
  /** The arrival of the last parcel that the warehouse reported. */
  deliveredAt: Date | null
  mails: { kind: HolderMail; at: string; email: string; state: 'queued' | 'sent' | 'refused' }[]
  refunds: { at: string; points: number; cents: number; state: 'queued' | 'done' | 'failed' }[]
  withdrawals: WithdrawalRow[]
  credits: CreditRow[]
  /** Replacement offers for unavailable gifts of this order. */
  replacementOffers: OrderReplacementOffer[]
  /** The channel's setting: what is refunded first if both points and a card were used. */
  creditFirst: 'card' | 'points'
  cancellation: {
    kind: 'cancelled' | 'reopened' | 'fell-away'
    cartGuid: string | null
    leftOut: LeftOutGift[]
  } | null
}

/** Units of a reopened order that did not fit back into the cart. */
export type LeftOutGift = { spliId: string; name: string; quantity: number }

/** Reads complete orders in one query, newest first. */
async function readOrders(sql: Queries, condition: Fragment): Promise<OrderRow[]> {
  return sql<OrderRow[]>`
    select orders.number, orders.month::text, orders.cart_guid as "cartGuid", capture_id as "captureId",
      payment_key as "paymentKey", orders.voucher_id as "voucherId", channel_id as "channelId",
      (select time_zone from channel where id = channel_id) as "timeZone", orders.language, orders.state, placed_at as "placedAt", changeable_until as "changeableUntil",
      total_points as "totalPoints", points_paid as "pointsPaid", cents_paid as "centsPaid",
      orders.person, orders.delivery, available,
      (select extract(epoch from valid_until)::float8 * 1000 from voucher where id = orders.voucher_id) as "voucherEndsMs",
      consented_at is not null as consented,
      (select coalesce(sum(points), 0)::integer from ledger
        where kind = 'refund' and ends_id = orders.capture_id) as "pointsRefunded",
      (select coalesce(sum(cents), 0)::integer from refund
        where refund.payment_key = orders.payment_key
          and (refund.state not in ('failed', 'canceled', 'refused') or settled_note is not null))
        as "centsRefunded",
      ${orderLines(sql)} as lines,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'at', at, 'type', type, 'description', description) order by at, id), '[]')
        from order_event where order_number = orders.number and order_event.month = orders.month) as events,
      ${orderParcels(sql)} as parcels,
      (select max(at) from order_event
        where order_number = orders.number and order_event.month = orders.month
          and type in ('delivered', 'parcel-delivered')) as "deliveredAt",
      ${orderMails(sql)} as mails,
      ${orderRefunds(sql)} as refunds,
      ${orderWithdrawals(sql)} as withdrawals,
      ${orderCredits(sql)} as credits,
      ${orderReplacementOffers(sql)} as "replacementOffers",
      (select credit_first from channel where id = channel_id) as "creditFirst",
      (select jsonb_build_object('kind', kind, 'cartGuid', cart_guid, 'leftOut', left_out)
        from order_cancellation where order_number = orders.number) as cancellation
    from orders
      join voucher_balance on voucher_balance.voucher_id = orders.voucher_id
      join cart on cart.guid = orders.cart_guid
    where ${condition}
    order by placed_at desc, number desc`
}

export function listOrdersOfVoucher(sql: Queries, voucherId: number): Promise<OrderRow[]> {
  return readOrders(sql, sql`orders.voucher_id = ${voucherId}`)
}

export async function findOrdersByNumber(
  sql: Queries,
  numbers: string[],
): Promise<ReadonlyMap<string, OrderRow>> {
  const orders = numbers.length === 0 ? [] : await readOrders(sql, sql`number = any(${numbers})`)
  return new Map(orders.map((order) => [order.number, order]))
}

export async function findOrder(sql: Queries, number: string): Promise<OrderRow | undefined> {
  const [order] = await readOrders(sql, sql`number = ${number}`)
  return order
}

/**
 * Locks and reads the order, once no other transaction is changing it. Others may still add events: those only need
 * the order to exist, which this lock allows.
 */
export async function lockOrder(sql: Queries, number: string): Promise<OrderRow | undefined> {
  await sql`select from orders where number = ${number} for no key update`
  return findOrder(sql, number)
}

/** For actions of the recipient; undefined also for another recipient's order. */
export async function findOwnOrder(
  sql: Queries,
  number: string,
  voucherId: number,
): Promise<OrderRow | undefined> {
  const order = await findOrder(sql, number)
  return order?.voucherId === voucherId ? order : undefined
}

/** Like `findOwnOrder`, with the lock of `lockOrder`. Does not wait for the lock of another recipient's order. */
export async function lockOwnOrder(
  sql: Transaction,
  number: string,
  voucherId: number,
): Promise<OrderRow | undefined> {
  const locked = await sql`
    select from orders where number = ${number} and voucher_id = ${voucherId} for no key update`
  return locked.count > 0 ? findOrder(sql, number) : undefined
}

/** Whether the event is already saved. Check this first: a closed month refuses every insert, even a duplicate. */
export async function isKnownEvent(sql: Queries, { month }: OrderRow, sourceId: string) {
  const known = await sql`
    select from order_event where source_id = ${sourceId} and month = ${month}`
  return known.count > 0
}

/** Reopens the order's month if it is closed, so that a late event can still be saved. */
export async function reopenForLateEvent(
  sql: Transaction,
  { number, month }: OrderRow,
  why: string,
) {
  await sql`
    select open_month(month, ${`${why}: order ${number}`}) from closed_month_hash where month = ${month}`
}

export async function saveEvent(
  sql: Queries,
  event: {
    number: string
    type: string
    description?: string
    sourceId?: string
    /** The staff member who caused it. */
    staffId?: number | null
    at: Date
  },
): Promise<void> {
  const { number, type, description = '', sourceId = null, staffId = null, at } = event
  await sql`
    insert into order_event (order_number, month, voucher_id, type, description, source_id, staff_id, at)
    select number, month, voucher_id, ${type}, ${description}, ${sourceId}, coalesce(${staffId}::bigint, acting_staff()), ${at}::timestamptz
    from orders where number = ${number}
    on conflict do nothing`
}

export async function saveOrderState(sql: Queries, number: string, state: OrderState) {
  await sql`update orders set state = ${state} where number = ${number}`
}

export async function saveLineStates(
  sql: Queries,
  number: string,
  lines: number[],
  state: OrderState,
) {
  if (lines.length === 0) return
  await sql`
    update order_line set state = ${state}
    where order_number = ${number} and line in ${sql(lines)}`
}

/** Whether the arrival of these lines is assumed, because no one reported it. */
export const saveArrivalAssumed = (
  sql: Queries,
  number: string,
  lines: readonly number[],
  assumed: boolean,
) => sql`
  update order_line set arrival_assumed = ${assumed}
  where order_number = ${number} and line in ${sql(lines)}`

/** The recipient of an order. */
export async function findOrderPerson(sql: Queries, number: string) {
  const [order] = await sql<{ voucher_id: number; person: Person }[]>`
    select voucher_id, person from orders where number = ${number}`
  return order
}
