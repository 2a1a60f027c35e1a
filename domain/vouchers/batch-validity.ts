import { MOST_YEARS } from '#domain/vouchers/batch-limits.ts'

/** The law of several countries requires this. A shorter validity needs a reason. */
export const USUAL_MONTHS = 24

/** The list of what expires shows the batches that end within this many days. */
export const EXPIRING_DAYS = 60

/** Whether the validity is shorter than usual. */
export function endsSoon({ from, until }: { from: string; until: string | null }): boolean {
  return until !== null && until < dayInMonths(from, USUAL_MONTHS)
}

/** Whether the end date exceeds the maximum validity. */
export function endsLate({ from, until }: { from: string; until: string | null }): boolean {
  return until !== null && until > dayInMonths(from, MOST_YEARS * 12)
}

/** The same day this many months later, or the last day of a shorter month. */
export function dayInMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, days))
  return first.toISOString().slice(0, 10)
}
