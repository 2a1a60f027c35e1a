/**
 * How many years after the year of an order its amounts must be stored for bookkeeping. For each country it is the
 * longest legal term. Other countries use `MAX_YEARS`.
 */
const YEARS_BY_COUNTRY: Readonly<Record<string, number>> = {
  NL: 7,
  BE: 10,
  DE: 10,
  FR: 10,
  LU: 10,
  AT: 7,
}
const MAX_YEARS = 10

/** The last day on which an order's amounts must be stored, by the countries of its channel. */
export function accountsRetainedUntil(day: string, countries: readonly string[]): string {
  const years = Math.max(
    ...(countries.length === 0
      ? [MAX_YEARS]
      : countries.map((country) => YEARS_BY_COUNTRY[country] ?? MAX_YEARS)),
  )
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}-12-31`
}
