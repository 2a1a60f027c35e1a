/** Days are '2026-12-23', months '2026-12'. */

const DAYS_SHOWN = 42

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Six weeks from Monday to Sunday, so that all months have the same height. */
export function weeksOf(month: string): string[][] {
  const first = atNoon(`${month}-01`)
  const before = (first.getUTCDay() + 6) % 7
  const days = Array.from({ length: DAYS_SHOWN }, (_, index) => {
    const moment = new Date(first)
    moment.setUTCDate(1 - before + index)
    return dayOf(moment)
  })
  return Array.from({ length: DAYS_SHOWN / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** The same day this many months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const last = atNoon(`${day.slice(0, 7)}-01`)
  last.setUTCMonth(last.getUTCMonth() + months + 1, 0)
  return `${dayOf(last).slice(0, 8)}${day.slice(8) > dayOf(last).slice(8) ? dayOf(last).slice(8) : day.slice(8)}`
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayIndex = (day: string): number => (atNoon(day).getUTCDay() + 6) % 7
