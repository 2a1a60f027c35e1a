/**
 * Retention of order amounts for bookkeeping, in years after the year of the order. By country, each with the longest
 * term that applies. Other countries get the longest of all.
 */
const YEARS: Readonly<Record<string, number>> = { NL: 7, BE: 10, DE: 10, FR: 10, LU: 10, AT: 7 }
const LONGEST = 10

/** The last day on which an order's amounts must be stored, by the countries of its channel. */
export function accountsRetainedUntil(day: string, countries: readonly string[]): string {
  const years = Math.max(
    ...(countries.length === 0 ? [LONGEST] : countries.map((country) => YEARS[country] ?? LONGEST)),
  )
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}-12-31`
}
