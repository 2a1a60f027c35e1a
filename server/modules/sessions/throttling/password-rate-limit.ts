import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import type { PasswordDoor, Throttle } from '#server/modules/sessions/throttling/throttle.ts'

/**
 * Whether the one who is in knows their password. A session that was left open is no place to guess it: what is wrong there
 * counts at their door as a wrong sign-in does, and costs the same work, which is bound to the password that is tried.
 */
export async function knowsPassword(
  throttle: Throttle,
  asked: {
    address: string
    door: PasswordDoor
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
