/** The proof of work after too many attempts: a hash with this salt that starts with this number of zero bits. */
export type WorkChallenge = { salt: string; difficulty: number }

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
