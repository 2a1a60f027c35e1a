import {
  type MetricPeriod,
  metricRowsOf,
  sumOfLeft,
} from '#server/modules/reports/report-rows.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** The balances at the end of a period, and their change on each of its days. */
export async function findBalanceChanges(sql: Queries, period: MetricPeriod) {
  const [[end], days] = await Promise.all([
    sql<{ points: number }[]>`select ${sumOfLeft(sql, period)}::bigint as points`,
    sql<{ day: string; points: number }[]>`
      select to_char(clock, 'YYYY-MM-DD') as day, sum(points)::bigint as points
      from (
        select clock, value as points from (${metricRowsOf.granted(sql, period)}) granted union all
        select clock, value from (${metricRowsOf['points-back'](sql, period)}) refunded union all
        select clock, -value from (${metricRowsOf.spent(sql, period)}) spent union all
        select clock, -value from (${metricRowsOf.ended(sql, period)}) ended
      ) movement group by 1`,
  ])
  return { atEnd: end?.points ?? 0, changes: new Map(days.map(({ day, points }) => [day, points])) }
}
