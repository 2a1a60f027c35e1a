import { StaffRefusalError } from '#backoffice/kit/api/backoffice-client.ts'
import type { SignInResult } from '#backoffice/kit/sign-in/try-sign-in.ts'
import type { StaffInput } from '#contract/client.staff.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

/** Without https browsers have no passkeys, and older browsers do not support the format of the request. */
export const hasPasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'toJSON' in PublicKeyCredential.prototype

type Challenge = { options: Record<string, unknown>; state: string }
type SignedChallenge = Pick<StaffInput<'signInByPasskey'>, 'state' | 'credential'>

/** The endpoints for sign-in with a passkey. */
export type PasskeySignIn<Account> = {
  requestChallenge: () => Promise<Challenge | Refusal<string>>
  verifyChallenge: (signed: SignedChallenge) => Promise<{ who: Account } | Refusal<string>>
}

/** null: the user cancelled the browser's prompt. */
export async function signInByPasskey<Account>({
  requestChallenge,
  verifyChallenge,
}: PasskeySignIn<Account>): Promise<SignInResult<Account> | null> {
  try {
    const challenge = await requestChallenge()
    if (refused(challenge)) return { kind: 'failed', error: new StaffRefusalError(challenge) }
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(challenge.options as never)
    const credential = await readCredential(() => navigator.credentials.get({ publicKey }))
    if (!credential) return null
    const outcome = await verifyChallenge({
      state: challenge.state,
      credential: credential as SignedChallenge['credential'],
    })
    if (!refused(outcome)) return { kind: 'signed-in', who: outcome.who }
    if (outcome.refused === 'wrong-sign-in') return { kind: 'wrong' }
    return { kind: 'failed', error: new StaffRefusalError(outcome) }
  } catch (error) {
    return { kind: 'failed', error }
  }
}

/** Creates a passkey with this browser or a connected device. Returns the reason if it fails. */
export async function createPasskey(challenge: {
  options: Record<string, unknown>
}): Promise<
  | { credential: StaffInput<'addPasskey'>['credential'] }
  | { none: 'passkeyKnown' | 'passkeyUnmade' }
> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(challenge.options as never)
  let isKnown = false
  const credential = await readCredential(() =>
    navigator.credentials.create({ publicKey }).catch((error: unknown) => {
      isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
      throw error
    }),
  )
  return credential
    ? { credential: credential as StaffInput<'addPasskey'>['credential'] }
    : { none: isKnown ? 'passkeyKnown' : 'passkeyUnmade' }
}

/** The credential of the browser's prompt as JSON; null if the user cancelled or the prompt failed. */
async function readCredential(prompt: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const credential = await prompt()
    return credential instanceof PublicKeyCredential ? credential.toJSON() : null
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}
