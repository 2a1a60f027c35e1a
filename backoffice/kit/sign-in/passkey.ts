import { StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import type { SignInResult } from '#backoffice/kit/sign-in/try-sign-in.ts'
import type { StaffInput } from '#contract/client.staff.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

/** Without https browsers have no passkeys, and older browsers do not support the format of the request. */
export const hasPasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'toJSON' in PublicKeyCredential.prototype

type Asked = { options: Record<string, unknown>; state: string }
type Shown = Pick<StaffInput<'signInByPasskey'>, 'state' | 'credential'>

/** The endpoints for sign-in with a passkey. */
export type PasskeySignIn<Who> = {
  ask: () => Promise<Asked | Refusal<string>>
  show: (shown: Shown) => Promise<{ who: Who } | Refusal<string>>
}

/** null: the user cancelled the browser's prompt. */
export async function signInByPasskey<Who>({
  ask,
  show,
}: PasskeySignIn<Who>): Promise<SignInResult<Who> | null> {
  try {
    const challenge = await ask()
    if (refused(challenge)) return { kind: 'failed', error: new StaffRefusalError(challenge) }
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(challenge.options as never)
    const credential = await shown(() => navigator.credentials.get({ publicKey }))
    if (!credential) return null
    const outcome = await show({
      state: challenge.state,
      credential: credential as Shown['credential'],
    })
    if (!refused(outcome)) return { kind: 'in', who: outcome.who }
    if (outcome.refused === 'wrong-sign-in') return { kind: 'wrong' }
    return { kind: 'failed', error: new StaffRefusalError(outcome) }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** Creates a passkey with this browser or a connected device. Returns the reason if it fails. */
export async function createPasskey(asked: {
  options: Record<string, unknown>
}): Promise<
  | { credential: StaffInput<'addPasskey'>['credential'] }
  | { none: 'passkeyKnown' | 'passkeyUnmade' }
> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.options as never)
  let has = false
  const credential = await shown(() =>
    navigator.credentials.create({ publicKey }).catch((error: unknown) => {
      has = error instanceof DOMException && error.name === 'InvalidStateError'
      throw error
    }),
  )
  return credential
    ? { credential: credential as StaffInput<'addPasskey'>['credential'] }
    : { none: has ? 'passkeyKnown' : 'passkeyUnmade' }
}

async function shown(ask: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await ask()
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
