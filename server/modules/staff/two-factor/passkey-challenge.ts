import { createHash, randomBytes } from 'node:crypto'

import type { Queries } from '#server/platform/db/database.ts'
import type { SealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'

/** The time that a user has to find the key or use the sensor. */
const GOOD_FOR_MS = 5 * 60_000
const CHALLENGE_BYTES = 32
const MOMENT_BYTES = 6

export type Challenge = { bytes: Buffer; endsAt: Date }

/**
 * A WebAuthn challenge, sealed with its owner and its expiry: challenges that are never signed need no storage. A
 * signed one is stored as used, in the transaction of the action it authorises.
 */
export function newChallenge(secrets: SealedSecrets, purpose: string, now: Date) {
  const bytes = randomBytes(CHALLENGE_BYTES)
  const moment = Buffer.alloc(MOMENT_BYTES)
  moment.writeUIntBE(now.getTime() + GOOD_FOR_MS, 0, MOMENT_BYTES)
  const sealed = secrets.seal(Buffer.concat([bytes, moment]), purpose)
  return { bytes, state: sealed.toString('base64url') }
}

/** Undefined if it was created for another purpose or another user, or has expired. */
export function challengeIn(
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
  const endsAt = new Date(opened.readUIntBE(CHALLENGE_BYTES, MOMENT_BYTES))
  return endsAt > now ? { bytes: opened.subarray(0, CHALLENGE_BYTES), endsAt } : undefined
}

/** False on a second use. */
export async function spendChallenge(sql: Queries, { bytes, endsAt }: Challenge): Promise<boolean> {
  const spent = await sql`
    insert into used_webauthn_challenge (challenge_hash, ends_at)
    values (${createHash('sha256').update(bytes).digest()}, ${endsAt})
    on conflict do nothing`
  return spent.count === 1
}
