import { createHash } from 'node:crypto'

import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { leadingZeroBits, proofSearch, proofText } from '#domain/sessions/proof-of-work.ts'
import { sha256 } from '#domain/crypto/sha256.ts'

const known = (text: string) => createHash('sha256').update(text).digest()
const code = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => Buffer.from(bytes).toString('base64'))
const salt = fc.string({ unit: fc.constantFrom('a', 'B', '3', '-', '_'), maxLength: 150 })

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('hashes %j as FIPS 180-4 says (A2)', (text, digest) => {
  expect(Buffer.from(sha256(text)).toString('hex')).toBe(digest)
})

it('hashes as Node does, at every length of two blocks and at any text (A2)', () => {
  for (let length = 0; length <= 130; length += 1) {
    const text = 'x'.repeat(length)
    expect(Buffer.from(sha256(text)).equals(known(text))).toBe(true)
  }
  const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 300 })
  fc.assert(
    fc.property(ascii, (text) => {
      expect(Buffer.from(sha256(text)).equals(known(text))).toBe(true)
    }),
  )
})

it('finds what any hash agrees with, whatever the salt’s length (A2)', () => {
  fc.assert(
    fc.property(salt, code, fc.integer({ min: 0, max: 9 }), (salt, code, difficulty) => {
      const nonce = proofSearch({ salt, difficulty }, code)(1_000_000) ?? ''
      expect(leadingZeroBits(known(proofText(salt, code, nonce)))).toBeGreaterThanOrEqual(
        difficulty,
      )
    }),
  )
})

it('goes on where it stopped, and tries nothing twice (A2)', () => {
  const asked = { salt: 'some-salt', difficulty: 12 }
  const atOnce = proofSearch(asked, 'code')(1_000_000)
  const bitByBit = proofSearch(asked, 'code')
  let found: string | null = null
  let turns = 0
  while (found === null) {
    found = bitByBit(7)
    turns += 1
  }
  expect(found).toBe(atOnce)
  // A letter for each four bits of the count.
  const count = Array.from(found).reduce((sum, letter) => sum * 16 + letter.charCodeAt(0) - 97, 0)
  expect(turns).toBe(Math.floor(count / 7) + 1)
})

it.each([
  ['00', 8],
  ['ff', 0],
  ['01', 7],
  ['0080', 8],
  ['007f', 9],
  ['000001', 23],
])('counts the zero bits that %s begins with: %i (A2)', (hex, bits) => {
  expect(leadingZeroBits(Buffer.from(hex, 'hex'))).toBe(bits)
})

it.each([1, 70, 130])(
  'finds the first nonce that will do behind a salt of %i letters (A2)',
  (length) => {
    const asked = { salt: 's'.repeat(length), difficulty: 5 }
    const bits = (count: number) => {
      const letters = count.toString(16).padStart(8, '0')
      const nonce = letters.replace(/./g, (digit) =>
        'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)),
      )
      return [nonce, leadingZeroBits(known(proofText(asked.salt, 'code', nonce)))] as const
    }
    const first = Array.from({ length: 1000 }, (_, count) => bits(count)).find(
      ([, found]) => found >= 5,
    )
    expect(proofSearch(asked, 'code')(1000)).toBe(first?.[0])
  },
)
