/**
 * SHA-256, for the work that the login may ask of a browser. Browsers give theirs only to pages that came by https,
 * and one answer at a time: a search through a hundred thousand texts cannot wait for each.
 */
const ROUND_WORDS = Int32Array.from(primes(64), (prime) => fraction(prime ** (1 / 3)))
const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

function primes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}

/** The first 32 bits behind the point; the constants of SHA-256 are nothing else. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0
}

export const startState = (): Int32Array => START.slice()

/** ASCII text padded to blocks of sixteen words, as SHA-256 requires: a one bit, zeros, and the length in bits. */
export function paddedWords(ascii: string): Int32Array {
  const words = new Int32Array(Math.ceil((ascii.length + 9) / 64) * 16)
  for (let at = 0; at < ascii.length; at += 1) putByte(words, at, ascii.charCodeAt(at))
  putByte(words, ascii.length, 0x80)
  words[words.length - 1] = ascii.length * 8
  return words
}

/** Overwrites the byte at this position. */
export function putByte(words: Int32Array, at: number, byte: number): void {
  const shift = 24 - (at % 4) * 8
  words[at >> 2] = ((words[at >> 2] ?? 0) & ~(0xff << shift)) | (byte << shift)
}

const schedule = new Int32Array(64)

/** Mixes the block that starts at this word into the state. */
export function compress(state: Int32Array, words: Int32Array, from: number): void {
  for (let at = 0; at < 16; at += 1) schedule[at] = words[from + at] ?? 0
  for (let at = 16; at < 64; at += 1) {
    const early = schedule[at - 15] ?? 0
    const late = schedule[at - 2] ?? 0
    const low = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const high = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    schedule[at] = ((schedule[at - 16] ?? 0) + low + (schedule[at - 7] ?? 0) + high) | 0
  }
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let at = 0; at < 64; at += 1) {
    const word = (ROUND_WORDS[at] ?? 0) + (schedule[at] ?? 0)
    const stirred = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const one = (h + stirred + ((e & f) ^ (~e & g)) + word) | 0
    const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  state[0] = ((state[0] ?? 0) + a) | 0
  state[1] = ((state[1] ?? 0) + b) | 0
  state[2] = ((state[2] ?? 0) + c) | 0
  state[3] = ((state[3] ?? 0) + d) | 0
  state[4] = ((state[4] ?? 0) + e) | 0
  state[5] = ((state[5] ?? 0) + f) | 0
  state[6] = ((state[6] ?? 0) + g) | 0
  state[7] = ((state[7] ?? 0) + h) | 0
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Of an ASCII text. */
export function sha256(ascii: string): Uint8Array {
  const words = paddedWords(ascii)
  const state = startState()
  for (let from = 0; from < words.length; from += 16) compress(state, words, from)
  const bytes = new Uint8Array(32)
  state.forEach((word, at) => new DataView(bytes.buffer).setInt32(at * 4, word))
  return bytes
}
