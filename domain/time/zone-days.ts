/**
 * Days of a time zone, and the moments when they start and end. Days are 'YYYY-MM-DD', moments are milliseconds. A
 * day with a clock change has 23 or 25 hours, and a day may start at one o'clock.
 */

export const DEFAULT_ZONE = 'Europe/Amsterdam'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** The largest offset of a time zone from UTC, including a margin. */
const FARTHEST_MS = 27 * HOUR_MS

/**
 * Only IANA names such as 'Europe/Amsterdam', not 'CET', '+01:00' or 'europe/amsterdam', which some programs accept.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Z][\w+-]*(\/[A-Z][\w+-]*)+)$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** An existing date such as '2026-12-31'. The database has no year 0, and a year before 1000 is a typing error. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  // JavaScript parses 30 February as 2 March.
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The whole days from one day to another. Negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** The days since a last day. 0 on that day and before. */
export const daysOverdue = (lastDay: string, nowMs: number, zone: string): number =>
  Math.max(0, daysBetween(lastDay, dayAt(nowMs, zone)))

/** The day in this time zone at this moment. */
export function dayAt(ms: number, zone: string): string {
  return formatFor(zone).format(ms)
}

/** The first moment of a day. */
export function startOfDay(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let before = midnight - FARTHEST_MS
  let from = midnight + FARTHEST_MS
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayAt(middle, zone) < day) before = middle
    else from = middle
  }
  return from
}

/** The end of a day, exclusive. */
export const endOfDay = (day: string, zone: string) => startOfDay(addDays(day, 1), zone)

/** The last day before an exclusive end. */
export const lastDayBefore = (endMs: number, zone: string) => dayAt(endMs - 1, zone)

/** Converts a moment at the start of a day in one zone to the start of the same day in another. Other moments stay. */
export function sameDayElsewhere(ms: number, from: string, to: string): number {
  const day = dayAt(ms, from)
  return startOfDay(day, from) === ms ? startOfDay(day, to) : ms
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter is slow. The Swedish date format is that of ISO. */
function formatFor(zone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone } as const
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('sv-SE', options)
  formats.set(zone, format)
  return format
}
