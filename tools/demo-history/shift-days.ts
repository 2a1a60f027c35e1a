import { addDays, dayAt, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import { type HistoryHead, MONTH_MARK } from '#tools/demo-history/history-rows.ts'

const DAY_MS = 86_400_000
const YEAR_DAYS = 365.2425
const NOON_MS = DAY_MS / 2

type Shift = { days: number; years: number }

/** The played history ends at noon: before noon its last day is yesterday, so that nothing lies ahead. */
export function lastDay(now: number): string {
  const today = dayAt(now, DEFAULT_ZONE)
  return now >= startOfDay(today, DEFAULT_ZONE) + NOON_MS ? today : addDays(today, -1)
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/**
 * Moves the dates of stored rows so that the history ends on a day. Batches that stay in their season move by whole years,
 * to the same weekday; all other rows move by the same number of days.
 */
export function rowShifter(
  { anchor, seasons }: Pick<HistoryHead, 'anchor' | 'seasons'>,
  end: string,
) {
  const plain = shifted({ days: daysBetween(anchor, end), years: 0 })
  const seasonal = new Map(
    Object.entries(seasons).map(([batch, last]) => [batch, shifted(seasonShift(last, end))]),
  )
  return (row: string): string => {
    const at = row.indexOf('\t')
    const shift = seasonal.get(row.slice(0, at)) ?? plain
    return shift(row.slice(at + 1))
  }
}

/** So many years that the last day of the season is past. */
function seasonShift(last: string, end: string): Shift {
  const years = Math.floor(daysBetween(last, end) / YEAR_DAYS)
  return { years, days: Math.round((years * YEAR_DAYS) / 7) * 7 }
}

function shifted({ days, years }: Shift) {
  const known = new Map<string, string>()
  const dayOf = (day: string) => {
    let moved = known.get(day)
    if (moved === undefined) known.set(day, (moved = addDays(day, days)))
    return moved
  }
  return (text: string) => {
    const moved = text.replaceAll(/(~?)(20\d\d-\d\d-\d\d)/g, (_, mark: string, day: string) =>
      mark === MONTH_MARK ? `${dayOf(day).slice(0, 7)}-01` : dayOf(day),
    )
    if (years === 0) return moved
    return moved.replaceAll(
      /(\p{L} )(20\d\d)(?![\d-])/gu,
      (_, before: string, year: string) => `${before}${Number(year) + years}`,
    )
  }
}
