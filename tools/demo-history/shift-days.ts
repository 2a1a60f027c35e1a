import { addDays, dayAt, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import { type HistoryHead, MONTH_MARK } from '#tools/demo-history/history-rows.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365.2425
const NOON_MS = DAY_MS / 2

type Shift = { days: number; years: number }

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/**
 * Moves the dates of stored rows so that the history ends today. Batches that stay in their season move by whole years, to the
 * same weekday; all other rows move by the same number of days. The played history ends at noon: before noon, its last
 * morning is shortened, so that today has orders and nothing lies ahead.
 */
export function createRowShifter(
  { anchor, seasons }: Pick<HistoryHead, 'anchor' | 'seasons'>,
  now: number,
) {
  const end = dayAt(now, DEFAULT_ZONE)
  const regular = createShift({ days: daysBetween(anchor, end), years: 0 })
  const shorten = lastDayShortener(anchor, now - startOfDay(end, DEFAULT_ZONE))
  const seasonal = new Map(
    Object.entries(seasons).map(([batch, last]) => [batch, createShift(seasonShift(last, end))]),
  )
  return (row: string): string => {
    const at = row.indexOf('\t')
    const values = row.slice(at + 1)
    const season = seasonal.get(row.slice(0, at))
    return season ? season(values) : regular(shorten(values))
  }
}

/** Moves times of the last day: its first half ends now, its second half begins now. */
function lastDayShortener(anchor: string, nowMs: number): (text: string) => string {
  if (nowMs >= NOON_MS) return (text) => text
  const start = startOfDay(anchor, DEFAULT_ZONE)
  const shorten = (ms: number) =>
    Math.floor(
      ms < NOON_MS ? (ms / NOON_MS) * nowMs : nowMs + ((ms - NOON_MS) / NOON_MS) * (DAY_MS - nowMs),
    )
  const days = [addDays(anchor, -1), anchor]
  return (text) =>
    days.some((day) => text.includes(day))
      ? text.replaceAll(MOMENT, (written, day: string, time: string, zone: string | undefined) => {
          const midnight = zone === 'Z' ? start : Date.parse(`${anchor}T00:00:00Z`)
          // Columns have local time, JSON has UTC.
          const ms = Date.parse(`${day}T${time}Z`) - midnight
          if (ms < 0 || ms >= DAY_MS) return written
          const [date = '', clock = ''] = new Date(midnight + shorten(ms)).toISOString().split('T')
          return zone === 'Z' ? `${date}T${clock}` : `${date} ${clock.slice(0, -1)}`
        })
      : text
}
const MOMENT = /(20\d\d-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:\.\d+)?)(Z?)/g

/** The number of years after which the last day of the season is in the past. */
function seasonShift(last: string, end: string): Shift {
  const years = Math.floor(daysBetween(last, end) / YEAR_DAYS)
  return { years, days: Math.round((years * YEAR_DAYS) / 7) * 7 }
}

function createShift({ days, years }: Shift) {
  const cache = new Map<string, string>()
  const dayOf = (day: string) => {
    let shiftedDay = cache.get(day)
    if (shiftedDay === undefined) cache.set(day, (shiftedDay = addDays(day, days)))
    return shiftedDay
  }
  return (text: string) => {
    const shiftedText = text.replaceAll(/(~?)(20\d\d-\d\d-\d\d)/g, (_, mark: string, day: string) =>
      mark === MONTH_MARK ? `${dayOf(day).slice(0, 7)}-01` : dayOf(day),
    )
    if (years === 0) return shiftedText
    return shiftedText.replaceAll(
      /(\p{L} )(20\d\d)(?![\d-])/gu,
      (_, before: string, year: string) => `${before}${Number(year) + years}`,
    )
  }
}
