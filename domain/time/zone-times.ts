import { DAY_MS, HOUR_MS } from '#domain/time/zone-days.ts'

/** Local times of a time zone as 'YYYY-MM-DDTHH:MM', and moments in milliseconds. */

/** The local time at a moment, to the minute. */
export function wallTimeAt(ms: number, zone: string): string {
  return formatFor(zone).format(ms).replace(' ', 'T')
}

/**
 * The moment of a local time in a time zone. If the time occurs twice, the first one. If it is skipped, the moment of
 * the clock change. Undefined for an invalid time.
 */
export function momentOfWallTime(wall: string, zone: string): number | undefined {
  if (!isWallTime(wall)) return undefined
  const asUtc = Date.parse(`${wall}:00Z`)
  // The offsets a day before and a day after, which include any clock change between.
  const offsets = [asUtc - DAY_MS, asUtc + DAY_MS].map((ms) => offsetAt(ms, zone))
  const moments = offsets.map((offset) => asUtc - offset)
  const matching = moments.filter((ms) => wallTimeAt(ms, zone) === wall)
  if (matching.length > 0) return Math.min(...matching)
  return changeBetween(Math.min(...moments), Math.max(...moments), zone)
}

/** Whether a local time is skipped or occurs twice because of a clock change. */
export function oddityOfWallTime(wall: string, zone: string): 'skipped' | 'twice' | null {
  const ms = momentOfWallTime(wall, zone)
  if (ms === undefined) return null
  if (wallTimeAt(ms, zone) !== wall) return 'skipped'
  // Clock changes are one hour, and half an hour on Lord Howe Island.
  return [HOUR_MS / 2, HOUR_MS].some((shift) => wallTimeAt(ms + shift, zone) === wall)
    ? 'twice'
    : null
}

function isWallTime(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return false
  const moment = new Date(`${text}:00Z`)
  // JavaScript parses 30 February as 2 March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

const offsetAt = (ms: number, zone: string) =>
  Date.parse(`${wallTimeAt(ms, zone)}:00Z`) - Math.floor(ms / 60_000) * 60_000

/** The moment of the clock change between two moments. */
function changeBetween(from: number, to: number, zone: string): number {
  const offsetBefore = offsetAt(from, zone)
  let [before, after] = [from, to]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, zone) === offsetBefore) before = middle
    else after = middle
  }
  return after
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter is slow. The Swedish date format is that of ISO. */
function formatFor(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: zone,
    })
  formats.set(zone, format)
  return format
}
