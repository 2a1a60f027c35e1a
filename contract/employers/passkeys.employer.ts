import { z } from 'zod'

import { WhoAnswer } from '#contract/employers/sign-in.employer.ts'
import { employerEndpoint } from '#contract/shared/endpoint.employer.ts'
import { Proof } from '#contract/sessions/login-challenge.ts'
import {
  NewPasskey,
  PasskeyOptions,
  passkeyState,
  ShownPasskey,
} from '#contract/shared/passkeys.ts'

const password = z.string().min(1).max(1000)

export const passkeyForSignIn = employerEndpoint('passkeyForSignIn', {
  input: z.object({}),
  answer: PasskeyOptions,
  refusals: {},
})

export const signInByPasskey = employerEndpoint('signInByPasskey', {
  input: z.object({ state: passkeyState, credential: ShownPasskey }),
  answer: WhoAnswer,
  refusals: { 'wrong-sign-in': 401 },
})

export const passkeys = employerEndpoint('passkeys', {
  input: z.object({}),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        added_at: z.iso.datetime(),
        used_at: z.iso.datetime().nullable(),
      }),
    ),
  }),
  refusals: {},
})

export const passkeyToAdd = employerEndpoint('passkeyToAdd', {
  input: z.object({}),
  answer: PasskeyOptions,
  refusals: {},
})

export const addPasskey = employerEndpoint('addPasskey', {
  input: z.object({
    password,
    proof: Proof.nullish(),
    name: z.string().trim().min(1).max(100),
    state: passkeyState,
    credential: NewPasskey,
  }),
  answer: z.object({ id: z.string() }),
  refusals: { 'too-many-attempts': 429, 'wrong-password': 409, 'wrong-passkey': 409 },
})

export const removePasskey = employerEndpoint('removePasskey', {
  input: z.object({ id: z.string().regex(/^\d{1,15}$/), password, proof: Proof.nullish() }),
  answer: z.object({}),
  refusals: { 'too-many-attempts': 429, 'wrong-password': 409 },
})
