import { callPlainly } from '#backoffice/desk-client.ts'
import type { DeskOutcome } from '#contract/desk/desk-call.ts'
import type { Staff } from '#contract/desk/staff-session-api.ts'
import type { Challenge } from '#contract/login-challenge.ts'
import { refused } from '#contract/refusal.ts'

export type SignInResult =
  | { kind: 'in'; staff: Staff }
  | { kind: 'wrong' }
  | { kind: 'crowded' }
  | { kind: 'failed' }

/** More may be asked while one works; so often in a row it is a rush, and coming back is better. */
const TIMES = 6

/** One try. `onWork`: the desk asks for a moment's work first. */
export async function signIn(
  typed: { email: string; password: string; totp: string },
  onWork: () => void,
): Promise<SignInResult> {
  // As the server reads it: the work is bound to it.
  const email = typed.email.trim().toLowerCase()
  let proof: { salt: string; nonce: string } | null = null
  try {
    for (let time = 0; time < TIMES; time += 1) {
      const outcome: DeskOutcome<'signIn'> = await callPlainly('signIn', {
        email,
        password: typed.password,
        ...(typed.totp.trim() === '' ? {} : { totp: typed.totp }),
        proof,
      })
      if (!refused(outcome)) return { kind: 'in', staff: outcome.staff }
      if (outcome.refused === 'wrong-sign-in' || outcome.refused === 'invalid-input') {
        return { kind: 'wrong' }
      }
      if (outcome.refused !== 'too-many-attempts' || !outcome.challenge) return { kind: 'failed' }
      onWork()
      const { solveChallenge } = await import('#ui/solve-challenge.ts')
      const challenge: Challenge = outcome.challenge
      proof = { salt: challenge.salt, nonce: await solveChallenge(challenge, email) }
    }
    return { kind: 'crowded' }
  } catch {
    return { kind: 'failed' }
  }
}
