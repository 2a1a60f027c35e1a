/** The number of days whose rate is extrapolated. */
const PACE_DAYS = 14

type Activations = {
  /** Vouchers that could be activated. */
  vouchers: number
  /** Activations of each day so far, the newest last. */
  days: readonly number[]
  /** Days until the end, without today. */
  daysLeft: number
}

/**
 * The running total of activations for each of the coming days. Each day activates the same share of the open vouchers
 * as an average day of the last two weeks. So the curve flattens and never exceeds the number of vouchers.
 */
export function forecastActivations({ vouchers, days, daysLeft }: Activations): number[] {
  const activated = days.reduce((sum, count) => sum + count, 0)
  const share = dailyShare(vouchers, days)
  return Array.from(
    { length: Math.max(0, daysLeft) },
    (_, day) => vouchers - (vouchers - activated) * (1 - share) ** (day + 1),
  )
}

/** Activations of the last two weeks, as a share of the vouchers open at the start of each of these days. */
function dailyShare(vouchers: number, days: readonly number[]): number {
  const recentStart = Math.max(0, days.length - PACE_DAYS)
  let activated = days.slice(0, recentStart).reduce((sum, count) => sum + count, 0)
  let open = 0
  let recent = 0
  for (const count of days.slice(recentStart)) {
    open += Math.max(0, vouchers - activated)
    activated += count
    recent += count
  }
  return open === 0 ? 0 : Math.min(1, recent / open)
}

/** The running total of each day. */
export function runningTotal(days: readonly number[]): number[] {
  let sum = 0
  return days.map((count) => (sum += count))
}
