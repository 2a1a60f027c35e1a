import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { tagOf } from '#domain/language.ts'

export type Figure = EmployerStatistics['items'][number]

/** A moment as a day, by the clocks of the shop. */
export const dayOf = (at: string, language: string) =>
  new Date(at).toLocaleDateString(tagOf(language), { dateStyle: 'long', timeZone: DEFAULT_ZONE })

/** A day of a channel, as it is written there. */
export const formatDay = (day: string, language: string) =>
  new Date(`${day}T00:00Z`).toLocaleDateString(tagOf(language), {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
