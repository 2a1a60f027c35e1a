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
 * How many vouchers are activated on each of the coming days, as a running total. On each day the same share of those
 * that are still open is activated as on average in the last two weeks. So the curve flattens, and never exceeds the
 * number of vouchers. `low` and `high` use the slower and the faster half of these two weeks.
 */
export function forecastActivations({ vouchers, days, daysLeft }: Activations) {
  const first = Math.max(0, days.length - PACE_DAYS)
  const middle = Math.ceil((first + days.length) / 2)
  const halves = [
    dailyShare(vouchers, days, { first, end: middle }),
    dailyShare(vouchers, days, { first: middle, end: days.length }),
  ]
  const activated = sumOf(days)
  const totalsAt = (share: number) =>
    Array.from(
      { length: Math.max(0, daysLeft) },
      (_, day) => vouchers - (vouchers - activated) * (1 - share) ** (day + 1),
    )
  return {
    likely: totalsAt(dailyShare(vouchers, days, { first, end: days.length })),
    low: totalsAt(Math.min(...halves)),
    high: totalsAt(Math.max(...halves)),
  }
}

/** Activations of some days, as a share of the vouchers open at the start of each of these days. */
function dailyShare(
  vouchers: number,
  days: readonly number[],
  { first, end }: { first: number; end: number },
): number {
  let activated = sumOf(days.slice(0, first))
  let open = 0
  let recent = 0
  for (const count of days.slice(first, end)) {
    open += Math.max(0, vouchers - activated)
    activated += count
    recent += count
  }
  return open === 0 ? 0 : Math.min(1, recent / open)
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)

/** The running total of each day. */
export function runningTotal(days: readonly number[]): number[] {
  let sum = 0
  return days.map((count) => (sum += count))
}
