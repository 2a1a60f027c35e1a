import { z } from 'zod'

import { NewPassword } from '#contract/staff/two-factor.staff.ts'
import { employerEndpoint } from '#contract/shared/endpoint.employer.ts'
import { Proof } from '#contract/sessions/login-challenge.ts'
import { STAFF_LANGUAGES } from '#domain/language.ts'

const language = z.enum(STAFF_LANGUAGES)

export const WhoAnswer = z.object({
  who: z.object({
    email: z.string(),
    name: z.string(),
    language,
    /** False until the user chooses one. Until then the language of the sign-in page applies. */
    language_chosen: z.boolean(),
    employer: z.string(),
    /** Whether sign-in also requires a code from an authenticator app. */
    totp: z.boolean(),
  }),
})
export type Who = z.infer<typeof WhoAnswer>['who']

export const signIn = employerEndpoint('signIn', {
  input: z.object({
    email: z.string().trim().toLowerCase().min(1).max(254),
    password: z.string().min(1).max(1000),
    totp: z.string().trim().max(40).optional(),
    /** Proof of work: SHA-256 of salt.email.nonce, with the email exactly as sent. */
    proof: Proof.nullish(),
  }),
  answer: WhoAnswer,
  refusals: { 'second-factor': 401, 'too-many-attempts': 429, 'wrong-sign-in': 401 },
})

export const whoAmI = employerEndpoint('whoAmI', {
  input: z.object({}),
  answer: WhoAnswer,
  refusals: {},
})

export const signOut = employerEndpoint('signOut', {
  input: z.object({}),
  answer: z.object({}),
  refusals: {},
})

export const changeLanguage = employerEndpoint('changeLanguage', {
  input: z.object({ language }),
  answer: z.object({}),
  refusals: {},
})

export const acceptInvitation = employerEndpoint('acceptInvitation', {
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), password: NewPassword }),
  answer: z.object({ email: z.string() }),
  refusals: { 'invitation-over': 409, 'weak-password': 409 },
})

/** A change of the sign-in methods needs the password again. */
const password = z.string().min(1).max(1000)
/** Proof of work, required after wrong passwords: SHA-256 of salt.password.nonce. */
const proof = Proof.nullish()

export const startTotp = employerEndpoint('startTotp', {
  input: z.object({ password, proof }),
  answer: z.object({ secret: z.string(), uri: z.string() }),
  refusals: { 'too-many-attempts': 429, 'wrong-password': 409, 'factor-is-set': 409 },
})

export const confirmTotp = employerEndpoint('confirmTotp', {
  input: z.object({ totp: z.string().trim().max(40) }),
  answer: z.object({}),
  refusals: { 'wrong-code': 409, 'factor-is-set': 409 },
})

export const removeTotp = employerEndpoint('removeTotp', {
  input: z.object({ password, proof }),
  answer: z.object({}),
  refusals: { 'too-many-attempts': 429, 'wrong-password': 409, 'no-factor': 409 },
})
