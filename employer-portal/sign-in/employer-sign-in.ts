import { callOnce } from '#employer-portal/api/portal-client.ts'
import type { PasskeySignIn } from '#backoffice/kit/sign-in/passkey.ts'
import { trySignIn, type Typed } from '#backoffice/kit/sign-in/try-sign-in.ts'
import type { Who } from '#contract/employers/sign-in.employer.ts'

/** Sign-in with a passkey. */
export const employerPortal: PasskeySignIn<Who> = {
  ask: () => callOnce('passkeyForSignIn', {}),
  show: (shown) => callOnce('signInByPasskey', shown),
}

export const attemptAt = (typed: Typed, onWork: () => void) =>
  trySignIn<Who>(typed, onWork, (input) => callOnce('signIn', input))
