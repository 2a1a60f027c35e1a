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
