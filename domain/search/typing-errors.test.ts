import { describe, expect, it } from 'vitest'

import { editDistance, listSingleErrors, withoutDoubleLetters } from './typing-errors.ts'

/** How likely each error is that makes one word of the other. */
const likelihoods = (typed: string, meant: string) =>
  [...listSingleErrors(typed)].filter(([word]) => word === meant).map(([, figure]) => figure)

describe('one error (B1)', () => {
  it.each([
    ['candel', 'candle', [30], 'two letters swapped'],
    ['acndle', 'candle', [22], 'the first letter is seldom wrong'],
    ['caandle', 'candle', [28, 20], 'a letter written twice'],
    ['canxdle', 'candle', [20], 'a letter too many'],
    ['candlex', 'candle', [20], 'a letter too many at the end'],
    ['xcandle', 'candle', [12], 'a letter too many at the beginning'],
    ['ccandle', 'candle', [20, 20], 'the first letter written twice'],
    ['cofee', 'coffee', [28, 20], 'a letter that should stand twice'],
    ['canle', 'candle', [20], 'a letter lost'],
    ['candl', 'candle', [20], 'the last letter lost'],
    ['andle', 'candle', [12], 'the first letter lost'],
    ['cindle', 'candle', [14], 'a vowel for another'],
    ['cyndle', 'candle', [14], 'a vowel for another'],
    ['cantle', 'candle', [14], 'a consonant for another'],
    ['cxndle', 'candle', [10], 'a consonant for a vowel'],
    ['candlz', 'candle', [10], 'a consonant for the last vowel'],
    ['kandle', 'candle', [6], 'a consonant for the first one'],
    ['aandle', 'candle', [2], 'a vowel for the first consonant'],
    ['koffie', 'candle', [], 'another word'],
  ] as const)('of %s for %s is as likely as %j: %s', (...[typed, meant, figures]) => {
    expect(likelihoods(typed, meant)).toEqual(figures)
  })

  it('never leads back to the word itself', () => {
    for (const word of ['candle', 'coffee', 'aa', 'a']) expect(likelihoods(word, word)).toEqual([])
  })

  it('is none where letters are merely doubled', () => {
    expect(withoutDoubleLetters('kkoffiee')).toBe('kofie')
    expect(withoutDoubleLetters('zzzz11')).toBe('z11')
  })
})

describe('the errors between two words (B1)', () => {
  it.each([
    ['', '', 2, 0],
    ['', 'pot', 3, 3],
    ['pot', '', 3, 3],
    ['', 'pot', 2, 3],
    ['thee', 'theepot', 3, 3],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, 3],
    ['kitten', 'sitting', 1, 2],
    ['ab', 'ba', 2, 1],
    ['ca', 'ab', 3, 2],
    ['ac', 'ba', 3, 2],
    ['abcd', 'badc', 2, 2],
    ['abc', 'cab', 3, 2],
    ['abab', 'baba', 3, 2],
    ['axbc', 'abxc', 3, 1],
    ['abx', 'bay', 3, 2],
    ['aabb', 'bbaa', 4, 3],
    ['aa', 'bb', 4, 2],
  ] as const)('%s and %s, counted to %i, are %i', (a, b, most, errors) => {
    expect(editDistance(a, b, most)).toBe(errors)
    expect(editDistance(b, a, most)).toBe(errors)
  })
})
