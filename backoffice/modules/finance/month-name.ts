import { tagOf } from '#domain/language.ts'

/** A month such as '2026-11' for display. An invalid month in the address is shown as it is. */
export function monthName(month: string, language: string): string {
  const firstDay = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(firstDay.getTime())) return month
  return new Intl.DateTimeFormat(tagOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(firstDay)
}
