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
type HourOfDay = { day: string; hour: number; orders: number; spent: number; paid: number }
type Step = { step: number; count: number }

/** These are summed up from queries that the report needs anyway. */
const SUMMED_FROM_PARTS: readonly MetricName[] = ['orders', 'paid', 'gifts', 'claimed']
/** Sums of all balances. The changes in the period explain their difference. */
const BALANCE_SUMS: readonly MetricName[] = ['before', 'left']
const OTHER_METRICS = SUMMED_METRICS.filter(
  (name) => !SUMMED_FROM_PARTS.includes(name) && !BALANCE_SUMS.includes(name) && name !== 'blocked',
)

/** The report: every number is the sum of the rows of its figure. */
export async function findFigures(
  sql: Queries,
  period: MetricPeriod,
  language: string,
): Promise<Omit<Figures, 'time_zone'>> {
  const [moments, categories, steps, otherSumsOfPeriod, blocked] = await Promise.all([
    ordersByHour(sql, period),
    giftsByCategory(sql, period, language),
    sql<Step[]>`
      select step, count(*)::integer as count from (${metricRowsOf.claimed(sql, period)}) claimed group by step`,
    otherSums(sql, period),
    blockedSum(sql, period),
  ])
  const total = (measure: 'orders' | 'spent' | 'paid') =>
    moments.reduce((sum, moment) => sum + moment[measure], 0)
  const reached = FUNNEL.map((step, index) => ({
    step,
    count: steps.filter(({ step }) => step > index).reduce((sum, { count }) => sum + count, 0),
  }))
  return {
    sums: {
      ...otherSumsOfPeriod,
      blocked,
      claimed: reached[0]?.count ?? 0,
      orders: total('orders'),
      spent: total('spent'),
      paid: total('paid'),
      gifts: categories.reduce((sum, { gifts }) => sum + gifts, 0),
    },
    days: everyDay(period).map((day) => {
      const ofDay = moments.filter((moment) => moment.day === day)
      const sum = (measure: 'orders' | 'spent' | 'paid') =>
        ofDay.reduce((total, moment) => total + moment[measure], 0)
      return { day, orders: sum('orders'), spent: sum('spent'), paid: sum('paid') }
    }),
    hours: Array.from({ length: 24 }, (_, hour) =>
      moments.filter((moment) => moment.hour === hour).reduce((sum, { orders }) => sum + orders, 0),
    ),
    categories,
    funnel: reached,
  }
}

/** Orders, points and euros in one query, because the same orders count for all three. */
const ordersByHour = (sql: Queries, period: MetricPeriod) => sql<HourOfDay[]>`
  select to_char(hour, 'YYYY-MM-DD') as day, extract(hour from hour)::integer as hour, orders, spent, paid
  from (
    select date_trunc('hour', clock) as hour, sum(value)::integer as orders, sum(points_paid)::bigint as spent,
      sum(cents_paid)::bigint as paid
    from (${metricRowsOf.orders(sql, period)}) placed group by 1
  ) hours`

async function giftsByCategory(sql: Queries, period: MetricPeriod, language: string) {
  return sql<{ id: string | null; name: string; gifts: number }[]>`
    select sold.category as id, coalesce(translated.name, '') as name, gifts::integer
    from (
      select category, sum(gifts) as gifts
      from (
        -- Sums by gift before category: the same rows with fewer lookups.
        select menu, product_id, sum(value) as gifts from (${metricRowsOf.gifts(sql, period)}) line group by menu, product_id
      ) gift
        left join ${firstCategory(sql, period)} first_category using (menu, product_id)
      group by category
    ) sold
      left join (
        select distinct on (id) id, ${translatedName(sql, 'navigation_item', language)} as name from navigation_item
        where parent_id is null and (channel_id = ${SHARED_CHANNEL}
          ${period.channels === null ? sql`or true` : sql`or channel_id = any(${[...period.channels]}::text[])`})
        order by id, channel_id = ${SHARED_CHANNEL} desc, channel_id
      ) translated on translated.id = sold.category
    order by gifts desc, id`
}

/** In one statement, so that the opening balance plus the movements equals the closing balance at any moment. */
async function otherSums(sql: Queries, period: MetricPeriod) {
  const [row] = await sql<Record<Exclude<SummedMetric, 'blocked'>, number>[]>`
    select ${OTHER_METRICS.map((name) => sql`${sumOf(sql, name, period)} as ${sql(name)}`).reduce(
      (list, column) => sql`${list}, ${column}`,
    )}, ${sumOfLeft(sql, period)}::bigint as "left"`
  if (!row) throw new Error('query of the figures returned no row')
  const { granted, 'points-back': refunded, spent, ended, left } = row
  return { ...row, before: left - (granted + refunded - spent - ended) }
}

/** The part of the closing balance on blocked vouchers, read in parallel with the other sums. */
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
