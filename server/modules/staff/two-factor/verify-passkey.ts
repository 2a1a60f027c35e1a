import type { z } from 'zod'

import type { NewPasskey, ShownPasskey } from '#contract/shared/passkeys.ts'

/** Imported on demand, because it takes a tenth of the start time. */
const webAuthn = () => import('@simplewebauthn/server')

/** The requested site. A passkey works only on the host where it was created. */
type Site = { origin: string; host: string }
export type KnownPasskey = { publicKey: Buffer; credentialId: Buffer; counter: number }

/** Options for a sign-in. They list no keys, because that would reveal which accounts have one. */
export async function signInOptions({ host }: Site, challenge: Buffer) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: host,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
  })
}

/** The new counter of the key; undefined if the response is not from this key or does not match the challenge. */
export async function verifySignIn(
  { origin, host }: Site,
  challenge: Buffer,
  credential: z.output<typeof ShownPasskey>,
  { publicKey, credentialId, counter }: KnownPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const verification = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
    credential: {
      id: credentialId.toString('base64url'),
      publicKey: new Uint8Array(publicKey),
      counter,
    },
  }).catch(() => undefined)
  return verification?.verified ? verification.authenticationInfo.newCounter : undefined
}

type Owner = { handle: string; email: string; name: string; keys: readonly Buffer[] }

/**
 * Options for a new passkey. The user handle is random and never changes, so a new key on the same authenticator
 * replaces the old one.
 */
export async function registrationOptions(
  { host }: Site,
  challenge: Buffer,
  { handle, email, name, keys }: Owner,
) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: 'Giftpoint',
    rpID: host,
    userID: new Uint8Array(Buffer.from(handle.replaceAll('-', ''), 'hex')),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: keys.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The stored data of a new passkey; undefined if it was created for another purpose. */
export async function verifyNewPasskey(
  { origin, host }: Site,
  challenge: Buffer,
  credential: z.output<typeof NewPasskey>,
): Promise<KnownPasskey | undefined> {
  const { verifyRegistrationResponse } = await webAuthn()
  const verification = await verifyRegistrationResponse({
    response: { ...credential, response: { ...credential.response, transports: [] } },
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verification?.verified) return undefined
  const { id, publicKey, counter } = verification.registrationInfo.credential
  return {
    publicKey: Buffer.from(publicKey),
    credentialId: Buffer.from(id, 'base64url'),
    counter,
  }
}
