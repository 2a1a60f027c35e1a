import { languages, type Language } from '#domain/language.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import { dayAt } from '#domain/time/zone-days.ts'

/** Dates and times in the channel's time zone. */

export const dateOf = (iso: string, language: Language, zone: string) =>
  localizedDate(dayAt(Date.parse(iso), zone), language)

export const timeOf = (iso: string, language: Language, zone: string) =>
  new Intl.DateTimeFormat(languages[language].tag, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(new Date(iso))

export const momentOf = (iso: string, language: Language, zone: string) =>
  `${dateOf(iso, language, zone)}, ${timeOf(iso, language, zone)}`
