import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { StaffAnswer } from '#contract/staff/sign-in.staff.ts'
import { NewPasskey, PasskeyAsked, passkeyState, ShownPasskey } from '#contract/shared/passkeys.ts'

export const passkeyForSignIn = staffEndpoint('passkeyForSignIn', {
  summary: 'What a browser is asked for a sign-in with a passkey',
  input: z.object({}),
  answer: PasskeyAsked,
  refusals: {},
})

export const signInByPasskey = staffEndpoint('signInByPasskey', {
  summary: 'Sign in with a passkey, which stands for password and second factor',
  input: z.object({ state: passkeyState, credential: ShownPasskey }),
  answer: StaffAnswer,
  refusals: { 'wrong-sign-in': 401 },
})

export const passkeyToAdd = staffEndpoint('passkeyToAdd', {
  summary: 'What a browser is asked for a new passkey',
  input: z.object({}),
  answer: PasskeyAsked,
  refusals: {},
})

export const addPasskey = staffEndpoint('addPasskey', {
  summary: 'A new passkey of one’s own',
  input: z.object({
    name: z.string().trim().min(1).max(100),
    state: passkeyState,
    credential: NewPasskey,
  }),
  answer: z.object({ id: z.string() }),
  refusals: { 'wrong-passkey': 409 },
})

export const removePasskey = staffEndpoint('removePasskey', {
  summary: 'The end of one of one’s passkeys',
  input: z.object({
    id: z.string().regex(/^\d{1,15}$/),
  }),
  answer: z.object({}),
  refusals: { 'last-way-in': 409, 'factor-required': 409 },
})
