import { type Language, languages } from '#domain/language.ts'

/** The shop's own clock: it is what 'until 14:35' is meant by. */
const ZONE = 'Europe/Amsterdam'

export const timeOf = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(languages[language].tag, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: ZONE,
  }).format(new Date(iso))

export const dayOf = (iso: string, language: Language) =>
  new Intl.DateTimeFormat(languages[language].tag, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: ZONE,
  }).format(new Date(iso))

export const momentOf = (iso: string, language: Language) =>
  `${dayOf(iso, language)}, ${timeOf(iso, language)}`
