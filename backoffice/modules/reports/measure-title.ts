import { isWeekly } from '#backoffice/kit/charts/time-buckets.ts'
import { daysIn, type Period } from '#domain/reports/compared-period.ts'
import type { Measure } from '#domain/reports/measures.ts'

/** The title of a chart: by hour, day or week, as its points are. */
export function measureTitle(measure: Measure, period: Period) {
  if (period.from === period.to) return `reports.perHour.${measure}` as const
  return isWeekly(daysIn(period))
    ? (`reports.perWeek.${measure}` as const)
    : (`reports.perDay.${measure}` as const)
}
