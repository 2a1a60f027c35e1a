import { FUNNEL, type MetricName } from '#contract/reports/reports.staff.ts'
import { addDays, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type ReportPeriod = {
  /** Days in each channel's time zone, both inclusive. */
  from: string
  to: string
  /** null: all channels. */
  channels: readonly string[] | null
}

export type MetricPeriod = ReportPeriod & {
  /** The earliest start and latest end in any of the time zones, which narrow an index scan. */
  starts_at: string
  ends_at: string
  /** The time zone, if all its channels share one. */
  zone: string | null
  /** The earliest end of the period in any of the time zones. */
  first_end: string
  /** Whether the period starts and ends at the same moment for all channels. */
  at_once: boolean
  /** The months of its orders. See decision 003. */
  months: readonly string[]
}

/** Read first and passed to the next queries as constants, so that the planner can estimate the number of rows. */
export async function periodByTimeZone(
  sql: Queries,
  { from, to, channels }: ReportPeriod,
): Promise<MetricPeriod> {
  const [row] = await sql<Omit<MetricPeriod, keyof ReportPeriod>[]>`
    select starts_at::text, ends_at::text, first_end::text, zone, at_once, array(
        select to_char(month, 'YYYY-MM-DD') from generate_series(date_trunc('month', starts_at at time zone 'UTC'),
          ends_at at time zone 'UTC', interval '1 month') month) as months
    from (
      select min(${from}::date::timestamp at time zone clock) as starts_at,
        max((${to}::date + 1)::timestamp at time zone clock) as ends_at,
        min((${to}::date + 1)::timestamp at time zone clock) as first_end,
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

type QueryPart = (sql: Queries, period: MetricPeriod) => Fragment

/** The requested channels, each with the start and end of the period in its time zone, and with its menu. */
const channelPeriods: QueryPart = (sql, { from, to, channels }) => sql`(
  select id, time_zone, ${from}::date::timestamp at time zone time_zone as starts_at,
    (${to}::date + 1)::timestamp at time zone time_zone as ends_at,
    case when exists (select from navigation_item where channel_id = channel.id) then id else ${SHARED_CHANNEL} end as menu
  from channel where ${channels === null ? sql`true` : sql`id = any(${[...channels]}::text[])`} group by id) channel_period`

/** Whether a time is in the period. The bounds for all time zones come first, so that an index is used. */
const isInPeriod = (
  sql: Queries,
  { starts_at, ends_at, at_once }: MetricPeriod,
  at: Fragment,
) => sql`
  ${at} >= ${starts_at}::timestamptz and ${at} < ${ends_at}::timestamptz
  ${at_once ? sql`` : sql`and ${at} >= channel_period.starts_at and ${at} < channel_period.ends_at`}`

/** Whether a row belongs to the requested channels. A single channel can use an index of its own. */
const isInChannels = (sql: Queries, { channels }: MetricPeriod, column: Fragment) => {
  const [first] = channels ?? []
  if (channels === null) return sql``
  return channels.length === 1
    ? sql`and ${column} = ${first ?? ''}`
    : sql`and ${column} = any(${[...channels]}::text[])`
}

/**
 * Orders by the time they were placed, including those undone later, whose points and euros were refunded. The
 * channel is a left join: the planner removes it if unused, and reads the newest orders in index order.
 */
const placedOrders: QueryPart = (sql, period) => sql`
  from orders left join ${channelPeriods(sql, period)} on channel_period.id = orders.channel_id
  where ${isInPeriod(sql, period, sql`placed_at`)} ${isInChannels(sql, period, sql`orders.channel_id`)}`

const orderRows =
  (value: (sql: Queries) => Fragment): QueryPart =>
  (sql, period) =>
    sql`
    select number::bigint as id, placed_at as at, orders.channel_id, ${value(sql)} as value, 'order' as about,
      number as subject, '' as name, voucher_id, points_paid, cents_paid, placed_at at time zone time_zone as clock
    ${placedOrders(sql, period)}`

/**
 * The first category of a menu that contains a gift: the smallest position of its tags, as text with the same order.
 * Nothing is sorted, and the category of each tag is found before the gifts with that tag.
 */
export const firstCategory: QueryPart = (sql, { channels }) => sql`(
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

/** Later than any booking. */
const WITHOUT_END = { to: '9999-12-30', ends_at: '9999-12-31' } as const

/** The time since the end or since the beginning of a period. */
const since = {
  end: (period: MetricPeriod): MetricPeriod => ({
    ...period,
    from: addDays(period.to, 1),
    starts_at: period.first_end,
    ...WITHOUT_END,
  }),
  beginning: (period: MetricPeriod): MetricPeriod => ({
    ...period,
    ...WITHOUT_END,
  }),
} as const

/** The changes of each balance in a period, from the rows of the figures involved. */
const balanceChanges: QueryPart = (sql, period) => sql`
  select voucher_id, value as points from (${metricRowsOf.granted(sql, period)}) granted union all
  select voucher_id, value from (${metricRowsOf['points-back'](sql, period)}) refunded union all
  select voucher_id, -value from (${metricRowsOf.spent(sql, period)}) spent union all
  select voucher_id, -value from (${metricRowsOf.ended(sql, period)}) ended`

const inChannels = (sql: Queries, { channels }: MetricPeriod) =>
  channels === null ? sql`` : sql`and voucher.channel_id = any(${[...channels]}::text[])`

/**
 * Each balance at a moment: the current balance minus the changes since. Points reserved by a payment are neither
 * spent nor refunded, so they are included. Names are a left join: the planner removes it for totals. For a few
 * balances only their own rows are read.
 */
const balanceRows =
  (moment: keyof typeof since, filter?: (sql: Queries, voucher: Fragment) => Fragment): QueryPart =>
  (sql, period) =>
    sql`
  select voucher_balance.voucher_id as id, voucher_batch.created_at as at, voucher.channel_id,
    available + reserved - coalesce(later.points, 0)::integer as value, 'voucher' as about,
    voucher_balance.voucher_id::text as subject, last3 as name
  from voucher_balance left join (
      select voucher_id, sum(points) as points from (${balanceChanges(sql, since[moment](period))}) moved
      ${filter ? sql`where ${filter(sql, sql`voucher_id`)}` : sql``} group by voucher_id
    ) later on later.voucher_id = voucher_balance.voucher_id
    left join voucher on voucher.id = voucher_balance.voucher_id left join voucher_batch on voucher_batch.id = batch_id
  where available + reserved - coalesce(later.points, 0) <> 0
    ${filter ? sql`and ${filter(sql, sql`voucher_balance.voucher_id`)}` : sql``} ${inChannels(sql, period)}`

/** Whether a voucher is blocked. Few are, and they have an index. */
const isBlocked = (sql: Queries, voucher: Fragment) =>
  sql`${voucher} in (select id from voucher where blocked_at is not null)`

/** The sum of the rows of `left`, calculated without combining each balance with its changes. */
export const sumOfLeft: QueryPart = (sql, period) => sql`(
  select (select coalesce(sum(available + reserved), 0)
      from voucher_balance left join voucher on voucher.id = voucher_balance.voucher_id where true ${inChannels(sql, period)})
    - (select coalesce(sum(points), 0) from (${balanceChanges(sql, since.end(period))}) moved))`

/** Ledger entries with their role in a figure. */
const ledgerRows =
  (filter: (sql: Queries) => Fragment, value: (sql: Queries) => Fragment): QueryPart =>
  (sql, period) =>
    sql`
    select ledger.id, ledger.at, voucher.channel_id, ${value(sql)} as value,
      case when order_number is null then 'voucher' else 'order' end as about,
      coalesce(order_number, voucher.id::text) as subject, last3 as name, ledger.voucher_id,
      ledger.at at time zone time_zone as clock
    from ledger join voucher on voucher.id = ledger.voucher_id join ${channelPeriods(sql, period)} on channel_period.id = voucher.channel_id
    where ${filter(sql)} and ${isInPeriod(sql, period, sql`ledger.at`)}`

/** Points restored by a changed expiry were not granted: they have not expired. */
const isReversedExpiry = (sql: Queries) =>
  sql`exists (select from voucher_expiry where reversal_id = ledger.id)`
const pointsColumn = (sql: Queries) => sql`points`

/** The end of a period, as a constant if it is the same for all channels, so that the planner can estimate. */
const endOf: QueryPart = (sql, { ends_at, at_once }) =>
  at_once ? sql`${ends_at}::timestamptz` : sql`channel_period.ends_at`

/**
 * Vouchers that could be used on a day of the period, with their activation. A bound that holds for all time zones comes
 * first, so that an index is used. The activation is a left join: the planner removes it if unused.
 */
const usableVouchers: QueryPart = (sql, period) => sql`
  voucher join voucher_batch on voucher_batch.id = batch_id join ${channelPeriods(sql, period)} on channel_period.id = voucher.channel_id
    left join voucher_activation on voucher_activation.voucher_id = voucher.id
  where undone_at is null and voucher_batch.created_at < ${endOf(sql, period)}
    and voucher.valid_from < ${endOf(sql, period)} and voucher.valid_until > ${period.starts_at}::timestamptz
    ${period.at_once ? sql`` : sql`and voucher.valid_until > channel_period.starts_at`}`

/** The definition of each figure: the query of the rows that it sums up. */
export const metricRowsOf: Record<MetricName, QueryPart> = {
  made: (sql, period) => sql`
    select voucher.id, voucher_batch.created_at as at, voucher.channel_id, 1 as value, 'voucher' as about,
      voucher.id::text as subject, last3 as name
    from voucher_batch join voucher on batch_id = voucher_batch.id join ${channelPeriods(sql, period)} on channel_period.id = voucher.channel_id
    where undone_at is null and ${isInPeriod(sql, period, sql`voucher_batch.created_at`)}`,
  // Points that staff took back reduce the granted points on the day of the change.
  granted: (sql, period) => sql`
    ${ledgerRows(
      (query) =>
        query`kind in ('grant', 'refund') and kind = 'grant' and not ${isReversedExpiry(query)}`,
      pointsColumn,
    )(sql, period)}
    union all
    ${ledgerRows(
      (query) => query`kind = 'take'`,
      (query) => query`-points`,
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
    from voucher_activation join voucher on voucher.id = voucher_activation.voucher_id join ${channelPeriods(sql, period)} on channel_period.id = voucher.channel_id
    where ${isInPeriod(sql, period, sql`voucher_activation.at`)}`,
  usable: (sql, period) => sql`
    select voucher.id, voucher_batch.created_at as at, voucher.channel_id, 1 as value, 'voucher' as about,
      voucher.id::text as subject, last3 as name, voucher_activation.at < ${endOf(sql, period)} as is_activated,
      greatest(voucher_batch.created_at, voucher.valid_from) at time zone time_zone as clock
    from ${usableVouchers(sql, period)}`,
  activated: (sql, period) => sql`
    select voucher.id, voucher_activation.at, voucher.channel_id, 1 as value, 'voucher' as about,
      voucher.id::text as subject, last3 as name
    from ${usableVouchers(sql, period)} and voucher_activation.at < ${endOf(sql, period)}`,
  orders: orderRows((sql) => sql`1`),
  spent: (sql, period) =>
    sql`${orderRows((sql) => sql`points_paid`)(sql, period)} and points_paid > 0`,
  paid: (sql, period) =>
    sql`${orderRows((sql) => sql`cents_paid`)(sql, period)} and cents_paid > 0`,
  gifts: (sql, period) => sql`
    select sold.number || '-' || line as id, sold.placed_at as at, sold.channel_id, quantity as value, 'order' as about,
      sold.number as subject, order_line.name, sold.menu, article.product_id, category
    from (select orders.number, placed_at, orders.channel_id, menu ${placedOrders(sql, period)}) sold
      join order_line on order_number = sold.number and month = any(${[...period.months]}::date[])
      left join article using (sku)
      left join ${firstCategory(sql, period)} first_category on first_category.menu = sold.menu and first_category.product_id = article.product_id`,
  'points-back': ledgerRows(
    (sql) => sql`kind in ('grant', 'refund') and kind = 'refund'`,
    pointsColumn,
  ),
  'euros-back': (sql, period) => sql`
    select refund.key::text as id, refund.done_at as at, voucher.channel_id, refund.cents as value,
      case when payment.order_number is null then 'payment' else 'order' end as about,
      coalesce(payment.order_number, payment.key::text) as subject, last3 as name
    from refund join payment on payment.key = payment_key join voucher on voucher.id = payment.voucher_id
      join ${channelPeriods(sql, period)} on channel_period.id = voucher.channel_id
    where refund.state = 'refunded' and ${isInPeriod(sql, period, sql`refund.done_at`)}`,
  before: balanceRows('beginning'),
  ended: (sql, period) => sql`
    ${ledgerRows((query) => query`kind = 'expire'`, pointsColumn)(sql, period)}
    union all
    ${ledgerRows(
      (query) =>
        query`kind in ('grant', 'refund') and kind = 'grant' and ${isReversedExpiry(query)}`,
      (query) => query`-points`,
    )(sql, period)}`,
  left: balanceRows('end'),
  blocked: balanceRows('end', isBlocked),
  questions: (sql, period) => sql`
    select service_request.id, service_request.at, service_request.channel_id, 1 as value, 'voucher' as about,
      service_request.voucher_id::text as subject, '' as name
    from service_request join ${channelPeriods(sql, period)} on channel_period.id = service_request.channel_id
    where ${isInPeriod(sql, period, sql`service_request.at`)}`,
  // Tasks without a channel are shown to staff with access to all channels.
  cases: (sql, period) => sql`
    select task.id, first_at as at, task.channel_id, 1 as value, 'case' as about, task.id::text as subject,
      task.kind as name
    from task join (
      select id, starts_at, ends_at from ${channelPeriods(sql, period)}
      ${
        period.channels === null
          ? sql`union all select null, ${period.from}::date::timestamp at time zone ${DEFAULT_ZONE},
              (${period.to}::date + 1)::timestamp at time zone ${DEFAULT_ZONE}`
          : sql``
      }) channel_period on channel_period.id is not distinct from task.channel_id
    where ${isInPeriod(sql, period, sql`first_at`)}`,
}

/** The figures whose rows have a text as id. */
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
export const filterRows = (sql: Queries, name: MetricName, filter: MetricFilter): Fragment => {
  const { category, step, gift } = filter
  if (name === 'orders' || name === 'spent' || name === 'paid')
    return sql`${isInHour(sql, filter)} and ${isOfEmployer(sql, sql`voucher_id`, filter)}`
  if (name === 'gifts' && gift !== undefined) return sql`product_id = ${gift}`
  if (name === 'gifts' && category !== undefined)
    return category === '-' ? sql`category is null` : sql`category = ${category}`
  if (name === 'claimed')
    return sql`${step === undefined ? sql`true` : sql`step > ${FUNNEL.indexOf(step)}`}
      and ${isOfEmployer(sql, sql`id`, filter)} and ${isOfBatch(sql, filter)}`
  return sql`true`
}

const isInHour = (sql: Queries, { hour }: MetricFilter) =>
  hour === undefined ? sql`true` : sql`extract(hour from clock) = ${hour}`

/** Vouchers of an employer are those of the batches of its campaigns. */
const isOfEmployer = (sql: Queries, voucher: Fragment, { employer }: MetricFilter) =>
  employer === undefined
    ? sql`true`
    : sql`${voucher} in (
        select voucher.id from voucher join voucher_batch on voucher_batch.id = batch_id
          left join campaign on campaign.id = campaign_id
        where ${employer === '-' ? sql`employer_id is null` : sql`employer_id = ${employer}::bigint`})`

const isOfBatch = (sql: Queries, { batch, campaign }: MetricFilter) => {
  if (batch !== undefined)
    return sql`id in (select voucher.id from voucher where batch_id = ${batch}::bigint)`
  if (campaign === undefined) return sql`true`
  return sql`id in (
    select voucher.id from voucher join voucher_batch on voucher_batch.id = batch_id
    where campaign_id = ${campaign}::bigint)`
}
