/**
 * The languages of the shop. For another one see "Add a language" in CONTRIBUTING.md: the compiler names most places,
 * but not the content folders. `label` is the name of the language in itself.
 */
export const languages = {
  nl: { tag: 'nl-NL', label: 'Nederlands' },
  en: { tag: 'en-GB', label: 'English' },
  de: { tag: 'de-DE', label: 'Deutsch' },
  fr: { tag: 'fr-FR', label: 'Français' },
} as const satisfies Record<string, { tag: string; label: string }>

export type Language = keyof typeof languages

export const allLanguages = Object.keys(languages) as [Language, ...Language[]]

export const DEFAULT_LANGUAGE: Language = 'nl'

/** Languages of the back office and the employer portal. */
export const STAFF_LANGUAGES = ['nl', 'en', 'de'] as const satisfies Language[]
export type StaffLanguage = (typeof STAFF_LANGUAGES)[number]

/** Languages that a new channel offers. An owner can choose others in the back office. */
export const OFFERED_LANGUAGES: readonly Language[] = ['nl', 'en']

/** The locale for dates and times. For English it is British, with the day before the month. */
export const tagOf = (language: string): string => (language === 'en' ? languages.en.tag : language)

/** The supported language of a tag such as 'nl', 'NL', 'nl-NL' or 'en_us'. The region is ignored. */
export function languageOf(text: string | undefined): Language | undefined {
  const short = /^([a-z]{2})(?:[-_][a-z0-9]{2,8})*$/i.exec(text?.trim() ?? '')?.[1]?.toLowerCase()
  return allLanguages.find((language) => language === short)
}

/** The supported language that the browser prefers (`Accept-Language`). */
export function languageAccepted(header: string | undefined): Language | undefined {
  const preferences = (header ?? '').split(',').map((entry) => {
    const [tag, weight] = entry.split(/;\s*q=/i)
    return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight) }
  })
  return preferences
    .toSorted((a, b) => b.weight - a.weight)
    .find(({ language, weight }) => language !== undefined && weight > 0)?.language
}

/** Languages to search for a text, in order. */
export function fallbackOrder(
  wanted: Language | undefined,
  channelDefault: Language | undefined,
): Language[] {
  const order = [wanted, channelDefault, DEFAULT_LANGUAGE].filter(
    (language) => language !== undefined,
  )
  return [...new Set(order)]
}

export type Texts = Partial<Record<Language, string | null>>

/** The first non-empty text, with its language for the `lang` attribute. */
export function pickText(
  texts: Texts,
  order: readonly Language[],
): { text: string; language: Language } | undefined {
  for (const language of order) {
    const text = texts[language]
    if (text && text.trim() !== '') return { text, language }
  }
  return undefined
}
