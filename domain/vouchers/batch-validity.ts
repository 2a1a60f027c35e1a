import { MOST_YEARS } from '#domain/vouchers/batch-limits.ts'

/** What the law of several countries wants of vouchers; whoever gives less says why. */
export const USUAL_MONTHS = 24

/** Whether vouchers that begin and end on these days end sooner than they should. */
export function endsSoon({ from, until }: { from: string; until: string | null }): boolean {
  return until !== null && until < dayInMonths(from, USUAL_MONTHS)
}

/** Whether this is a later last day than any voucher that is given on this day may have. */
export function endsLate({ from, until }: { from: string; until: string | null }): boolean {
  return until !== null && until > dayInMonths(from, MOST_YEARS * 12)
}

/** The same day so many months later; the last one of a month that is too short. */
export function dayInMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, days))
  return first.toISOString().slice(0, 10)
}
