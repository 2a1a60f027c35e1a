import { callPlainly } from '#backoffice/employer-door/employer-client.ts'
import type { KeyDoor } from '#backoffice/sign-in/passkey.ts'
import { trySignIn, type Typed } from '#backoffice/sign-in/sign-in.ts'
import type { Who } from '#contract/employer/employer-door-api.ts'

/** A key that is shown at it. */
export const employersDoor: KeyDoor<Who> = {
  ask: () => callPlainly('passkeyForSignIn', {}),
  show: (shown) => callPlainly('signInByPasskey', shown),
}

/** One try at the employer's door. */
export const attemptAt = (typed: Typed, onWork: () => void) =>
  trySignIn<Who>(typed, onWork, (asked) => callPlainly('signIn', asked))
