import type { Proof } from '#contract/sessions/login-challenge.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

/** The server may reject a proof because it needs more work by now. After this many proofs its refusal is returned. */
const MAX_PROOFS = 6

/**
 * For requests with the user's own password. After wrong passwords the server demands a proof of work bound to the
 * password. It is computed while the button shows progress.
 */
export async function retryWithProof<Outcome>(
  input: object,
  send: (extra: { proof?: Proof }) => Promise<Outcome>,
): Promise<Outcome> {
  let outcome = await send({})
  for (let proofs = 0; proofs < MAX_PROOFS; proofs += 1) {
    const challenge = challengeOf(outcome)
    const password = 'password' in input ? input.password : undefined
    if (!challenge || typeof password !== 'string') return outcome
    const { solveChallenge } = await import('#ui/lib/solve-challenge.ts')
    const nonce = await solveChallenge(challenge, password)
    outcome = await send({ proof: { salt: challenge.salt, nonce } })
  }
  return outcome
}

function challengeOf(outcome: unknown): Refusal<string>['challenge'] {
  if (!refused(outcome)) return undefined
  return outcome.refused === 'too-many-attempts' ? outcome.challenge : undefined
}
