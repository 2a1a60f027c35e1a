import { tagOf } from '#domain/language.ts'

/** '2026-11' as its reader says it; an address may name what is no month. */
export function monthName(month: string, language: string): string {
  const first = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(first.getTime())) return month
  return new Intl.DateTimeFormat(tagOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(first)
}
