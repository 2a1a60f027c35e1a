import type { Proof } from '#contract/sessions/login-challenge.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

/** The server may require more work during an attempt. After this many times in a row the user should try later. */
const TIMES = 6

/**
 * For requests with the user's own password. After wrong passwords the server demands a proof of work bound to the
 * password. It is computed while the button shows progress.
 */
export async function retryWithProof<Outcome>(
  input: object,
  ask: (more: { proof?: Proof }) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = await ask({})
  for (let time = 0; time < TIMES; time += 1) {
    const challenge = challengeOf(outcome)
    const password = 'password' in input ? input.password : undefined
    if (!challenge || typeof password !== 'string') return outcome
    const { solveChallenge } = await import('#ui/lib/solve-challenge.ts')
    const nonce = await solveChallenge(challenge, password)
    outcome = await ask({ proof: { salt: challenge.salt, nonce } })
  }
  return outcome
}

function challengeOf(outcome: unknown): Refusal<string>['challenge'] {
  if (!refused(outcome)) return undefined
  return outcome.refused === 'too-many-attempts' ? outcome.challenge : undefined
}
