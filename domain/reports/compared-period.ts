import { addDays } from '#domain/time/zone-days.ts'

/** The period before, or the same period a year earlier. */
export const COMPARISONS = ['previous', 'year'] as const
export type Comparison = (typeof COMPARISONS)[number]

export type Period = { from: string; to: string }

const YEAR_DAYS = 365

export const daysIn = ({ from, to }: Period): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** The same number of days, just before the period or a year earlier. */
export function comparedPeriod(period: Period, comparison: Comparison): Period {
  const shift = comparison === 'year' ? YEAR_DAYS : daysIn(period)
  return { from: addDays(period.from, -shift), to: addDays(period.to, -shift) }
}

/** The difference as a share of the earlier value; null if that was zero. */
export const changeSince = (before: number, now: number): number | null =>
  before === 0 ? null : (now - before) / before
