import type { ERASURE_HOLDS } from '#contract/privacy/retention.staff.ts'
import { ORDER_OPEN_DAYS } from '#domain/refunds/withdrawal.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'

export type Hold = (typeof ERASURE_HOLDS)[number]

/** How long an order stays open after its last event, because parts of it can be withdrawn. */
export const orderOpenInterval = (sql: Queries) => sql`make_interval(days => ${ORDER_OPEN_DAYS})`

/** Reasons to delay the erasure of a recipient. The first one that applies counts. */
const HOLDS: Readonly<Record<Hold, (sql: Queries, voucher: Fragment, at: Date) => Fragment>> = {
  // A recent order counts only while one of its lines is neither cancelled nor fully credited.
  order: (sql, voucher, at) => sql`
    exists (select from orders where voucher_id = ${voucher} and state not in ('delivered', 'cancelled'))
    or exists (select from replacement_offer where replacement_offer.voucher_id = ${voucher} and outcome is null)
    or exists (select from orders join order_event event on event.order_number = orders.number and event.month = orders.month
      where orders.voucher_id = ${voucher} and orders.state <> 'cancelled'
        and event.at > ${at}::timestamptz - ${orderOpenInterval(sql)}
        and exists (select from order_line kept where kept.order_number = orders.number and kept.state <> 'cancelled'
          and kept.quantity > (select coalesce(sum(credit_line.quantity), 0) from credit_line
            where credit_line.order_number = kept.order_number and credit_line.line = kept.line)))`,
  money: (sql, voucher) => sql`
    exists (select from payment where voucher_id = ${voucher} and outcome = 'held')
    or exists (select from payment join refund on payment_key = payment.key
      where voucher_id = ${voucher} and done_at is null)
    or exists (select from orders join withdrawal on order_number = orders.number
      where orders.voucher_id = ${voucher}
        and not exists (select from credit where withdrawal_number = withdrawal.number))`,
  mail: (sql, voucher) => sql`
    exists (select from orders join mail on split_part(subject_id, ':', 1) = orders.number
      where orders.voucher_id = ${voucher} and mail.state = 'queued')
    or exists (select from recipient where voucher_id = ${voucher} and mail_state = 'waiting')`,
  question: (sql, voucher) => sql`
    exists (select from service_request where voucher_id = ${voucher} and state = 'open')`,
  task: (sql, voucher) => sql`
    exists (select from orders join task on order_number = orders.number
      where voucher_id = ${voucher} and closed_at is null)
    or exists (select from recipient join task on subject = recipient.id::text
      where voucher_id = ${voucher} and task.kind = 'invitation-bounced' and closed_at is null)`,
}

/** The first reason to delay the erasure of this voucher's recipient, or null. */
export const erasureHold = (sql: Queries, voucher: Fragment, at: Date): Fragment => sql`
  case ${Object.entries(HOLDS)
    .map(([hold, applies]) => sql`when ${applies(sql, voucher, at)} then ${hold}::text`)
    .reduce((cases, next) => sql`${cases} ${next}`)} end`

/** The last activity on a voucher, by its recipient or its sender. */
export const lastActivityOf = (sql: Queries, voucher: Fragment): Fragment => sql`
  greatest(
    (select created_at from voucher made join voucher_batch on voucher_batch.id = made.batch_id
      where made.id = ${voucher}),
    (select max(at) from ledger where voucher_id = ${voucher}),
    (select max(placed_at) from orders where voucher_id = ${voucher}),
    (select at from voucher_activation where voucher_id = ${voucher}),
    (select max(seen_at) from session where voucher_id = ${voucher}),
    (select max(seen_at) from visit where voucher_id = ${voucher}),
    (select max(since) from service_request where voucher_id = ${voucher}),
    (select max(greatest(added_at, mailed_at)) from recipient where voucher_id = ${voucher}))`

/**
 * A retention period, as SQL. Months are counted in the channel's time zone. `channel` may be a column of an outer query
 * on `channel`, so the queries below use another alias.
 */
export type RetentionTerm = { channel: Fragment; asOf: Date; months: Fragment }

/**
 * Recipients whose retention period is over, as `voucher_id`. It starts when the voucher expires, or with the last
 * activity if it has no expiry. A recipient who was active after an erasure is due again.
 */
export const dueHolders = (sql: Queries, { channel, asOf, months }: RetentionTerm): Fragment => sql`
  select due.id as voucher_id
  from voucher due join channel own_channel on own_channel.id = due.channel_id
    cross join lateral (
      select case when due.valid_until < 'infinity' then due.valid_until
        else ${lastActivityOf(sql, sql`due.id`)} end as moment) ended
  where due.channel_id = ${channel} and due.anonymised_at is null
    and (due.valid_until <= ${asOf} and due.valid_until > '-infinity'
      or due.valid_until = 'infinity' and (due.names_erased_at is null or due.names_erased_at < ended.moment))
    and (ended.moment at time zone own_channel.time_zone + make_interval(months => ${months})) at time zone own_channel.time_zone
      <= ${asOf}`

/**
 * Threads of contacts without a voucher whose retention period is over, as `request_id`. It starts with the last
 * activity. An open thread is never due. A message after an erasure makes a thread due again.
 */
export const dueThreads = (sql: Queries, { channel, asOf, months }: RetentionTerm): Fragment => sql`
  select thread.id as request_id
  from service_request thread join channel own_channel on own_channel.id = thread.channel_id
  where thread.channel_id = ${channel} and thread.voucher_id is null and thread.state <> 'open'
    and (thread.erased_at is null or thread.erased_at < thread.since)
    and (thread.since at time zone own_channel.time_zone + make_interval(months => ${months})) at time zone own_channel.time_zone
      <= ${asOf}`
