import { callPlainly } from '#backoffice/desk-client.ts'
import type { SignInResult } from '#backoffice/sign-in/sign-in.ts'
import type { DeskInput } from '#contract/desk/desk-call.ts'
import { refused } from '#contract/refusal.ts'

/** Where the page did not come by a secure way a browser has no keys; older ones do not read the desk's question. */
export const hasPasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'toJSON' in PublicKeyCredential.prototype

/** null: whoever was asked put the question away. */
export async function signInByPasskey(): Promise<SignInResult | null> {
  try {
    const asked = await callPlainly('passkeyForSignIn', {})
    if (refused(asked)) return { kind: 'failed' }
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked.options as never)
    const credential = await shown(() => navigator.credentials.get({ publicKey }))
    if (!credential) return null
    const outcome = await callPlainly('signInByPasskey', {
      state: asked.state,
      credential: credential as DeskInput<'signInByPasskey'>['credential'],
    })
    if (!refused(outcome)) return { kind: 'in', staff: outcome.staff }
    return { kind: outcome.refused === 'wrong-sign-in' ? 'wrong' : 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}

/** A new key of this browser or of what it reaches; null where none was made. */
export async function makePasskey(asked: { options: Record<string, unknown> }) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked.options as never)
  const credential = await shown(() => navigator.credentials.create({ publicKey }))
  return credential as DeskInput<'addPasskey'>['credential'] | null
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
