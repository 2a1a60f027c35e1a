import { z } from 'zod'

import { deskEndpoint } from '#contract/desk/desk-endpoint.ts'
import { StaffAnswer } from '#contract/desk/staff-session-api.ts'

/** What the browser is asked, as WebAuthn words it, and what has to come back with its answer. */
const asked = z.object({
  /** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`. */
  options: z.record(z.string(), z.unknown()),
  state: z.string(),
})
const bytes = z.base64url().max(8192)
const answered = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
}
const state = z.string().max(500)

export const passkeyForSignIn = deskEndpoint('passkeyForSignIn', {
  summary: 'What a browser is asked for a sign-in with a passkey',
  input: z.object({}),
  answer: asked,
  refusals: {},
})

export const signInByPasskey = deskEndpoint('signInByPasskey', {
  summary: 'Sign in with a passkey, which stands for password and second factor',
  input: z.object({
    state,
    credential: z.object({
      ...answered,
      response: z.object({
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        userHandle: bytes.nullish().transform((handle) => handle ?? undefined),
      }),
    }),
  }),
  answer: StaffAnswer,
  refusals: { 'wrong-sign-in': 401 },
})

export const passkeyToAdd = deskEndpoint('passkeyToAdd', {
  summary: 'What a browser is asked for a new passkey',
  input: z.object({}),
  answer: asked,
  refusals: {},
})

export const addPasskey = deskEndpoint('addPasskey', {
  summary: 'A new passkey of one’s own',
  input: z.object({
    /** Of whoever has one: who adds a key shows once more that it is they who ask. */
    password: z.string().max(1000).default(''),
    name: z.string().trim().min(1).max(100),
    state,
    credential: z.object({
      ...answered,
      response: z.object({
        clientDataJSON: bytes,
        attestationObject: z.base64url().max(65_536),
        transports: z.array(z.string().max(20)).max(10).default([]),
      }),
    }),
  }),
  answer: z.object({ id: z.string() }),
  refusals: { 'wrong-password': 409, 'wrong-passkey': 409 },
})

export const removePasskey = deskEndpoint('removePasskey', {
  summary: 'The end of one of one’s passkeys',
  input: z.object({
    id: z.string().regex(/^\d{1,15}$/),
    password: z.string().max(1000).default(''),
  }),
  answer: z.object({}),
  refusals: { 'wrong-password': 409, 'last-way-in': 409 },
})
