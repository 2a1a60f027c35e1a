import type { Outcome } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { call } from '#storefront/api/shop-client.ts'

/** The server may require another proof of work. After this many in a row the user should try later. */
const MAX_PROOFS = 6

/**
 * Logs in, with a proof of work first if the shop requires it. The solver loads only then. An abandoned code is not
 * sent again.
 */
export async function requestLogin(
  encrypted_code: string,
  reading_of: string | null,
  onWork: () => void,
  signal: AbortSignal,
): Promise<Outcome<'logIn'>> {
  let outcome = await call('logIn', { encrypted_code, ...(reading_of ? { reading_of } : {}) })
  for (let proofs = 0; proofs < MAX_PROOFS; proofs += 1) {
    const challenge = refused(outcome, 'too-many-attempts') ? outcome.challenge : undefined
    if (!challenge || signal.aborted) break
    onWork()
    const { solveChallenge } = await import('#ui/lib/solve-challenge.ts')
    const nonce = await solveChallenge(challenge, encrypted_code)
    if (signal.aborted) break
    outcome = await call('logIn', { encrypted_code, proof: { salt: challenge.salt, nonce } })
  }
  return outcome
}
