import { expect, it } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'

const countedWords = (text = '') =>
  [...text.matchAll(/\{count\} (\p{L}+)/gu)].map(([, word = '']) => word)

/** Words of plural forms that the matching singular form does not contain. */
const pluralWords = (texts: string[]) =>
  new Set(
    texts
      .map((text) => text.split('|'))
      .filter((forms) => forms.length > 1)
      .flatMap(([one = '', ...many]) =>
        countedWords(many.at(-1)).filter(
          (word) => !new RegExp(`(?<!\\p{L})${word}`, 'u').test(one),
        ),
      ),
  )

for (const [language, dictionary] of Object.entries({ dutch, english, german })) {
  it(`uses the singular for one item, in ${language} (DESK-17)`, () => {
    const many = pluralWords(Object.values(dictionary))
    expect(many.size).toBeGreaterThan(10)
    const mistakes = Object.entries(dictionary).filter(([, text]) =>
      countedWords(text.split('|')[0]).some((word) => many.has(word)),
    )
    expect(mistakes).toEqual([])
  })
}

/** Texts whose numbers can be one. Only `{count}` chooses the singular; `{points} points` cannot. */
const texts = import.meta.glob<Record<string, string>>(
  '../modules/{home,reports}/messages/{nl,en,de}.json',
  { eager: true, import: 'default' },
)
const dictionaries = { nl: dutch, en: english, de: german }

for (const [file, fileTexts] of Object.entries(texts)) {
  it(`uses {count} for the number that chooses the plural form, in ${file} (PRODUCT-1)`, () => {
    const [, language = 'en'] = /(\w+)\.json$/.exec(file) ?? []
    const many = pluralWords(Object.values(dictionaries[language as keyof typeof dictionaries]))
    const mistakes = Object.entries(fileTexts).filter(([, text]) =>
      [...text.matchAll(/\{(?!count\})\w+\} (\p{L}+)/gu)].some(([, word = '']) => many.has(word)),
    )
    expect(mistakes).toEqual([])
  })
}
