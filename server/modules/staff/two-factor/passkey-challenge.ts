import { createHash, randomBytes } from 'node:crypto'

import type { Queries } from '#server/platform/db/database.ts'
import type { SealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'

/** Enough time to find the key or use the sensor. */
const VALID_MS = 5 * 60_000
const CHALLENGE_BYTES = 32
const EXPIRY_BYTES = 6

export type Challenge = { bytes: Buffer; endsAt: Date }

/**
 * A WebAuthn challenge, sealed with its owner and its expiry: challenges that are never signed need no storage. A
 * signed one is stored as used, in the transaction of the action it authorises.
 */
export function newChallenge(secrets: SealedSecrets, purpose: string, now: Date) {
  const bytes = randomBytes(CHALLENGE_BYTES)
  const expiry = Buffer.alloc(EXPIRY_BYTES)
  expiry.writeUIntBE(now.getTime() + VALID_MS, 0, EXPIRY_BYTES)
  const sealed = secrets.seal(Buffer.concat([bytes, expiry]), purpose)
  return { bytes, state: sealed.toString('base64url') }
}

/** Undefined if it was created for another purpose or another user, or has expired. */
export function openChallenge(
  secrets: SealedSecrets,
  purpose: string,
  state: string,
  now: Date,
): Challenge | undefined {
  let opened: Buffer
  try {
    opened = secrets.open(Buffer.from(state, 'base64url'), purpose)
  } catch {
    return undefined
  }
  const endsAt = new Date(opened.readUIntBE(CHALLENGE_BYTES, EXPIRY_BYTES))
  return endsAt > now ? { bytes: opened.subarray(0, CHALLENGE_BYTES), endsAt } : undefined
}

/** False if the challenge was used before. */
export async function markChallengeUsed(
  sql: Queries,
  { bytes, endsAt }: Challenge,
): Promise<boolean> {
  const inserted = await sql`
    insert into used_webauthn_challenge (challenge_hash, ends_at)
    values (${createHash('sha256').update(bytes).digest()}, ${endsAt})
    on conflict do nothing`
  return inserted.count === 1
}
