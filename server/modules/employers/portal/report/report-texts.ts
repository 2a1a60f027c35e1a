import { fillTemplate, localizedDate } from '#domain/content/text-template.ts'
import { type StaffLanguage, tagOf } from '#domain/language.ts'
import german from '#server/modules/employers/portal/report/messages/de.json' with { type: 'json' }
import english from '#server/modules/employers/portal/report/messages/en.json' with { type: 'json' }
import dutch from '#server/modules/employers/portal/report/messages/nl.json' with { type: 'json' }

type Key = keyof typeof english
/** A language without one of the texts does not compile. */
const TEXTS: Record<StaffLanguage, Record<Key, string>> = { nl: dutch, en: english, de: german }

export type ReportTexts = ReturnType<typeof reportTexts>

/** Formats the texts, numbers and days of a report in one language. */
export function reportTexts(language: StaffLanguage) {
  const number = (value: number) => value.toLocaleString(tagOf(language))
  const translate = (key: Key, values: Record<string, string> = {}) =>
    fillTemplate(TEXTS[language][key], values)
  return {
    language,
    percent: (share: number) => (share / 100).toLocaleString(tagOf(language), { style: 'percent' }),
    translate,
    number,
    day: (day: string) => localizedDate(day, language),
    /** A dash stands for a figure that must not be published. */
    numberOrDash: (value: number | null) => (value === null ? '–' : number(value)),
  }
}
