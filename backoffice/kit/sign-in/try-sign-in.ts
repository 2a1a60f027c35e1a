import { callOnce, StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

export type SignInResult<Account = Staff> =
  | { kind: 'signed-in'; who: Account }
  /** The password is right, and a code is still missing. */
  | { kind: 'needs-code' }
  | { kind: 'wrong' }
  | { kind: 'try-later' }
  | { kind: 'failed'; error: unknown }

export type SignInInput = { email: string; password: string; totp: string }
type SignInRequest = { email: string; password: string; totp?: string; proof: Proof | null }

/** The message from the SSO window to the page that waits for it. */
export const SIGNED_IN = 'backoffice-signed-in'

/** The server may require more work during an attempt. After this many times in a row the user should try later. */
const MAX_PROOFS = 6

/** One sign-in attempt in the back office. `onWork` runs before a proof of work is computed. */
export const signIn = (typed: SignInInput, onWork: () => void) =>
  trySignIn(typed, onWork, async (input) => {
    const outcome = await callOnce('signIn', input)
    return refused(outcome) ? outcome : { who: outcome.staff }
  })

/** The same for every sign-in with a password. After many wrong passwords it includes a proof of work. */
export async function trySignIn<Account>(
  typed: SignInInput,
  onWork: () => void,
  send: (input: SignInRequest) => Promise<{ who: Account } | Refusal<string>>,
): Promise<SignInResult<Account>> {
  // Normalised as on the server, because the work is bound to it.
  const email = typed.email.trim().toLowerCase()
  let proof: Proof | null = null
  try {
    for (let proofs = 0; proofs < MAX_PROOFS; proofs += 1) {
      const outcome: { who: Account } | Refusal<string> = await send({
        email,
        password: typed.password,
        ...(typed.totp.trim() === '' ? {} : { totp: typed.totp }),
        proof,
      })
      if (!refused(outcome)) return { kind: 'signed-in', who: outcome.who }
      if (outcome.refused === 'second-factor') return { kind: 'needs-code' }
      if (outcome.refused === 'wrong-sign-in' || outcome.refused === 'invalid-input') {
        return { kind: 'wrong' }
      }
      if (outcome.refused !== 'too-many-attempts' || !outcome.challenge) {
        return { kind: 'failed', error: new StaffRefusalError(outcome) }
      }
      onWork()
      const { solveChallenge } = await import('#ui/lib/solve-challenge.ts')
      const challenge: Challenge = outcome.challenge
      proof = { salt: challenge.salt, nonce: await solveChallenge(challenge, email) }
    }
    return { kind: 'try-later' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
