import { addDays } from '#domain/time/zone-days.ts'

/** What a period of a report is compared with. */
export const COMPARISONS = ['previous', 'year'] as const
export type Comparison = (typeof COMPARISONS)[number]

export type Period = { from: string; to: string }

const YEAR_DAYS = 365

export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** The same number of days, just before the period or a year earlier. */
export function comparedPeriod(period: Period, comparison: Comparison): Period {
  const back = comparison === 'year' ? YEAR_DAYS : daysIn(period)
  return { from: addDays(period.from, -back), to: addDays(period.to, -back) }
}

/** The difference to an earlier value as a share of it. null: there was nothing to compare with. */
export const changeSince = (before: number, now: number): number | null =>
  before === 0 ? null : (now - before) / before
