import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import { leadingZeroBits, proofText } from '#domain/sessions/proof-of-work.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

export type LoginChallenges = {
  make(encryptedCode: string, bits: number): Challenge
  /** The work of a proof in bits; 0 if it is invalid. */
  worth(encryptedCode: string, proof: Proof): number
}

const GOOD_FOR_MS = 60_000
/** How far the clock of another process may be ahead. */
const AHEAD_MS = 5000

const MOMENT_BYTES = 6
const CHANCE_BYTES = 9
const BODY_BYTES = MOMENT_BYTES + 1 + CHANCE_BYTES
const SIGN_BYTES = 16

/**
 * Salts are signed and not stored: time, difficulty and a random value, with a signature over these and the code. The
 * key is derived from the pepper, which all processes share; during a key rotation the older key is valid, too.
 */
export function loginChallenges(peppers: string, clock: Clock): LoginChallenges {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'giftpoint login challenge', 32)),
  )
  const [ownKey] = keys
  if (!ownKey) throw new Error('GIFTPOINT_PEPPER missing: cannot sign')

  const signed = (key: Buffer, body: Buffer, encryptedCode: string) =>
    createHmac('sha256', key).update(body).update(encryptedCode).digest().subarray(0, SIGN_BYTES)

  function read(salt: string, encryptedCode: string) {
    const bytes = Buffer.from(salt, 'base64url')
    // Another encoding of the same bytes would count as another salt, whose work could be used for another guess.
    if (bytes.length !== BODY_BYTES + SIGN_BYTES || bytes.toString('base64url') !== salt)
      return null
    const body = bytes.subarray(0, BODY_BYTES)
    const ours = keys.some((key) =>
      timingSafeEqual(signed(key, body, encryptedCode), bytes.subarray(BODY_BYTES)),
    )
    if (!ours) return null
    const age = clock.now().getTime() - body.readUIntBE(0, MOMENT_BYTES)
    if (age > GOOD_FOR_MS || age < -AHEAD_MS) return null
    return { difficulty: body.readUInt8(MOMENT_BYTES) }
  }

  return {
    make(encryptedCode, bits) {
      const now = clock.now().getTime()
      const body = Buffer.alloc(BODY_BYTES)
      body.writeUIntBE(now, 0, MOMENT_BYTES)
      body.writeUInt8(bits, MOMENT_BYTES)
      randomBytes(CHANCE_BYTES).copy(body, MOMENT_BYTES + 1)
      const salt = Buffer.concat([body, signed(ownKey, body, encryptedCode)]).toString('base64url')
      return { salt, difficulty: bits, expires: new Date(now + GOOD_FOR_MS).toISOString() }
    },

    worth(encryptedCode, { salt, nonce }) {
      const challenge = read(salt, encryptedCode)
      if (!challenge) return 0
      const text = proofText(salt, encryptedCode, nonce)
      const shown = leadingZeroBits(createHash('sha256').update(text).digest())
      return shown >= challenge.difficulty ? shown : 0
    },
  }
}
