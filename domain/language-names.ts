import { allLanguages, type Language } from '#domain/language.ts'

/** The names for a language, other than its code, that an imported sheet may contain. */
export const LANGUAGE_NAMES: Readonly<Record<Language, readonly string[]>> = {
  nl: ['nederlands', 'dutch', 'niederländisch', 'néerlandais'],
  en: ['engels', 'english', 'englisch', 'anglais'],
  de: ['duits', 'german', 'deutsch', 'allemand'],
  fr: ['frans', 'french', 'französisch', 'français'],
}

export function languageByName(text: string): Language | undefined {
  const name = text.toLowerCase()
  return allLanguages.find(
    (language) => language === name || LANGUAGE_NAMES[language].includes(name),
  )
}
