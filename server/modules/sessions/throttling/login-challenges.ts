import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import { leadingZeroBits, proofText } from '#domain/sessions/proof-of-work.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/** A challenge and its proof are bound to a text: a code, or the email address or password that is tried. */
export type LoginChallenges = {
  create(boundText: string, bits: number): Challenge
  /** The work of a proof in bits; 0 if it is invalid. */
  provenBits(boundText: string, proof: Proof): number
}

const VALID_MS = 60_000
/** How far the clock of another process may be ahead. */
const MAX_CLOCK_DIFFERENCE_MS = 5000

const TIME_BYTES = 6
const RANDOM_BYTES = 9
const BODY_BYTES = TIME_BYTES + 1 + RANDOM_BYTES
const SIGNATURE_BYTES = 16

/**
 * Salts are signed and not stored: time, difficulty and a random value, with a signature over these and the bound text.
 * The key is derived from the pepper, which all processes share. During a key rotation the older key is valid as well.
 */
export function loginChallenges(peppers: string, clock: Clock): LoginChallenges {
  const keys = pepperSecrets(peppers).map(({ secret }) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'giftpoint login challenge', 32)),
  )
  const [newestKey] = keys
  if (!newestKey) throw new Error('GIFTPOINT_PEPPER missing: cannot sign')

  const signatureOf = (key: Buffer, body: Buffer, boundText: string) =>
    createHmac('sha256', key).update(body).update(boundText).digest().subarray(0, SIGNATURE_BYTES)

  function openSalt(salt: string, boundText: string) {
    const bytes = Buffer.from(salt, 'base64url')
    // Another encoding of the same bytes would count as another salt, whose work could be used for another guess.
    if (bytes.length !== BODY_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== salt)
      return null
    const body = bytes.subarray(0, BODY_BYTES)
    const isValid = keys.some((key) =>
      timingSafeEqual(signatureOf(key, body, boundText), bytes.subarray(BODY_BYTES)),
    )
    if (!isValid) return null
    const age = clock.now().getTime() - body.readUIntBE(0, TIME_BYTES)
    if (age > VALID_MS || age < -MAX_CLOCK_DIFFERENCE_MS) return null
    return { difficulty: body.readUInt8(TIME_BYTES) }
  }

  return {
    create(boundText, bits) {
      const now = clock.now().getTime()
      const body = Buffer.alloc(BODY_BYTES)
      body.writeUIntBE(now, 0, TIME_BYTES)
      body.writeUInt8(bits, TIME_BYTES)
      randomBytes(RANDOM_BYTES).copy(body, TIME_BYTES + 1)
      const salt = Buffer.concat([body, signatureOf(newestKey, body, boundText)]).toString(
        'base64url',
      )
      return { salt, difficulty: bits, expires: new Date(now + VALID_MS).toISOString() }
    },

    provenBits(boundText, { salt, nonce }) {
      const challenge = openSalt(salt, boundText)
      if (!challenge) return 0
      const text = proofText(salt, boundText, nonce)
      const bits = leadingZeroBits(createHash('sha256').update(text).digest())
      return bits >= challenge.difficulty ? bits : 0
    },
  }
}
