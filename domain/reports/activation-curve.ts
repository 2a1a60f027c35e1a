import { forecastActivations, runningTotal } from '#domain/reports/activation-forecast.ts'
import { daysIn } from '#domain/reports/compared-period.ts'
import { addDays } from '#domain/time/zone-days.ts'

const WEEK = 7
/** A forecast needs at least this many days. */
const MIN_DAYS = WEEK
/** A chart of at most this many days has a point for each day, a longer one for each week. */
const MAX_DAILY_POINTS = 91
/** The forecast ends after this many weeks, because a longer chart would be mostly empty. */
const MAX_WEEKS_AHEAD = 17

type Activations = {
  vouchers: number
  /** Activations of each day, from the first day until today or until the end. */
  days: readonly number[]
  first_day: string
  today: string
  last_day: string | null
}

/**
 * The running total of the activations, and the forecast that continues it until the last day, or as far as a chart
 * reaches. In a weekly chart the forecast has complete weeks, so that it starts where the total ends.
 */
export function activationCurve({
  vouchers,
  days: counts,
  first_day,
  today,
  last_day,
}: Activations) {
  const activated = runningTotal(counts)
  const daysLeft =
    last_day === null || last_day <= today ? 0 : daysIn({ from: today, to: last_day }) - 1
  const isEarly = daysLeft > 0 && counts.length < MIN_DAYS
  const isDaily = activated.length + Math.min(daysLeft, WEEK) <= MAX_DAILY_POINTS
  const shownDays = isDaily
    ? Math.min(daysLeft, MAX_DAILY_POINTS - activated.length)
    : WEEK * Math.min(MAX_WEEKS_AHEAD, Math.floor(daysLeft / WEEK))
  const forecast = forecastActivations({
    vouchers,
    days: counts,
    daysLeft: isEarly ? 0 : shownDays,
  })
  const days = Array.from({ length: activated.length + forecast.likely.length }, (_, at) =>
    addDays(first_day, at),
  )
  return { days, activated, forecast, isEarly }
}
