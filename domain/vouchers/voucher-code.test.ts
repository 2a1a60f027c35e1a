import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  checkCharacter,
  CODE_ALPHABET,
  codeCandidates,
  codeFromRandom,
  endOfCode,
  hasValidCheck,
  isOffensive,
  looksLikeCode,
  splitCode,
  tidyCode,
} from './voucher-code.ts'

const letters = Array.from(CODE_ALPHABET)
const letter = fc.constantFrom(...letters)
const eightLetters = fc.array(letter, { minLength: 8, maxLength: 8 }).map((code) => code.join(''))
const codeWithCheck = eightLetters.map((code) => code + checkCharacter(code))
const anyCode = fc.stringMatching(/^[a-z0-9]{9}$/)

describe('a code as people type it', () => {
  it.each([
    'giftshop1',
    'GIFTSHOP1',
    ' gift-shop-1 ',
    'gif.tsh.op1',
    'gif–tsh—op1',
    'gif\u2011tsh\u2212op1',
    'gif\u00a0tsh\u202fop1',
    'gif\u200btsh\ufeffop1\u00ad',
    'gif tsh\top1\r\n',
    'gif/tsh_op1',
    'gif|tsh|op1',
    '“giftshop1”',
    'ｇｉｆｔｓｈｏｐ１',
  ])('is read through its decoration: %j (LOGIN-1)', (typed) => {
    expect(tidyCode(typed)).toBe('giftshop1')
  })

  it('stays what it is when it is bare (LOGIN-1)', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        expect(tidyCode(code)).toBe(code)
      }),
    )
  })

  it('survives capitals and separators anywhere (LOGIN-1)', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', '–', '\u00a0', '\u200b')
    fc.assert(
      fc.property(anyCode, fc.array(separator, { minLength: 9, maxLength: 9 }), (code, between) => {
        const typed = between.map((mark, at) => mark + code.charAt(at).toUpperCase()).join('')
        expect(tidyCode(typed)).toBe(code)
      }),
    )
  })

  it('looks like a code with nine letters or digits, also outside the alphabet (LOGIN-2)', () => {
    expect(looksLikeCode('giftshop1')).toBe(true)
    expect(looksLikeCode('giftshop')).toBe(false)
    expect(looksLikeCode('giftshop12')).toBe(false)
    expect(looksLikeCode('giftsho é')).toBe(false)
    expect(looksLikeCode('GIFTSHOP1')).toBe(false)
    expect(looksLikeCode('giftshop1\n')).toBe(false)
  })

  it('fills three boxes (LOGIN-1)', () => {
    expect(splitCode('giftshop1')).toEqual(['gif', 'tsh', 'op1'])
    expect(splitCode('gift')).toEqual(['gif', 't', ''])
    expect(splitCode('giftshop123')).toEqual(['gif', 'tsh', 'op1'])
  })
})

describe('look-alikes', () => {
  it('never come before the code as typed (LOGIN-1)', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        expect(codeCandidates(code)[0]).toBe(code)
      }),
    )
  })

  it('leave a code of the alphabet alone (LOGIN-1)', () => {
    const code = fc.array(letter, { minLength: 9, maxLength: 9 }).map((code) => code.join(''))
    fc.assert(
      fc.property(code, (code) => {
        expect(codeCandidates(code)).toEqual([code])
      }),
    )
  })

  it('are one at most, change only characters outside the alphabet, and keep nine of them (LOGIN-1)', () => {
    fc.assert(
      fc.property(anyCode, (code) => {
        const candidates = codeCandidates(code)
        expect(new Set(candidates).size).toBe(candidates.length)
        expect(candidates.length).toBeLessThanOrEqual(2)
        for (const candidate of candidates) {
          expect(looksLikeCode(candidate)).toBe(true)
          const kept = Array.from(code).every(
            (typed, at) => candidate[at] === typed || !CODE_ALPHABET.includes(typed),
          )
          expect(kept).toBe(true)
        }
      }),
    )
  })

  it('find the o that was typed as a zero, and the other way round (LOGIN-1)', () => {
    expect(codeCandidates('GIFT-SH0P-1')).toContain('giftshop1')
    expect(codeCandidates('abc2o3efg')).toContain('abc203efg')
  })

  it('read the same character the same way throughout (LOGIN-1)', () => {
    expect(codeCandidates('b00kb00k2')).toEqual(['b00kb00k2', 'bookbook2'])
  })

  it.each([
    ['abo0cdefg', 'ab00cdefg'],
    ['ab10cdefg', 'ab1ocdefg'],
    ['ab1licdef', 'ab1l1cdef'],
    ['ab1lcdefg', 'ab11cdefg'],
    ['ab1cdefgh', 'ablcdefgh'],
  ])('of %s are first sought in the likeliest: %s (LOGIN-1)', (typed, other) => {
    expect(codeCandidates(typed)).toEqual([typed, other])
  })

  it('are not sought in what is no code (LOGIN-1)', () => {
    expect(codeCandidates('giftshop')).toEqual([])
    expect(codeCandidates('')).toEqual([])
  })
})

