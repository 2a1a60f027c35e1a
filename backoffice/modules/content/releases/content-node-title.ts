import { allLanguages } from '#domain/language.ts'

const TITLES = ['title', 'firstText', 'bannerText1'] as const

/** The item's name in the user's language, else in another language. A tile uses its first non-empty text. */
export function titleOf(value: Record<string, unknown>, language: string, id: string): string {
  const texts = fieldsOf(value['texts'])
  const candidates = [texts, ...TITLES.map((field) => fieldsOf(texts[field]))]
  for (const names of candidates) {
    for (const code of [language, ...allLanguages]) {
      const text = names[code]
      if (typeof text === 'string' && text !== '') return text
    }
  }
  return id
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
