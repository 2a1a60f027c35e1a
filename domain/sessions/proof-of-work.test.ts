import { createHash } from 'node:crypto'

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { leadingZeroBits, proofText } from '#domain/sessions/proof-of-work.ts'
import { proofSearch } from '#domain/sessions/proof-search.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest()
const code = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => Buffer.from(bytes).toString('base64'))
const salt = fc.string({ unit: fc.constantFrom('a', 'B', '3', '-', '_'), maxLength: 150 })

it('finds a nonce that a standard SHA-256 confirms, for salts of any length (A2)', () => {
  fc.assert(
    fc.property(salt, code, fc.integer({ min: 0, max: 9 }), (salt, code, difficulty) => {
      const nonce = proofSearch({ salt, difficulty }, code)(1_000_000) ?? ''
      expect(leadingZeroBits(sha256(proofText(salt, code, nonce)))).toBeGreaterThanOrEqual(
        difficulty,
      )
    }),
  )
})

it('continues where it stopped, without repeated tries (A2)', () => {
  const challenge = { salt: 'some-salt', difficulty: 12 }
  const atOnce = proofSearch(challenge, 'code')(1_000_000)
  const inSteps = proofSearch(challenge, 'code')
  let found: string | null = null
  let steps = 0
  while (found === null) {
    found = inSteps(7)
    steps += 1
  }
  expect(found).toBe(atOnce)
  // A letter for each four bits of the count.
  const count = Array.from(found).reduce((sum, letter) => sum * 16 + letter.charCodeAt(0) - 97, 0)
  expect(steps).toBe(Math.floor(count / 7) + 1)
})

it.each([
  ['00', 8],
  ['ff', 0],
  ['01', 7],
  ['0080', 8],
  ['007f', 9],
  ['000001', 23],
])('counts the leading zero bits of %s: %i (A2)', (hex, bits) => {
  expect(leadingZeroBits(Buffer.from(hex, 'hex'))).toBe(bits)
})

it.each([1, 70, 130])('finds the first valid nonce with a salt of %i letters (A2)', (length) => {
  const challenge = { salt: 's'.repeat(length), difficulty: 5 }
  const bits = (count: number) => {
    const letters = count.toString(16).padStart(8, '0')
    const nonce = letters.replace(/./g, (digit) =>
      'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)),
    )
    return [nonce, leadingZeroBits(sha256(proofText(challenge.salt, 'code', nonce)))] as const
  }
  const first = Array.from({ length: 1000 }, (_, count) => bits(count)).find(
    ([, found]) => found >= 5,
  )
  expect(proofSearch(challenge, 'code')(1000)).toBe(first?.[0])
})
