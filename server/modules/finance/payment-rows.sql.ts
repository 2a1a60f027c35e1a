import type { PaymentMetric } from '#contract/finance/payments-report.staff.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'

export type PaymentRowsFilter = {
  metric: PaymentMetric
  /** Days in each channel's time zone, both inclusive. */
  from: string
  to: string
  provider?: string | undefined
  country?: string | undefined
  bp?: number | undefined
}

const during = (sql: Queries, { from, to }: PaymentRowsFilter, at: Fragment) => sql`
  ${at} >= ${from}::date::timestamp - interval '1 day' and ${at} < ${to}::date::timestamp + interval '2 days'
  and ${at} >= ${from}::date::timestamp at time zone time_zone
  and ${at} < (${to}::date + 1)::timestamp at time zone time_zone`

/** Rows of payments. Each refers to the payment's order, or else to the task about it, or else to its voucher. */
const ofPayments = (sql: Queries, filter: PaymentRowsFilter, rows: Fragment) => sql`
  select rows.id, at, channel.id as channel_id, value, payment.provider,
    case when payment.order_number is not null then 'order' when unmatched.id is not null then 'case' else 'voucher' end as about,
    coalesce(payment.order_number, unmatched.id::text, voucher.id::text) as subject, coalesce(payment.id, '') as name
  from (${rows}) rows join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
    join channel on channel.id = voucher.channel_id
    left join lateral (
      select max(id) as id from task where kind = 'unmatched-payment' and subject = payment.key::text) unmatched on true
  where ${during(sql, filter, sql`at`)}
    ${filter.provider === undefined ? sql`` : sql`and payment.provider = ${filter.provider}`}`

const ofVat = (sql: Queries, { country, bp }: PaymentRowsFilter, rows: Fragment) => sql`
  select id, at, channel_id, value, '' as provider, 'order' as about, number as subject, '' as name
  from (${rows}) rows where value <> 0
    ${country === undefined ? sql`` : sql`and country = ${country}`}
    ${bp === undefined ? sql`` : sql`and bp = ${bp}`}`

/** The card amount of each order by country and rate, in one pass, as in vat_between(). */
const vatSold = (sql: Queries, filter: PaymentRowsFilter, value: Fragment) => sql`
  select number || ' ' || country || ' ' || bp as id, at, channel_id, number, country, bp, (${value})::bigint as value
  from (
    select number, channel_id, at, vat_country as country, vat_bp as bp, sum(share) as cents,
      vat_within(sum(share)::bigint, vat_bp) as vat_cents
    from (
      select number, channel_id, at, vat_country, vat_bp,
        share_of_line(cents_paid, sum(points * quantity) over own, points * quantity, total_points) as share
      from (
        select number, channel_id, placed_at as at, cents_paid, total_points
        from orders join channel on channel.id = channel_id where cents_paid > 0 and ${during(sql, filter, sql`placed_at`)}
      ) placed join order_line on order_number = number
      window own as (partition by number order by coalesce(split_from, line), line)
    ) shares
    where vat_bp is not null group by 1, 2, 3, 4, 5 having sum(share) > 0
  ) rates`

/** The amounts refunded by credits, and by cancelled orders as far as no credit had refunded them before. */
const vatRefunded = (sql: Queries, filter: PaymentRowsFilter, value: Fragment) => sql`
  select id, at, channel_id, number, country, bp, (${value})::bigint as value
  from (
    select credit.number || ' ' || country || ' ' || bp as id, credit.at, channel_id, orders.number, country, bp, credit_vat.cents, vat_cents
    from credit join credit_vat on credit_number = credit.number join orders on orders.number = order_number
      join channel on channel.id = channel_id
    where ${during(sql, filter, sql`credit.at`)}
    union all
    select orders.number || ' ' || vat.country || ' ' || vat.bp, order_cancellation.at, channel_id, orders.number, vat.country, vat.bp,
      vat.cents - coalesce(credited.cents, 0)::integer, vat.vat_cents - coalesce(credited.vat_cents, 0)::integer
    from order_cancellation join orders on orders.number = order_number join channel on channel.id = channel_id
      cross join lateral vat_of_order(orders.number) vat
      left join lateral (
        select sum(credit_vat.cents) as cents, sum(credit_vat.vat_cents) as vat_cents
        from credit join credit_vat on credit_number = credit.number
        where order_number = orders.number and credit_vat.country = vat.country and credit_vat.bp = vat.bp) credited on true
    where ${during(sql, filter, sql`order_cancellation.at`)}
  ) refunded`

/** The rows behind each figure of the payment pages. Their sums equal those of payments_between() and vat_between(). */
export const paymentRowsOf: Record<
  PaymentMetric,
  (sql: Queries, filter: PaymentRowsFilter) => Fragment
> = {
  paid: (sql, filter) =>
    ofPayments(
      sql,
      filter,
      sql`select key::text as id, key as payment_key, settled_at as at, cents as value from payment where state = 'paid'`,
    ),
  stray: (sql, filter) =>
    ofPayments(
      sql,
      filter,
      sql`
        select key::text as id, key as payment_key, settled_at as at, cents as value from payment
        where state = 'paid' and outcome = 'refunded'`,
    ),
  orders: (sql, filter) =>
    ofPayments(
      sql,
      filter,
      sql`
        select number as id, payment_key, placed_at as at, cents_paid as value from orders
        where cents_paid > 0 and payment_key is not null`,
    ),
  refunded: (sql, filter) =>
    ofPayments(
      sql,
      filter,
      sql`
        select key::text as id, payment_key, done_at as at, cents as value from refund where state = 'refunded'`,
    ),
  'charged-back': (sql, filter) =>
    ofPayments(
      sql,
      filter,
      sql`
        select id, payment_key, at, cents as value from chargeback
        union all
        select chargeback.id || ' reversed', payment_key, chargeback_end.at, -cents
        from chargeback_end join chargeback on chargeback.id = chargeback_id where kind = 'reversed'`,
    ),
  turnover: (sql, filter) => ofVat(sql, filter, vatSold(sql, filter, sql`cents`)),
  vat: (sql, filter) => ofVat(sql, filter, vatSold(sql, filter, sql`vat_cents`)),
  'turnover-back': (sql, filter) => ofVat(sql, filter, vatRefunded(sql, filter, sql`cents`)),
  'vat-back': (sql, filter) => ofVat(sql, filter, vatRefunded(sql, filter, sql`vat_cents`)),
}
