import { forecastActivations, runningTotal } from '#domain/reports/activation-forecast.ts'
import { daysIn } from '#domain/reports/compared-period.ts'
import { addDays } from '#domain/time/zone-days.ts'

const WEEK = 7
/** Fewer days than these say nothing about the pace. */
const DAYS_OF_PACE = WEEK
/** A chart of up to this many days has a point for each day, a longer one for each week. */
const MOST_DAYS = 91
/** A later last day is not drawn: the chart would be empty for the most part. */
const MOST_WEEKS_AHEAD = 17

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
 * reaches. In a chart of weeks the forecast has whole weeks, so that it begins where the total ends.
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
  const isEarly = daysLeft > 0 && counts.length < DAYS_OF_PACE
  const isDaily = activated.length + Math.min(daysLeft, WEEK) <= MOST_DAYS
  const drawn = isDaily
    ? Math.min(daysLeft, MOST_DAYS - activated.length)
    : WEEK * Math.min(MOST_WEEKS_AHEAD, Math.floor(daysLeft / WEEK))
  const forecast = forecastActivations({
    vouchers,
    days: counts,
    daysLeft: isEarly ? 0 : drawn,
  })
  const days = Array.from({ length: activated.length + forecast.likely.length }, (_, at) =>
    addDays(first_day, at),
  )
  return { days, activated, forecast, isEarly }
}
