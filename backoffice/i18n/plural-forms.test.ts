import { expect, it } from 'vitest'

import { dutch } from '#backoffice/i18n/nl.ts'
import { english } from '#backoffice/i18n/en.ts'
import { german } from '#backoffice/i18n/de.ts'

const counted = (text = '') =>
  [...text.matchAll(/\{count\} (\p{L}+)/gu)].map(([, word = '']) => word)

/** What many are called somewhere in this language, and one is not. */
const namesOfMany = (texts: string[]) =>
  new Set(
    texts
      .map((text) => text.split('|'))
      .filter((forms) => forms.length > 1)
      .flatMap(([one = '', ...many]) =>
        counted(many.at(-1)).filter((word) => !new RegExp(`(?<!\\p{L})${word}`, 'u').test(one)),
      ),
  )

for (const [language, dictionary] of Object.entries({ dutch, english, german })) {
  it(`counts one thing as one, in ${language} (DESK-17)`, () => {
    const many = namesOfMany(Object.values(dictionary))
    expect(many.size).toBeGreaterThan(10)
    const wrong = Object.entries(dictionary).filter(([, text]) =>
      counted(text.split('|')[0]).some((word) => many.has(word)),
    )
    expect(wrong).toEqual([])
  })
}

/** Texts whose numbers can be one. `{points} points` has no form for one: only `{count}` chooses it. */
const texts = import.meta.glob<Record<string, string>>(
  '../modules/{home,reports}/messages/{nl,en,de}.json',
  { eager: true, import: 'default' },
)
const dictionaries = { nl: dutch, en: english, de: german }

for (const [file, own] of Object.entries(texts)) {
  it(`counts by the number that chooses the form, in ${file} (PRODUCT-1)`, () => {
    const [, language = 'en'] = /(\w+)\.json$/.exec(file) ?? []
    const many = namesOfMany(Object.values(dictionaries[language as keyof typeof dictionaries]))
    const wrong = Object.entries(own).filter(([, text]) =>
      [...text.matchAll(/\{(?!count\})\w+\} (\p{L}+)/gu)].some(([, word = '']) => many.has(word)),
    )
    expect(wrong).toEqual([])
  })
}
