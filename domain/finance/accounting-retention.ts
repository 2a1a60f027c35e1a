/**
 * For so many years after the year of an order its amounts are kept for the books: by country, where the longest term of
 * its kind counts. Elsewhere the longest of all.
 */
const YEARS: Readonly<Record<string, number>> = { NL: 7, BE: 10, DE: 10, FR: 10, LU: 10, AT: 7 }
const LONGEST = 10

/** The last day on which the amounts of an order have to be kept, by the countries of its channel. */
export function booksKeptUntil(day: string, countries: readonly string[]): string {
  const years = Math.max(
    ...(countries.length === 0 ? [LONGEST] : countries.map((one) => YEARS[one] ?? LONGEST)),
  )
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}-12-31`
}
