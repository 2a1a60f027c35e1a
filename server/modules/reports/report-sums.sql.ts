import {
  type MetricName,
  FUNNEL,
  SUMMED_METRICS,
  type SummedMetric,
} from '#contract/reports/reports.staff.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { addDays } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  type MetricPeriod,
  metricRowsOf,
  firstCategory,
  sumOfLeft,
} from '#server/modules/reports/report-rows.sql.ts'
import { translatedName } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Figures = StaffResponse<'reportMetrics'>
type Moment = { day: string; hour: number; orders: number; spent: number; paid: number }
type Step = { step: number; count: number }

/** Read from orders, lines and activations, which are also shown in parts. */
const SHOWN_IN_PARTS: readonly MetricName[] = ['orders', 'paid', 'gifts', 'claimed']
/** Each depends on all balances; the movements explain their difference. */
const OF_ALL_BALANCES: readonly MetricName[] = ['before', 'left']
const others = SUMMED_METRICS.filter(
  (name) => !SHOWN_IN_PARTS.includes(name) && !OF_ALL_BALANCES.includes(name) && name !== 'blocked',
)

/** The report: every number is the sum of the rows of its figure. */
export async function figuresOf(
  sql: Queries,
  period: MetricPeriod,
  language: string,
): Promise<Omit<Figures, 'time_zone'>> {
  const [moments, categories, steps, single, blocked] = await Promise.all([
    ordersByHour(sql, period),
    giftsByCategory(sql, period, language),
    sql<Step[]>`
      select step, count(*)::integer as count from (${metricRowsOf.claimed(sql, period)}) claimed group by step`,
    otherSums(sql, period),
    blockedSum(sql, period),
  ])
  const total = (of: (moment: Moment) => number) =>
    moments.reduce((sum, moment) => sum + of(moment), 0)
  const reached = FUNNEL.map((step, at) => ({
    step,
    count: steps.filter(({ step }) => step > at).reduce((sum, { count }) => sum + count, 0),
  }))
  return {
    sums: {
      ...single,
      blocked,
      claimed: reached[0]?.count ?? 0,
      orders: total(({ orders }) => orders),
      spent: total(({ spent }) => spent),
      paid: total(({ paid }) => paid),
      gifts: categories.reduce((sum, { gifts }) => sum + gifts, 0),
    },
    days: everyDay(period).map((day) => {
      const own = moments.filter((moment) => moment.day === day)
      const sum = (of: 'orders' | 'spent' | 'paid') =>
        own.reduce((all, moment) => all + moment[of], 0)
      return { day, orders: sum('orders'), spent: sum('spent'), paid: sum('paid') }
    }),
    hours: Array.from({ length: 24 }, (_, hour) =>
      moments.filter((one) => one.hour === hour).reduce((sum, { orders }) => sum + orders, 0),
    ),
    categories,
    funnel: reached,
  }
}

/** In one pass, because an order has a row in all three. */
const ordersByHour = (sql: Queries, period: MetricPeriod) => sql<Moment[]>`
  select to_char(hour, 'YYYY-MM-DD') as day, extract(hour from hour)::integer as hour, orders, spent, paid
  from (
    select date_trunc('hour', clock) as hour, sum(value)::integer as orders, sum(points_paid)::bigint as spent,
      sum(cents_paid)::bigint as paid
    from (${metricRowsOf.orders(sql, period)}) placed group by 1
  ) hours`

async function giftsByCategory(sql: Queries, period: MetricPeriod, language: string) {
  return sql<{ id: string | null; name: string; gifts: number }[]>`
    select sold.category as id, coalesce(named.name, '') as name, gifts::integer
    from (
      select category, sum(gifts) as gifts
      from (
        -- Sums by gift before category: the same rows with fewer lookups.
        select menu, product_id, sum(value) as gifts from (${metricRowsOf.gifts(sql, period)}) line group by menu, product_id
      ) gift
        left join ${firstCategory(sql, period)} stands using (menu, product_id)
      group by category
    ) sold
      left join (
        select distinct on (id) id, ${translatedName(sql, 'navigation_item', language)} as name from navigation_item
        where parent_id is null and (channel_id = ${SHARED_CHANNEL}
          ${period.channels === null ? sql`or true` : sql`or channel_id = any(${[...period.channels]}::text[])`})
        order by id, channel_id = ${SHARED_CHANNEL} desc, channel_id
      ) named on named.id = sold.category
    order by gifts desc, id`
}

/** In one statement, so that the opening balance plus the movements equals the closing balance at any moment. */
async function otherSums(sql: Queries, period: MetricPeriod) {
  const [row] = await sql<Record<Exclude<SummedMetric, 'blocked'>, number>[]>`
    select ${others
      .map((name) => sql`${sumOf(sql, name, period)} as ${sql(name)}`)
      .reduce((all, one) => sql`${all}, ${one}`)}, ${sumOfLeft(sql, period)}::bigint as "left"`
  if (!row) throw new Error('query of the figures returned no row')
  const { granted, 'points-back': back, spent, ended, left } = row
  return { ...row, before: left - (granted + back - spent - ended) }
}

/** Part of the closing balance, read in parallel: each of them sums the changes since. */
async function blockedSum(sql: Queries, period: MetricPeriod) {
  const [row] = await sql<{ sum: number }[]>`select ${sumOf(sql, 'blocked', period)} as sum`
  return row?.sum ?? 0
}

const sumOf = (sql: Queries, name: MetricName, period: MetricPeriod) => sql`
  (select coalesce(sum(value), 0)::bigint from (${metricRowsOf[name](sql, period)}) figure)`

function everyDay({ from, to }: MetricPeriod): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