describe('the check character', () => {
  it('is the same for the same code, and known for one (LOGIN-5)', () => {
    expect(checkCharacter('22222222')).toBe('2')
    expect(checkCharacter('22222223')).toBe('b')
    expect(hasValidCheck('22222223b')).toBe(true)
  })

  it('notices every single wrong character (LOGIN-5)', () => {
    fc.assert(
      fc.property(codeWithCheck, (code) => {
        for (let at = 0; at < 9; at++) {
          for (const other of letters) {
            const wrong = code.slice(0, at) + other + code.slice(at + 1)
            expect(hasValidCheck(wrong)).toBe(wrong === code)
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('notices every swap of two characters, neighbours or not (LOGIN-5)', () => {
    fc.assert(
      fc.property(codeWithCheck, fc.nat(8), fc.nat(8), (code, a, b) => {
        const swapped = Array.from(code)
        swapped[a] = code.charAt(b)
        swapped[b] = code.charAt(a)
        expect(hasValidCheck(swapped.join(''))).toBe(swapped.join('') === code)
      }),
      { numRuns: 500 },
    )
  })

  it('notices the swap of every pair of different neighbours (LOGIN-5)', () => {
    for (const a of letters) {
      for (const b of letters) {
        for (let at = 0; at < 7; at++) {
          const pair = (text: string) => '2'.repeat(at) + text + '2'.repeat(6 - at)
          expect(checkCharacter(pair(a + b)) === checkCharacter(pair(b + a))).toBe(a === b)
        }
      }
    }
  })

  it('is not found in codes from elsewhere, and asked of none shorter or longer (LOGIN-5)', () => {
    expect(hasValidCheck('giftshop1')).toBe(false)
    expect(hasValidCheck('2222222')).toBe(false)
    expect(hasValidCheck('222222222')).toBe(true)
    expect(hasValidCheck('2222222222')).toBe(false)
    expect(() => checkCharacter('2222222')).toThrow('check character requires eight characters')
    expect(() => checkCharacter('2222222o')).toThrow('not in the alphabet: o')
    expect(hasValidCheck('2222222o2')).toBe(false)
  })
})

describe('a new code', () => {
  /** Gives the numbers one after the other, and then from the start again. */
  const repeating = (numbers: number[]) => {
    let at = 0
    return () => numbers[at++ % numbers.length] ?? 0
  }
  const randomNumbers = fc.array(fc.nat(30), { minLength: 40, maxLength: 40 })
  const numbersOf = (code: string) => Array.from(code).map((one) => CODE_ALPHABET.indexOf(one))

  it('is random, character by character (LOGIN-1)', () => {
    expect(codeFromRandom(repeating([0, 1, 2, 3, 4, 5, 6, 7, 8]), { check: false })).toBe(
      '23456789a',
    )
    expect(codeFromRandom(repeating([0, 1, 2, 3, 4, 5, 6, 7]), { check: true })).toMatch(
      /^23456789/,
    )
  })

  it('has the form of a code, only characters of the alphabet and no offensive word (LOGIN-1)', () => {
    fc.assert(
      fc.property(randomNumbers, fc.boolean(), (numbers, check) => {
        const code = codeFromRandom(repeating(numbers), { check })
        expect(looksLikeCode(code)).toBe(true)
        expect(Array.from(code).every((one) => CODE_ALPHABET.includes(one))).toBe(true)
        expect(isOffensive(code)).toBe(false)
        expect(codeCandidates(code)).toEqual([code])
        if (check) expect(hasValidCheck(code)).toBe(true)
      }),
    )
  })

  it('is drawn again when it would offend, also in digits (LOGIN-1)', () => {
    const numbers = [...numbersOf('22sex2222'), ...numbersOf('abcdefghj')]
    expect(codeFromRandom(repeating(numbers), { check: false })).toBe('abcdefghj')
    const inDigits = ['s3x', '4ss', '5ht', '7yf', 'ns8', '9ay'].map((word) => `2${word}22222`)
    expect(inDigits.filter((code) => !isOffensive(code))).toEqual([])
    expect(isOffensive('222222kkk')).toBe(true)
    expect(isOffensive('abcdefghj')).toBe(false)
  })

  it('is not made from broken chance (LOGIN-1)', () => {
    const create = (draw: () => number) => () => codeFromRandom(draw, { check: false })
    expect(create(() => 31)).toThrow('no character of the alphabet: 31')
    expect(create(() => 0.5)).toThrow('no character of the alphabet: 0.5')
    let draws = 0
    const broken = repeating(numbersOf('xxx'))
    expect(create(() => ((draws += 1), broken()))).toThrow('random source returns no usable code')
    expect(draws).toBe(9 * 1000)
  })
})

it('masks a complete code except its end, and leaves names and numbers unchanged (DESK-25)', () => {
  expect(endOfCode('abc-d2f k7p')).toBe('k7p')
  expect(endOfCode('ABCD2FK7P')).toBe('k7p')
  for (const other of ['catherine', 'jan van dam', 'k7p', '100000123', 'abcdefgh2x', 'anna@b.nl']) {
    expect(endOfCode(other)).toBe(other)
  }
})
