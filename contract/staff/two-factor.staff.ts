import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { Proof } from '#contract/sessions/login-challenge.ts'

/** A change of the sign-in methods needs the password again. */
const password = z.string().min(1).max(1000)
/** Proof of work, required after wrong passwords: SHA-256 of salt.password.nonce. */
const proof = Proof.nullish()

export const NewPassword = z.string().min(12, 'needs at least 12 characters').max(1000)

export const factors = staffEndpoint('factors', {
  summary: 'List the second factors of your account',
  input: z.object({}),
  answer: z.object({
    totp: z.object({ id: z.string(), added_at: z.iso.datetime() }).nullable(),
    recovery_codes_left: z.int(),
    /** False until the session that received the codes calls `saveRecoveryCodes`. */
    recovery_codes_saved: z.boolean(),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        added_at: z.iso.datetime(),
        used_at: z.iso.datetime().nullable(),
      }),
    ),
    /** Whether the account has a password. With a passkey or a company sign-in it may have none. */
    password: z.boolean(),
  }),
  refusals: {},
})

export const startTotp = staffEndpoint('startTotp', {
  summary: 'Create a secret for an authenticator app',
  description: 'It is active after the first code is confirmed.',
  input: z.object({}),
  answer: z.object({
    /** Base32, to type into the app. */
    secret: z.string(),
    /** The same secret as an otpauth URI, for a QR code. */
    uri: z.string(),
  }),
  refusals: { 'factor-is-set': 409 },
})

export const confirmTotp = staffEndpoint('confirmTotp', {
  summary: 'Activate the authenticator app with a code',
  description:
    'Returns recovery codes. A repeated call returns new ones until this session has confirmed that they are saved.',
  input: z.object({ totp: z.string().trim().max(40) }),
  answer: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: { 'wrong-code': 409, 'factor-is-set': 409 },
})

export const newRecoveryCodes = staffEndpoint('newRecoveryCodes', {
  summary: 'Replace the recovery codes',
  input: z.object({}),
  answer: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: { 'no-factor': 409 },
})

export const saveRecoveryCodes = staffEndpoint('saveRecoveryCodes', {
  summary: 'Confirm that the recovery codes are saved',
  input: z.object({}),
  answer: z.object({}),
  refusals: {},
})

export const removeTotp = staffEndpoint('removeTotp', {
  summary: 'Remove the authenticator app',
  description: 'Sign-in then needs the password alone.',
  input: z.object({}),
  answer: z.object({}),
  refusals: { 'no-factor': 409, 'factor-required': 409 },
})

export const changePassword = staffEndpoint('changePassword', {
  summary: 'Change your password',
  description: 'Your other sessions end.',
  input: z.object({ password, proof, new_password: NewPassword }),
  answer: z.object({}),
  refusals: { 'too-many-attempts': 429, 'wrong-password': 409, 'weak-password': 409 },
})
