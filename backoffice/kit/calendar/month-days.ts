/** In this file days are '2026-12-23' and months '2026-12'. */

const WEEKS_SHOWN = 6

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** Six weeks from Monday to Sunday, so that all months have the same height. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const daysBefore = weekdayIndex(first)
  const dayAt = (index: number) => {
    const moment = atNoon(first)
    moment.setUTCDate(1 - daysBefore + index)
    return dayOf(moment)
  }
  return Array.from({ length: WEEKS_SHOWN }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => dayAt(week * 7 + weekday)),
  )
}

/** The same day this many months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const moment = atNoon(`${day.slice(0, 7)}-01`)
  // Day 0 is the last day of the month before.
  moment.setUTCMonth(moment.getUTCMonth() + months + 1, 0)
  const lastDay = dayOf(moment)
  const sameDay = `${lastDay.slice(0, 8)}${day.slice(8)}`
  return sameDay > lastDay ? lastDay : sameDay
}

/** 0 for Monday to 6 for Sunday. */
export const weekdayIndex = (day: string): number => (atNoon(day).getUTCDay() + 6) % 7
