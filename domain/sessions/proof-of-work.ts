import { compress, paddedWords, putByte, startState } from '#domain/crypto/sha256.ts'

/** The proof of work after too many attempts: a hash with this salt that starts with this number of zero bits. */
export type WorkAsked = { salt: string; difficulty: number }

/** The hashed text. It contains the code, so that the work is not reusable for another code. */
export const proofText = (salt: string, encryptedCode: string, nonce: string) =>
  `${salt}.${encryptedCode}.${nonce}`

export function leadingZeroBits(digest: Uint8Array): number {
  let bits = 0
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}

/** Of a 32-bit count, each four bits as a letter from a to p: written without making a text for each try. */
const NONCE_LENGTH = 8
const letterOf = (count: number, place: number) => 97 + ((count >>> (28 - place * 4)) & 15)

const nonceOf = (count: number) =>
  String.fromCharCode(...Array.from({ length: NONCE_LENGTH }, (_, place) => letterOf(count, place)))

/**
 * Searches the nonce in steps, so that the caller can do other work in between. The text before the nonce is hashed
 * once, so each try costs one block.
 */
export function proofSearch({ salt, difficulty }: WorkAsked, encryptedCode: string) {
  const before = proofText(salt, encryptedCode, '')
  const words = paddedWords(before + nonceOf(0))
  const begun = startState()
  const whole = Math.floor(before.length / 64) * 16
  for (let from = 0; from < whole; from += 16) compress(begun, words, from)
  const state = startState()
  let next = 0

  function zeroBits(count: number): number {
    for (let place = 0; place < NONCE_LENGTH; place += 1) {
      putByte(words, before.length + place, letterOf(count, place))
    }
    state.set(begun)
    for (let from = whole; from < words.length; from += 16) compress(state, words, from)
    // The maximum difficulty fits into the first word.
    return Math.clz32(state[0] ?? 0)
  }

  /** The nonce, or null when this many more were tried in vain. */
  return (tries: number): string | null => {
    for (const end = next + tries; next < end; next += 1) {
      if (zeroBits(next) >= difficulty) return nonceOf(next)
    }
    return null
  }
}
