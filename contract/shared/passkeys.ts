import { z } from 'zod'

/** WebAuthn options for the browser, and the state to send back with its response. */
export const PasskeyOptions = z.object({
  /** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
  options: z.record(z.string(), z.unknown()),
  state: z.string(),
})
export const passkeyState = z.string().max(500)

const bytes = z.base64url().max(8192)
const credentialFields = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}

/** A passkey used for sign-in. */
export const ShownPasskey = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish().transform((handle) => handle ?? undefined),
  }),
})

/** A passkey that was just created. */
export const NewPasskey = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: z.base64url().max(65_536),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})
