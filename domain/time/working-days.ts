import { addDays, dayAt, HOUR_MS, startOfDay } from './zone-days.ts'

const NINE_HOURS_MS = 9 * HOUR_MS

/**
 * Nine in the morning of the n-th working day after this one, in this time zone. Every Monday to Friday counts, also a
 * holiday. For the days on which carriers deliver see `deliveryDaysAfter()`.
 */
export function workingDaysLater(nowMs: number, days: number, zone: string): number {
  let day = dayAt(nowMs, zone)
  for (let left = days; left > 0;) {
    day = addDays(day, 1)
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) left -= 1
  }
  return startOfDay(day, zone) + NINE_HOURS_MS
}
