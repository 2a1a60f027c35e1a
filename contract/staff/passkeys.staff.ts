import { z } from 'zod'

import { deskEndpoint } from '#contract/shared/endpoint.staff.ts'
import { StaffAnswer } from '#contract/staff/sign-in.staff.ts'
import { NewPasskey, PasskeyAsked, passkeyState, ShownPasskey } from '#contract/shared/passkeys.ts'

export const passkeyForSignIn = deskEndpoint('passkeyForSignIn', {
  summary: 'What a browser is asked for a sign-in with a passkey',
  input: z.object({}),
  answer: PasskeyAsked,
  refusals: {},
})

export const signInByPasskey = deskEndpoint('signInByPasskey', {
  summary: 'Sign in with a passkey, which stands for password and second factor',
  input: z.object({ state: passkeyState, credential: ShownPasskey }),
  answer: StaffAnswer,
  refusals: { 'wrong-sign-in': 401 },
})

export const passkeyToAdd = deskEndpoint('passkeyToAdd', {
  summary: 'What a browser is asked for a new passkey',
  input: z.object({}),
  answer: PasskeyAsked,
  refusals: {},
})

export const addPasskey = deskEndpoint('addPasskey', {
  summary: 'A new passkey of one’s own',
  input: z.object({
    name: z.string().trim().min(1).max(100),
    state: passkeyState,
    credential: NewPasskey,
  }),
  answer: z.object({ id: z.string() }),
  refusals: { 'wrong-passkey': 409 },
})

export const removePasskey = deskEndpoint('removePasskey', {
  summary: 'The end of one of one’s passkeys',
  input: z.object({
    id: z.string().regex(/^\d{1,15}$/),
  }),
  answer: z.object({}),
  refusals: { 'last-way-in': 409, 'factor-required': 409 },
})
