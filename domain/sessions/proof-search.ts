import { _SHA256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import { proofText, type WorkChallenge } from '#domain/sessions/proof-of-work.ts'

const NONCE_LENGTH = 8
/** Writes four bits of a 32-bit count as a letter from a to p. Numbers instead of a string make a try faster. */
const letterOf = (count: number, place: number) => 97 + ((count >>> (28 - place * 4)) & 15)

/**
 * The hash of a text whose end changes. The start is hashed once, so a try costs one block, half as much as `update`
 * and `digest`. The browser's own SHA-256 needs https and is asynchronous.
 */
class ProofHash extends _SHA256 {
  readonly nonce: Uint8Array
  readonly #start: [number, number, number, number, number, number, number, number]
  readonly #blocks: DataView

  constructor(prefix: Uint8Array) {
    super()
    this.update(prefix)
    this.#start = this.get()
    const end = this.pos + NONCE_LENGTH
    // The padding of SHA-256: a one bit, zeros, and the length in bits.
    const bytes = new Uint8Array(Math.ceil((end + 9) / 64) * 64)
    bytes.set(this.buffer.subarray(0, this.pos))
    bytes[end] = 0x80
    this.#blocks = new DataView(bytes.buffer)
    this.#blocks.setUint32(bytes.length - 4, (prefix.length + NONCE_LENGTH) * 8)
    this.nonce = bytes.subarray(this.pos, end)
  }

  zeroBits(): number {
    this.set(...this.#start)
    for (let at = 0; at < this.#blocks.byteLength; at += 64) this.process(this.#blocks, at)
    // The maximum difficulty fits into the first word.
    return Math.clz32(this.A)
  }
}

/** Searches the nonce in steps, so that the caller can do other work in between. */
export function proofSearch({ salt, difficulty }: WorkChallenge, encryptedCode: string) {
  const hash = new ProofHash(utf8ToBytes(proofText(salt, encryptedCode, '')))
  const { nonce } = hash
  let next = 0

  /** Returns the nonce, or null after this many further tries. */
  return (tries: number): string | null => {
    for (const end = next + tries; next < end; next += 1) {
      for (let place = 0; place < NONCE_LENGTH; place += 1) nonce[place] = letterOf(next, place)
      if (hash.zeroBits() >= difficulty) return String.fromCharCode(...nonce)
    }
    return null
  }
}
