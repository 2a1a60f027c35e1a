import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { STAFF_LANGUAGES } from '#domain/language.ts'

const id = z.string().regex(/^\d{1,15}$/)
const reason = z.string().trim().min(1).max(500)

const EmployerUserAnswer = z.object({
  id: z.string(),
  /** Masked for staff without the permission to see personal data. */
  email: z.string(),
  name: z.string(),
  language: z.enum(STAFF_LANGUAGES),
  /** Whether the user has accepted an invitation and chosen a password. */
  has_password: z.boolean(),
  totp: z.boolean(),
  passkeys: z.int(),
  sessions: z.int(),
  seen_at: z.iso.datetime().nullable(),
  added_at: z.iso.datetime(),
})

export const employerUsers = staffEndpoint('employerUsers', {
  summary: 'List the users of an employer portal',
  input: z.object({ id }),
  answer: z.object({ items: z.array(EmployerUserAnswer) }),
  refusals: {},
})

/** The link is only in the mail. */
const Invitation = z.object({ id: z.string(), ends_at: z.iso.datetime() })

export const inviteEmployerUser = staffEndpoint('inviteEmployerUser', {
  summary: 'Invite a user to the employer portal',
  description: 'The link in the email works once.',
  input: z.object({
    id,
    email: z.string().trim().toLowerCase().max(254).check(z.email()),
    name: z.string().trim().min(1).max(200),
    language: z.enum(STAFF_LANGUAGES),
  }),
  answer: Invitation,
  refusals: { 'is-here': 409 },
})

export const inviteEmployerUserAgain = staffEndpoint('inviteEmployerUserAgain', {
  summary: 'Send a user of the employer portal a new link',
  description: 'The earlier link stops working.',
  input: z.object({
    id,
    user: id,
    /** Also removes the authenticator app, the passkeys and the sessions, for example after a lost phone. */
    without_app: z.boolean().default(false),
  }),
  answer: Invitation,
  refusals: {},
})

export const endEmployerSessions = staffEndpoint('endEmployerSessions', {
  summary: 'Sign a user of the employer portal out of all browsers',
  input: z.object({ id, user: id, reason }),
  answer: z.object({ ended: z.int() }),
  refusals: {},
})

export const removeEmployerUser = staffEndpoint('removeEmployerUser', {
  summary: 'Remove a user of the employer portal',
  input: z.object({ id, user: id, reason }),
  answer: z.object({}),
  refusals: {},
})
