import { FUNNEL, type MetricName } from '#contract/reports/reports.staff.ts'
import { addDays, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type AskedPeriod = {
  /** Days in each channel's time zone, both inclusive. */
  from: string
  to: string
  /** null: all channels. */
  channels: readonly string[] | null
}

export type MetricPeriod = AskedPeriod & {
  /** The earliest start and latest end in any of the time zones, which narrow an index scan. */
  begins: string
  ends: string
  /** The time zone, if all its channels share one. */
  zone: string | null
  /** The earliest end of the period in any of the time zones. */
  over: string
  /** Whether the period starts and ends at the same moment for all channels. */
  at_once: boolean
  /** The months of its orders. See decision 003. */
  months: readonly string[]
}

/** Read first and passed to the next queries as constants, so that the planner can estimate the number of rows. */
export async function periodByTimeZone(
  sql: Queries,
  { from, to, channels }: AskedPeriod,
): Promise<MetricPeriod> {
  const [row] = await sql<Omit<MetricPeriod, keyof AskedPeriod>[]>`
    select begins::text, ends::text, over::text, zone, at_once, array(
        select to_char(month, 'YYYY-MM-DD') from generate_series(date_trunc('month', begins at time zone 'UTC'),
          ends at time zone 'UTC', interval '1 month') month) as months
    from (
      select min(${from}::date::timestamp at time zone clock) as begins,
        max((${to}::date + 1)::timestamp at time zone clock) as ends,
        min((${to}::date + 1)::timestamp at time zone clock) as over,
        count(distinct clock) = 1 as at_once, case when count(distinct time_zone) = 1 then min(time_zone) end as zone
      from (
        select time_zone, time_zone as clock from channel
        where ${channels === null ? sql`true` : sql`id = any(${[...channels]}::text[])`}
        -- The values for rows without a channel.
        union all select null, ${DEFAULT_ZONE} where ${channels === null || channels.length === 0}
      ) clocks
    ) bounds`
  if (!row) throw new Error('query of the period returned no row')
  return { from, to, channels, ...row }
}

type RowsOf = (sql: Queries, period: MetricPeriod) => Fragment

/** The requested channels: start and end of the period in their time zone, and the menu that they show. */
const places: RowsOf = (sql, { from, to, channels }) => sql`(
  select id, time_zone, ${from}::date::timestamp at time zone time_zone as begins,
    (${to}::date + 1)::timestamp at time zone time_zone as ends,
    case when exists (select from navigation_item where channel_id = channel.id) then id else ${SHARED_CHANNEL} end as menu
  from channel where ${channels === null ? sql`true` : sql`id = any(${[...channels]}::text[])`} group by id) place`

/** Within the period. The bounds for all time zones come first, so that an index is used. */
const during = (sql: Queries, { begins, ends, at_once }: MetricPeriod, at: Fragment) => sql`
  ${at} >= ${begins}::timestamptz and ${at} < ${ends}::timestamptz
  ${at_once ? sql`` : sql`and ${at} >= place.begins and ${at} < place.ends`}`

/** A single channel has an index of its own. */
const among = (sql: Queries, { channels }: MetricPeriod, column: Fragment) => {
  const [only] = channels ?? []
  if (channels === null) return sql``
  return channels.length === 1
    ? sql`and ${column} = ${only ?? ''}`
    : sql`and ${column} = any(${[...channels]}::text[])`
}

/**
 * Orders by the time they were placed, including those undone later, whose points and euros were refunded. The
 * channel is a left join: the planner removes it if unused, and reads the newest orders in index order.
 */
const placedOrders: RowsOf = (sql, period) => sql`
  from orders left join ${places(sql, period)} on place.id = orders.channel_id
  where ${during(sql, period, sql`placed_at`)} ${among(sql, period, sql`orders.channel_id`)}`

const ofOrders =
  (value: (sql: Queries) => Fragment): RowsOf =>
  (sql, period) =>
    sql`
    select number::bigint as id, placed_at as at, orders.channel_id, ${value(sql)} as value, 'order' as about,
      number as subject, '' as name, voucher_id, points_paid, cents_paid, placed_at at time zone time_zone as clock
    ${placedOrders(sql, period)}`

/**
 * The first category of a menu that contains a gift: the smallest position of its tags, as text with the same order.
 * Nothing is sorted, and the category of each tag is found before the gifts with that tag.
 */
export const firstCategory: RowsOf = (sql, { channels }) => sql`(
  select menu, product_id, substr(min(place), 12) as category
  from (
    select top.channel_id as menu, tag_id,
      min((to_char(top.position::bigint + 2147483648, 'FM0000000000') || ' ' || top.id) collate "C") as place
    from navigation_item top
      join navigation_item item on item.channel_id = top.channel_id and (item.id = top.id or item.parent_id = top.id)
      join navigation_tag on navigation_tag.channel_id = item.channel_id and item_id = item.id
    where top.parent_id is null
      ${channels === null ? sql`` : sql`and top.channel_id = any(${[...channels, SHARED_CHANNEL]}::text[])`}
    group by top.channel_id, tag_id
  ) tagged
    join product_tag using (tag_id)
  group by menu, product_id)`

/** After the last possible booking. */
const FOR_EVER = { to: '9999-12-30', ends: '9999-12-31' } as const

/** The period from its end, or from its start, without a limit. */
const since = {
  end: (period: MetricPeriod): MetricPeriod => ({
    ...period,
    from: addDays(period.to, 1),
    begins: period.over,
    ...FOR_EVER,
  }),
  beginning: (period: MetricPeriod): MetricPeriod => ({
    ...period,
    ...FOR_EVER,
  }),
} as const

/** The changes of each balance in a period, from the rows of the figures involved. */
const moved: RowsOf = (sql, period) => sql`
  select voucher_id, value as points from (${metricRowsOf.granted(sql, period)}) given union all
  select voucher_id, value from (${metricRowsOf['points-back'](sql, period)}) back union all
  select voucher_id, -value from (${metricRowsOf.spent(sql, period)}) spent union all
  select voucher_id, -value from (${metricRowsOf.ended(sql, period)}) ended`

const inChannels = (sql: Queries, { channels }: MetricPeriod) =>
  channels === null ? sql`` : sql`and voucher.channel_id = any(${[...channels]}::text[])`

/**
 * Each balance at a moment: the current balance minus the changes since. Points reserved by a payment are neither
 * spent nor refunded, so they are included. Names are a left join: the planner removes it for totals. For a few
 * balances only their own rows are read.
 */
const balances =
  (moment: keyof typeof since, which?: (sql: Queries, voucher: Fragment) => Fragment): RowsOf =>
  (sql, period) =>
    sql`
  select voucher_balance.voucher_id as id, voucher_batch.created_at as at, voucher.channel_id,
    available + reserved - coalesce(later.points, 0)::integer as value, 'voucher' as about,
    voucher_balance.voucher_id::text as subject, last3 as name
  from voucher_balance left join (
      select voucher_id, sum(points) as points from (${moved(sql, since[moment](period))}) moved
      ${which ? sql`where ${which(sql, sql`voucher_id`)}` : sql``} group by voucher_id
    ) later on later.voucher_id = voucher_balance.voucher_id
    left join voucher on voucher.id = voucher_balance.voucher_id left join voucher_batch on voucher_batch.id = batch_id
  where available + reserved - coalesce(later.points, 0) <> 0
    ${which ? sql`and ${which(sql, sql`voucher_balance.voucher_id`)}` : sql``} ${inChannels(sql, period)}`

/** There are few of them, and they have an index. */
const isBlocked = (sql: Queries, voucher: Fragment) =>
  sql`${voucher} in (select id from voucher where blocked_at is not null)`

/** The sum of the rows of `left`. Balances need not be combined with their movements for it. */
export const sumOfLeft: RowsOf = (sql, period) => sql`(
  select (select coalesce(sum(available + reserved), 0)
      from voucher_balance left join voucher on voucher.id = voucher_balance.voucher_id where true ${inChannels(sql, period)})
    - (select coalesce(sum(points), 0) from (${moved(sql, since.end(period))}) moved))`

/** Ledger entries with their role in a figure. */
const ledgerOf =
  (which: (sql: Queries) => Fragment, value: (sql: Queries) => Fragment): RowsOf =>
  (sql, period) =>
    sql`
    select ledger.id, ledger.at, voucher.channel_id, ${value(sql)} as value,
      case when order_number is null then 'voucher' else 'order' end as about,
      coalesce(order_number, voucher.id::text) as subject, last3 as name, ledger.voucher_id,
      ledger.at at time zone time_zone as clock
    from ledger join voucher on voucher.id = ledger.voucher_id join ${places(sql, period)} on place.id = voucher.channel_id
    where ${which(sql)} and ${during(sql, period, sql`ledger.at`)}`

/** Points restored by a changed expiry were not granted: they have not expired. */
const cameBack = (sql: Queries) =>
  sql`exists (select from voucher_expiry where reversal_id = ledger.id)`
const points = (sql: Queries) => sql`points`

/** The end of a period, as a constant if it is the same for all channels, so that the planner can estimate. */
const endOf: RowsOf = (sql, { ends, at_once }) =>
  at_once ? sql`${ends}::timestamptz` : sql`place.ends`

/**
 * Vouchers that could be used on a day of the period, with their activation; first by a bound that holds for every
 * clock, so that an index finds them. The activation is a left join: the planner removes it if unused.
 */
const usableVouchers: RowsOf = (sql, period) => sql`
  voucher join voucher_batch on voucher_batch.id = batch_id join ${places(sql, period)} on place.id = voucher.channel_id
    left join voucher_activation on voucher_activation.voucher_id = voucher.id
  where undone_at is null and voucher_batch.created_at < ${endOf(sql, period)}
    and voucher.valid_from < ${endOf(sql, period)} and voucher.valid_until > ${period.begins}::timestamptz
    ${period.at_once ? sql`` : sql`and voucher.valid_until > place.begins`}`

/** The rows that each figure sums up: the only definition of a figure. */
export const metricRowsOf: Record<MetricName, RowsOf> = {
  made: (sql, period) => sql`
    select voucher.id, voucher_batch.created_at as at, voucher.channel_id, 1 as value, 'voucher' as about,
      voucher.id::text as subject, last3 as name
    from voucher_batch join voucher on batch_id = voucher_batch.id join ${places(sql, period)} on place.id = voucher.channel_id
    where undone_at is null and ${during(sql, period, sql`voucher_batch.created_at`)}`,
  // Points that staff took back reduce the granted points on the day of the change.
  granted: (sql, period) => sql`
    ${ledgerOf(
      (own) => own`kind in ('grant', 'refund') and kind = 'grant' and not ${cameBack(own)}`,
      points,
    )(sql, period)}
    union all
    ${ledgerOf(
      (own) => own`kind = 'take'`,
      (own) => own`-points`,
    )(sql, period)}`,
  claimed: (sql, period) => sql`
    select voucher.id, voucher_activation.at, voucher.channel_id, 1 as value, 'voucher' as about, voucher.id::text as subject,
      last3 as name, voucher_activation.at at time zone time_zone as clock,
      case
        when exists (select from orders where orders.voucher_id = voucher.id) then
          case when (select available from voucher_balance where voucher_balance.voucher_id = voucher.id) = 0 then 5 else 4 end
        when exists (select from cart join cart_line on cart_guid = guid
          where cart.voucher_id = voucher.id and cart.person is not null) then 3
        when exists (select from cart join cart_line on cart_guid = guid where cart.voucher_id = voucher.id) then 2
        else 1 end as step
    from voucher_activation join voucher on voucher.id = voucher_activation.voucher_id join ${places(sql, period)} on place.id = voucher.channel_id
    where ${during(sql, period, sql`voucher_activation.at`)}`,
  usable: (sql, period) => sql`
    select voucher.id, voucher_batch.created_at as at, voucher.channel_id, 1 as value, 'voucher' as about,
      voucher.id::text as subject, last3 as name, voucher_activation.at < ${endOf(sql, period)} as is_activated,
      greatest(voucher_batch.created_at, voucher.valid_from) at time zone time_zone as clock
    from ${usableVouchers(sql, period)}`,
  activated: (sql, period) => sql`
    select voucher.id, voucher_activation.at, voucher.channel_id, 1 as value, 'voucher' as about,
      voucher.id::text as subject, last3 as name
    from ${usableVouchers(sql, period)} and voucher_activation.at < ${endOf(sql, period)}`,
  orders: ofOrders((sql) => sql`1`),
  spent: (sql, period) =>
    sql`${ofOrders((sql) => sql`points_paid`)(sql, period)} and points_paid > 0`,
  paid: (sql, period) => sql`${ofOrders((sql) => sql`cents_paid`)(sql, period)} and cents_paid > 0`,
  gifts: (sql, period) => sql`
    select sold.number || '-' || line as id, sold.placed_at as at, sold.channel_id, quantity as value, 'order' as about,
      sold.number as subject, order_line.name, sold.menu, article.product_id, category
    from (select orders.number, placed_at, orders.channel_id, menu ${placedOrders(sql, period)}) sold
      join order_line on order_number = sold.number and month = any(${[...period.months]}::date[])
      left join article using (sku)
      left join ${firstCategory(sql, period)} stands on stands.menu = sold.menu and stands.product_id = article.product_id`,
  'points-back': ledgerOf((sql) => sql`kind in ('grant', 'refund') and kind = 'refund'`, points),
  'euros-back': (sql, period) => sql`
    select refund.key::text as id, refund.done_at as at, voucher.channel_id, refund.cents as value,
      case when payment.order_number is null then 'payment' else 'order' end as about,
      coalesce(payment.order_number, payment.key::text) as subject, last3 as name
    from refund join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
      join ${places(sql, period)} on place.id = voucher.channel_id
    where refund.state = 'refunded' and ${during(sql, period, sql`refund.done_at`)}`,
  before: balances('beginning'),
  ended: (sql, period) => sql`
    ${ledgerOf((own) => own`kind = 'expire'`, points)(sql, period)}
    union all
    ${ledgerOf(
      (own) => own`kind in ('grant', 'refund') and kind = 'grant' and ${cameBack(own)}`,
      (own) => own`-points`,
    )(sql, period)}`,
  left: balances('end'),
  blocked: balances('end', isBlocked),
  questions: (sql, period) => sql`
    select service_request.id, service_request.at, service_request.channel_id, 1 as value, 'voucher' as about,
      service_request.voucher_id::text as subject, '' as name
    from service_request join ${places(sql, period)} on place.id = service_request.channel_id
    where ${during(sql, period, sql`service_request.at`)}`,
  // Tasks without a channel are shown to staff with access to all channels.
  cases: (sql, period) => sql`
    select task.id, first_at as at, task.channel_id, 1 as value, 'case' as about, task.id::text as subject,
      task.kind as name
    from task join (
      select id, begins, ends from ${places(sql, period)}
      ${
        period.channels === null
          ? sql`union all select null, ${period.from}::date::timestamp at time zone ${DEFAULT_ZONE},
              (${period.to}::date + 1)::timestamp at time zone ${DEFAULT_ZONE}`
          : sql``
      }) place on place.id is not distinct from task.channel_id
    where ${during(sql, period, sql`first_at`)}`,
}

/** The figures whose key is text. */
export const TEXT_KEYS: readonly MetricName[] = ['gifts', 'euros-back']

export type MetricFilter = {
  hour?: number | undefined
  category?: string | undefined
  step?: (typeof FUNNEL)[number] | undefined
  gift?: string | undefined
  employer?: string | undefined
  batch?: string | undefined
  campaign?: string | undefined
}

/** A part of a figure: orders of an hour or employer, units of a gift or category, activations by their progress. */
export const cutOf = (sql: Queries, name: MetricName, cut: MetricFilter): Fragment => {
  const { category, step, gift } = cut
  if (name === 'orders' || name === 'spent' || name === 'paid')
    return sql`${hourCut(sql, cut)} and ${employerCut(sql, sql`voucher_id`, cut)}`
  if (name === 'gifts' && gift !== undefined) return sql`product_id = ${gift}`
  if (name === 'gifts' && category !== undefined)
    return category === '-' ? sql`category is null` : sql`category = ${category}`
  if (name === 'claimed')
    return sql`${step === undefined ? sql`true` : sql`step > ${FUNNEL.indexOf(step)}`}
      and ${employerCut(sql, sql`id`, cut)} and ${batchCut(sql, cut)}`
  return sql`true`
}

const hourCut = (sql: Queries, { hour }: MetricFilter) =>
  hour === undefined ? sql`true` : sql`extract(hour from clock) = ${hour}`

/** Vouchers of an employer are those of the batches of its campaigns. */
const employerCut = (sql: Queries, voucher: Fragment, { employer }: MetricFilter) =>
  employer === undefined
    ? sql`true`
    : sql`${voucher} in (
        select voucher.id from voucher join voucher_batch on voucher_batch.id = batch_id
          left join campaign on campaign.id = campaign_id
        where ${employer === '-' ? sql`employer_id is null` : sql`employer_id = ${employer}::bigint`})`

const batchCut = (sql: Queries, { batch, campaign }: MetricFilter) => {
  if (batch !== undefined)
    return sql`id in (select voucher.id from voucher where batch_id = ${batch}::bigint)`
  if (campaign === undefined) return sql`true`
  return sql`id in (
    select voucher.id from voucher join voucher_batch on voucher_batch.id = batch_id
    where campaign_id = ${campaign}::bigint)`
}
