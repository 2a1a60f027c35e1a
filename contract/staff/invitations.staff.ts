import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { NewPassword } from '#contract/staff/two-factor.staff.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { STAFF_LANGUAGES } from '#domain/language.ts'

const reason = z.string().trim().max(500).default('')

const Invitation = z.object({
  id: z.string(),
  /** When the mailed link expires. Null if no mail was sent because another owner has to approve it first. */
  ends_at: z.iso.datetime().nullable(),
  /** The request that another owner has to approve. */
  approval: z.string().nullable(),
})

export const inviteStaff = staffEndpoint('inviteStaff', {
  summary: 'Invite a colleague',
  description: 'The email contains a link for choosing a password. It works once.',
  input: z.object({
    email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
    name: z.string().trim().min(1).max(200),
    role: z.enum(ROLES),
    channels: z.array(z.string().regex(/^\d{1,10}$/)).max(10_000),
    language: z.enum(STAFF_LANGUAGES),
    /** Required for the role owner. The person is invited as a reader and becomes an owner after an approval. */
    reason,
  }),
  answer: Invitation,
  refusals: {
    'is-here': 409,
    'unknown-channel': 409,
    'needs-channel': 409,
    'reason-missing': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
  },
})

export const inviteAgain = staffEndpoint('inviteAgain', {
  summary: 'Send a colleague a new invitation',
  description: 'The earlier link stops working. For an owner, another owner has to approve it.',
  input: z.object({ id: z.string().regex(/^\d{1,15}$/), reason }),
  answer: Invitation,
  refusals: { 'reason-missing': 409, 'is-asked': 409, 'no-longer-possible': 409 },
})

export const acceptInvitation = staffEndpoint('acceptInvitation', {
  summary: 'Accept an invitation and choose a password',
  description: 'Earlier sessions end.',
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), password: NewPassword }),
  answer: z.object({ email: z.string() }),
  refusals: { 'invitation-over': 409, 'weak-password': 409 },
})
