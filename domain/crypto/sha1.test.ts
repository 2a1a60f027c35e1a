import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { base64, encryptedCode, sha1 } from '#domain/crypto/sha1.ts'

const known = (text: string) => createHash('sha1').update(text).digest()

describe('sha1', () => {
  it('answers what Node answers, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(Buffer.from(sha1(text)).equals(known(text))).toBe(true)
      }),
    )
  })

  it.each([0, 55, 56, 63, 64, 65, 119, 120])('keeps to its blocks at %i bytes', (length) => {
    expect(Buffer.from(sha1('a'.repeat(length))).equals(known('a'.repeat(length)))).toBe(true)
  })
})

describe('base64', () => {
  it('answers what Node answers, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      }),
    )
  })
})

it('makes the wire form of a voucher code: SHA-1 of salt and code, Base64 (LOGIN-4)', () => {
  expect(encryptedCode('salt', 'giftshop1')).toBe(known('saltgiftshop1').toString('base64'))
})
