/** Up to this many days each day is a point of its chart; above it, each week is. */
const MAX_DAILY_POINTS = 92
const WEEK = 7
/** A chart with fewer points has room for bars. */
const MAX_BARS = 24
/** With more empty points than this a line would be a zigzag. */
const MAX_EMPTY_SHARE = 1 / 3

/** Whether points are weeks for this number of days. */
export const isWeekly = (days: number): boolean => days > MAX_DAILY_POINTS

/** A point of a chart: the first and the last index of the days that it covers. */
export type Bucket = { first: number; last: number }

/**
 * Weeks end with the last day, so that the newest point is complete. A remainder of less than half a week belongs to
 * the first week: as a point of its own it would look like a sharp rise.
 */
export function bucketsOf(days: number): Bucket[] {
  if (!isWeekly(days)) return Array.from({ length: days }, (_, at) => ({ first: at, last: at }))
  const weeks: Bucket[] = []
  for (let last = days - 1; last >= 0; last -= WEEK)
    weeks.unshift({ first: Math.max(0, last - WEEK + 1), last })
  const [remainder, next, ...others] = weeks
  return remainder && next && remainder.last < WEEK / 2 - 1
    ? [{ first: 0, last: next.last }, ...others]
    : weeks
}

/** 'sum': amounts of a day, which add up. 'last': a level or a running total, of which the newest counts. */
export type ValueKind = 'sum' | 'last'

/** null: unknown, for example because the day is still to come. */
export function bucketValue(
  values: readonly (number | null)[],
  { first, last }: Bucket,
  kind: ValueKind,
): number | null {
  const known = values.slice(first, last + 1).filter((value) => value !== null)
  if (known.length === 0) return null
  return kind === 'last' ? (known.at(-1) ?? null) : known.reduce((sum, value) => sum + value, 0)
}

/** Whether amounts are drawn as bars. A level is always a line. */
export function isSparse(values: readonly (number | null)[], kind: ValueKind): boolean {
  if (kind === 'last') return values.length === 1
  const empty = values.filter((value) => value === 0 || value === null).length
  return values.length <= MAX_BARS || empty > MAX_EMPTY_SHARE * values.length
}
