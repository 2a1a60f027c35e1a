/**
 * SHA-1, for the wire form of a voucher code. Browsers give theirs only to pages that came by https, and a shop
 * inside a company may come by plain http. Not a secret-keeper: the specification names it.
 */
export function sha1(text: string): Uint8Array {
  const words = padded(utf8(text))
  let state: [number, number, number, number, number] = [
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
  ]
  for (let at = 0; at < words.length; at += 16) {
    state = compressed(state, words.subarray(at, at + 16))
  }
  const bytes = new Uint8Array(20)
  state.forEach((word, at) => new DataView(bytes.buffer).setUint32(at * 4, word))
  return bytes
}

const rotated = (word: number, by: number) => (word << by) | (word >>> (32 - by))

function compressed(
  state: readonly [number, number, number, number, number],
  block: Uint32Array,
): [number, number, number, number, number] {
  const schedule = [...block]
  for (let at = 16; at < 80; at += 1) {
    const before = (back: number) => schedule[at - back] ?? 0
    schedule.push(rotated(before(3) ^ before(8) ^ before(14) ^ before(16), 1))
  }
  let [a, b, c, d, e] = state
  for (const [at, word] of schedule.entries()) {
    const next = (rotated(a, 5) + mixed(at, b, c, d) + e + word) | 0
    e = d
    d = c
    c = rotated(b, 30)
    b = a
    a = next
  }
  return [
    (state[0] + a) | 0,
    (state[1] + b) | 0,
    (state[2] + c) | 0,
    (state[3] + d) | 0,
    (state[4] + e) | 0,
  ]
}

function mixed(at: number, b: number, c: number, d: number): number {
  if (at < 20) return ((b & c) | (~b & d)) + 0x5a827999
  if (at < 40) return (b ^ c ^ d) + 0x6ed9eba1
  if (at < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
  return (b ^ c ^ d) + 0xca62c1d6
}

/** A one, zeros, and the length in bits, so that whole blocks of 64 bytes result. */
function padded(bytes: readonly number[]): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const words = new Uint32Array(blocks * 16)
  for (const [at, byte] of [...bytes, 0x80].entries()) {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8))
  }
  words[words.length - 1] = bytes.length * 8
  return words
}

/** Without TextEncoder, which is not everywhere where this is. */
function utf8(text: string): number[] {
  return Array.from(unescapedUtf8(text), (character) => character.charCodeAt(0))
}

const unescapedUtf8 = (text: string) =>
  encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 with its padding. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const three = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += [18, 12, 6, 0].map((shift) => BASE64[(three >> shift) & 63]).join('')
  }
  const missing = (3 - (bytes.length % 3)) % 3
  return text.slice(0, text.length - missing) + '='.repeat(missing)
}

/** The form in which a code is sent and stored as `encrypted_code`. */
export const encryptedCode = (salt: string, code: string) => base64(sha1(salt + code))
