import { type Language, languages } from '#domain/language.ts'
import { localizedDate } from '#domain/text-template.ts'

/** The shop's own clock: it is what 'until 14:35' is meant by. */
const ZONE = 'Europe/Amsterdam'

export const timeOf = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(languages[language].tag, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: ZONE,
  }).format(new Date(iso))

export const momentOf = (iso: string, language: Language) =>
  `${localizedDate(iso, language)}, ${timeOf(iso, language)}`
