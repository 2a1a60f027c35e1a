import { z } from 'zod'

import { deskEndpoint } from '#contract/desk/desk-endpoint.ts'
import { NewPassword } from '#contract/desk/factor-api.ts'
import { ROLES } from '#domain/desk-rights.ts'

/** Opens the door once, for a while; shown once to whoever invites. */
const Invitation = z.object({ id: z.string(), link: z.url(), ends_at: z.iso.datetime() })

export const inviteStaff = deskEndpoint('inviteStaff', {
  summary: 'Access for a colleague, who chooses a password by a link that is good once',
  input: z.object({
    email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
    name: z.string().trim().min(1).max(200),
    role: z.enum(ROLES),
    channels: z.array(z.string().regex(/^\d{1,10}$/)).max(10_000),
    language: z.enum(['nl', 'en', 'de']),
  }),
  answer: Invitation,
  refusals: { 'is-here': 409, 'unknown-channel': 409, 'needs-channel': 409 },
})

export const inviteAgain = deskEndpoint('inviteAgain', {
  summary:
    'Another link for a colleague who lost the first one, or the password; it ends the one before',
  input: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
  answer: Invitation,
  refusals: {},
})

export const acceptInvitation = deskEndpoint('acceptInvitation', {
  summary: 'A password by the link of an invitation; sessions of before end',
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), password: NewPassword }),
  answer: z.object({ email: z.string() }),
  refusals: { 'invitation-over': 409, 'weak-password': 409 },
})
