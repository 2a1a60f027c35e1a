import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { salutationKey, splitGreeting } from './greeting.ts'

describe('the greeting', () => {
  it.each([
    [0, 'night'],
    [5, 'night'],
    [6, 'morning'],
    [11, 'morning'],
    [12, 'afternoon'],
    [17, 'afternoon'],
    [18, 'evening'],
    [23, 'evening'],
  ])('at %i o’clock is for the %s (HOME-1)', (hour, part) => {
    expect(salutationKey(hour)).toBe(`salutation_good_${part}`)
  })

  it('is split after the fourth word (HOME-1)', () => {
    expect(splitGreeting('Goedemorgen Anna, kies nu jouw mooiste cadeau')).toEqual([
      'Goedemorgen Anna, kies nu',
      'jouw mooiste cadeau',
    ])
    expect(splitGreeting('een twee drie vier')).toEqual(['een twee drie vier', ''])
    expect(splitGreeting('Hallo')).toEqual(['Hallo', ''])
    expect(splitGreeting('  ')).toEqual(['', ''])
  })

  it('keeps all words in order when it is split (HOME-1)', () => {
    const word = fc.stringMatching(/^[a-zé,!]{1,8}$/)
    const space = fc.constantFrom(' ', '  ', '\n', '\u00a0')
    fc.assert(
      fc.property(fc.array(word), space, (words, between) => {
        const [first, rest] = splitGreeting(words.join(between))
        expect(`${first} ${rest}`.trim()).toBe(words.join(' '))
        expect(first === '' ? 0 : first.split(' ').length).toBe(Math.min(4, words.length))
      }),
    )
  })
})
