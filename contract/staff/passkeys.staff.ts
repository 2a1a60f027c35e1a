import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { StaffAnswer } from '#contract/staff/sign-in.staff.ts'
import {
  NewPasskey,
  PasskeyOptions,
  passkeyState,
  ShownPasskey,
} from '#contract/shared/passkeys.ts'

export const passkeyForSignIn = staffEndpoint('passkeyForSignIn', {
  summary: 'Get the options for a sign-in with a passkey',
  input: z.object({}),
  answer: PasskeyOptions,
  refusals: {},
})

export const signInByPasskey = staffEndpoint('signInByPasskey', {
  summary: 'Sign in with a passkey',
  description: 'It replaces the password and the second factor.',
  input: z.object({ state: passkeyState, credential: ShownPasskey }),
  answer: StaffAnswer,
  refusals: { 'wrong-sign-in': 401 },
})

export const passkeyToAdd = staffEndpoint('passkeyToAdd', {
  summary: 'Get the options for a new passkey',
  input: z.object({}),
  answer: PasskeyOptions,
  refusals: {},
})

export const addPasskey = staffEndpoint('addPasskey', {
  summary: 'Add a passkey to your account',
  input: z.object({
    name: z.string().trim().min(1).max(100),
    state: passkeyState,
    credential: NewPasskey,
  }),
  answer: z.object({ id: z.string() }),
  refusals: { 'wrong-passkey': 409 },
})

export const removePasskey = staffEndpoint('removePasskey', {
  summary: 'Delete one of your own passkeys',
  input: z.object({
    id: z.string().regex(/^\d{1,15}$/),
  }),
  answer: z.object({}),
  refusals: { 'last-way-in': 409, 'factor-required': 409 },
})
