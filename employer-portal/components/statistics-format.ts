import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { tagOf } from '#domain/language.ts'

export type Figure = EmployerStatistics['items'][number]

/** A moment as a day in the time zone of the shop. */
export const dayOf = (at: string, language: string) =>
  new Date(at).toLocaleDateString(tagOf(language), { dateStyle: 'long', timeZone: DEFAULT_ZONE })

/** A day of a channel as text. It is not converted to another time zone. */
export const formatDay = (day: string, language: string) =>
  new Date(`${day}T00:00Z`).toLocaleDateString(tagOf(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  })

/** A day of a channel, for the edge of a chart. It contains the year unless that is the current one. */
export const shortDay = (day: string, { language, now }: { language: string; now: string }) =>
  new Date(`${day}T00:00Z`).toLocaleDateString(tagOf(language), {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
    ...(day.slice(0, 4) === now.slice(0, 4) ? {} : { year: 'numeric' }),
  })

/** The day of the night on which figures were computed. */
export const nightOf = (at: string) => dayAt(Date.parse(at), DEFAULT_ZONE)
