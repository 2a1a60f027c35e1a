import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { Proof } from '#contract/sessions/login-challenge.ts'
import { PERMISSIONS, type Permission, ROLES } from '#domain/staff/permissions.ts'
import { STAFF_LANGUAGES } from '#domain/language.ts'

const permission = z.enum(PERMISSIONS as [Permission, ...Permission[]])

export const StaffAnswer = z.object({
  staff: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    language: z.enum(STAFF_LANGUAGES),
    /** Chosen by the colleague; until then the language of the sign-in page counts. */
    language_chosen: z.boolean(),
    /** The channels of the staff user. Empty for an owner, who has access to all. */
    channels: z.array(z.string()),
    permissions: z.array(permission),
    /** The role needs a second factor and this sign-in had none: only calls that set one up are allowed. */
    needs_second_factor: z.boolean(),
  }),
})
export type Staff = z.infer<typeof StaffAnswer>['staff']

export const signIn = staffEndpoint('signIn', {
  summary: 'Sign in with email address, password and second factor',
  input: z.object({
    email: z.string().trim().toLowerCase().min(1).max(254),
    password: z.string().min(1).max(1000),
    /** Six digits of the app, or one of the recovery codes. */
    totp: z.string().trim().max(40).optional(),
    /** Proof of work: SHA-256 of salt.email.nonce, with the email exactly as sent. */
    proof: Proof.nullish(),
  }),
  answer: StaffAnswer,
  refusals: { 'second-factor': 401, 'too-many-attempts': 429, 'wrong-sign-in': 401 },
})

export const whoAmI = staffEndpoint('whoAmI', {
  summary: 'Get the signed-in user',
  input: z.object({}),
  answer: StaffAnswer,
  refusals: {},
})

export const signOut = staffEndpoint('signOut', {
  summary: 'End this session',
  input: z.object({}),
  answer: z.object({}),
  refusals: {},
})

export const ownSessions = staffEndpoint('ownSessions', {
  summary: 'List your own sessions',
  input: z.object({}),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        way: z.enum(['password', 'passkey', 'openid', 'invitation']),
        made_at: z.iso.datetime(),
        seen_at: z.iso.datetime(),
        ends_at: z.iso.datetime(),
        address: z.string(),
        agent: z.string(),
        this_one: z.boolean(),
      }),
    ),
  }),
  refusals: {},
})

export const endOwnSession = staffEndpoint('endOwnSession', {
  summary: 'End one of your own sessions',
  input: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: {},
})

export const roles = staffEndpoint('roles', {
  summary: 'List roles with their permissions',
  input: z.object({}),
  answer: z.object({ roles: z.record(z.enum(ROLES), z.array(permission)) }),
  refusals: {},
})
