import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import type { ThrottledAccount, Throttle } from '#server/modules/sessions/throttling/throttle.ts'

/**
 * Whether the signed-in user knows their password. An open session must not help guessing: a wrong password counts
 * like a wrong sign-in and costs the same proof of work, which is bound to the password tried.
 */
export async function verifyOwnPassword(
  throttle: Throttle,
  attempt: {
    address: string
    account: ThrottledAccount
    password: string
    proof: Proof | null
  },
  isRight: () => Promise<boolean>,
): Promise<boolean | Challenge> {
  const { address, account, password, proof } = attempt
  const found = await throttle.attempt(
    { address, boundText: password, proof, otherSpelling: null, account },
    async () => ((await isRight()) ? ('known' as const) : 'unknown'),
  )
  return typeof found === 'string' ? found === 'known' : found.challenge
}
