import { expect, it } from 'vitest'

import { folded, wordsIn, writtenWordsIn } from './word-folding.ts'

it.each([
  ['VAAS 2', 'vaas 2'],
  ['é', 'e'],
  ['Straße', 'strasse'],
  ['Œuvre, æon', 'oeuvre, aeon'],
  ['Ærøskøbing', 'aeroskobing'],
  ['Łódź', 'lodz'],
  ['Đorđe', 'dorde'],
  ['Ελλάδα', 'ελλαδα'],
])('folds %j into %j (B1)', (text, plain) => {
  expect(folded(text)).toBe(plain)
})

it('shows words as they were written, one sign a letter, and finds none where there are none (B1)', () => {
  expect(writtenWordsIn("L'Œuf d’E\u0301TE\u0301: Straße 10")).toEqual([
    'l',
    'œuf',
    'd',
    '\u00e9t\u00e9',
    'straße',
    '10',
  ])
  for (const none of ['', ' –!']) {
    expect(writtenWordsIn(none)).toEqual([])
    expect(wordsIn(none)).toEqual([])
  }
})
