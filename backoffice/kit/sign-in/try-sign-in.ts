import { callOnce, StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Challenge, Proof } from '#contract/sessions/login-challenge.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

export type SignInResult<Who = Staff> =
  | { kind: 'in'; who: Who }
  /** The password is right, and a code is still missing. */
  | { kind: 'half' }
  | { kind: 'wrong' }
  | { kind: 'crowded' }
  | { kind: 'failed'; error: unknown }

export type Typed = { email: string; password: string; totp: string }
type Asked = { email: string; password: string; totp?: string; proof: Proof | null }

/** The message from the SSO window to the page that waits for it. */
export const SIGNED_IN = 'backoffice-signed-in'

/** The server may require more work during an attempt. After this many times in a row the user should try later. */
const TIMES = 6

/** One sign-in attempt in the back office. `onWork` runs before a proof of work is computed. */
export const signIn = (typed: Typed, onWork: () => void) =>
  trySignIn(typed, onWork, async (input) => {
    const outcome = await callOnce('signIn', input)
    return refused(outcome) ? outcome : { who: outcome.staff }
  })

/** The same for every sign-in with a password. After many wrong passwords it includes a proof of work. */
export async function trySignIn<Who>(
  typed: Typed,
  onWork: () => void,
  ask: (input: Asked) => Promise<{ who: Who } | Refusal<string>>,
): Promise<SignInResult<Who>> {
  // Normalised as on the server, because the work is bound to it.
  const email = typed.email.trim().toLowerCase()
  let proof: Proof | null = null
  try {
    for (let time = 0; time < TIMES; time += 1) {
      const outcome: { who: Who } | Refusal<string> = await ask({
        email,
        password: typed.password,
        ...(typed.totp.trim() === '' ? {} : { totp: typed.totp }),
        proof,
      })
      if (!refused(outcome)) return { kind: 'in', who: outcome.who }
      if (outcome.refused === 'second-factor') return { kind: 'half' }
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
    return { kind: 'crowded' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
