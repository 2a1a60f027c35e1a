import { addDays } from '#domain/time/zone-days.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { MEASURES, type Measure } from '#domain/reports/measures.ts'
import { type MetricPeriod, metricRowsOf } from '#server/modules/reports/report-rows.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

type PeriodReport = StaffResponse<'reportOverview'>['now']
type Point = PeriodReport['points'][number]

/** The totals of a period, and its course by day, or by hour for a single day. */
export async function findOverview(sql: Queries, period: MetricPeriod): Promise<PeriodReport> {
  const { from, to } = period
  const step = from === to ? HOURS : DAYS
  const [orders, activations, openings, vouchers] = await Promise.all([
    sql<Omit<Point, 'claimed' | 'opened'>[]>`
      select to_char(step, ${step.format}) as at, orders, spent, paid
      from (
        select date_trunc(${step.unit}, clock) as step, count(*)::integer as orders, sum(points_paid)::integer as spent,
          sum(cents_paid)::bigint as paid
        from (${metricRowsOf.orders(sql, period)}) placed group by 1
      ) steps`,
    sql<{ at: string; claimed: number }[]>`
      select to_char(step, ${step.format}) as at, claimed
      from (
        select date_trunc(${step.unit}, clock) as step, count(*)::integer as claimed
        from (${metricRowsOf.claimed(sql, period)}) claimed group by 1
      ) steps`,
    sql<{ at: string; opened: number }[]>`
      select to_char(step, ${step.format}) as at, opened
      from (
        select date_trunc(${step.unit}, clock) as step, count(*)::integer as opened
        from (${metricRowsOf.usable(sql, period)}) usable where clock >= ${from}::date group by 1
      ) steps`,
    countVouchers(sql, period),
  ])
  const ordersByPoint = new Map(orders.map((order) => [order.at, order]))
  const activationsByPoint = new Map(activations.map((activation) => [activation.at, activation]))
  const openingsByPoint = new Map(openings.map(({ at, opened }) => [at, opened]))
  const points = pointLabels(period).map((at) => {
    const { orders = 0, spent = 0, paid = 0 } = ordersByPoint.get(at) ?? {}
    const claimed = activationsByPoint.get(at)?.claimed ?? 0
    return { at, orders, spent, paid, claimed, opened: openingsByPoint.get(at) ?? 0 }
  })
  const sums = Object.fromEntries(
    MEASURES.map((measure) => [measure, points.reduce((sum, point) => sum + point[measure], 0)]),
  ) as Record<Measure, number>
  return { from, to, sums: { ...sums, ...vouchers }, points }
}

/** Grouped before formatting, so that each step is formatted once and not each row. */
const DAYS = { unit: 'day', format: 'YYYY-MM-DD' } as const
const HOURS = { unit: 'hour', format: 'HH24:00' } as const

async function countVouchers(sql: Queries, period: MetricPeriod) {
  const [row] = await sql<{ usable: number; activated: number }[]>`
    select count(*)::integer as usable, (count(*) filter (where is_activated))::integer as activated
    from (${metricRowsOf.usable(sql, period)}) usable`
  return row ?? { usable: 0, activated: 0 }
}

/** Every day of a period, or every hour of a single day. */
function pointLabels({ from, to }: MetricPeriod): string[] {
  if (from === to)
    return Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
