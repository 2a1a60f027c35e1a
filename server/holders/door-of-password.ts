import { createHmac } from 'node:crypto'

import type { Challenge, Proof } from '#contract/login-challenge.ts'
import { FREE_AT_ONE_DOOR } from '#domain/login-work.ts'
import type { Throttle } from '#server/holders/throttle.ts'

/** The same for an address that nobody has: nothing tells which there are. */
export const doorOfPassword = (of: 'staff' | 'employer', email: string, pepper: string) => ({
  name: `${of} ${createHmac('sha256', pepper).update(email).digest('base64url')}`,
  free: FREE_AT_ONE_DOOR,
})

/**
 * Whether the one who is in knows their password. A session that was left open is no place to guess it: what is wrong there
 * counts at their door as a wrong sign-in does, and costs the same work, which is bound to the password that is tried.
 */
export async function knowsPassword(
  throttle: Throttle,
  asked: {
    address: string
    door: ReturnType<typeof doorOfPassword>
    password: string
    proof: Proof | null
  },
  isRight: () => Promise<boolean>,
): Promise<boolean | Challenge> {
  const { address, door, password, proof } = asked
  const found = await throttle.attempt(
    { address, encryptedCode: password, proof, readingOf: null, door },
    async () => ((await isRight()) ? ('known' as const) : 'unknown'),
  )
  return typeof found === 'string' ? found === 'known' : found.challenge
}
