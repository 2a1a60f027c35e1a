import { callOnce } from '#employer-portal/api/portal-client.ts'
import type { PasskeySignIn } from '#backoffice/kit/sign-in/passkey.ts'
import { trySignIn, type SignInInput } from '#backoffice/kit/sign-in/try-sign-in.ts'
import type { Who } from '#contract/employers/sign-in.employer.ts'

/** Sign-in with a passkey. */
export const employerPortal: PasskeySignIn<Who> = {
  requestChallenge: () => callOnce('passkeyForSignIn', {}),
  verifyChallenge: (signed) => callOnce('signInByPasskey', signed),
}

export const attemptAt = (typed: SignInInput, onWork: () => void) =>
  trySignIn<Who>(typed, onWork, (input) => callOnce('signIn', input))
