import { MOST_YEARS } from '#domain/vouchers/batch-limits.ts'

/** Several countries require this validity by law. A shorter one needs a reason. */
const USUAL_MONTHS = 24

/** A batch counts as expiring when it ends within this many days. */
export const EXPIRING_DAYS = 60

/** Whether the validity is shorter than usual. */
export function isShorterThanUsual({
  from,
  until,
}: {
  from: string
  until: string | null
}): boolean {
  return until !== null && until < dayInMonths(from, USUAL_MONTHS)
}

/** Whether the end date exceeds the maximum validity. */
export function isLongerThanAllowed({
  from,
  until,
}: {
  from: string
  until: string | null
}): boolean {
  return until !== null && until > dayInMonths(from, MOST_YEARS * 12)
}

/** The same day this many months later, or the last day of a shorter month. */
export function dayInMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const result = new Date(Date.UTC(year, month - 1 + months, 1))
  const daysInMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  result.setUTCDate(Math.min(date, daysInMonth))
  return result.toISOString().slice(0, 10)
}
