import { z } from 'zod'

import { deskEndpoint } from '#contract/desk/desk-endpoint.ts'
import { NewPassword } from '#contract/desk/factor-api.ts'
import { StaffMember } from '#contract/desk/staff-api.ts'
import { StaffAnswer } from '#contract/desk/staff-session-api.ts'
import { ROLES } from '#domain/desk-rights.ts'

export const inviteStaff = deskEndpoint('inviteStaff', {
  summary: 'A new colleague, with a link by mail that is good for seven days and for one password',
  input: z.object({
    email: z.email().max(254).toLowerCase(),
    name: z.string().trim().min(1).max(200),
    role: z.enum(ROLES),
    channels: z.array(z.string().regex(/^\d{1,10}$/)).max(10_000),
    language: z.enum(['nl', 'en', 'de']),
  }),
  answer: StaffMember,
  refusals: { 'address-taken': 409, 'unknown-channel': 409, 'needs-channel': 409 },
})

export const inviteAgain = deskEndpoint('inviteAgain', {
  summary: 'Another link by mail; the one before opens nothing any more',
  input: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
  answer: z.object({}),
  refusals: { 'has-a-way-in': 409 },
})

export const acceptInvitation = deskEndpoint('acceptInvitation', {
  summary: 'A password of one’s own, by the link of an invitation; signs in',
  input: z.object({ token: z.string().max(100), new_password: NewPassword }),
  answer: StaffAnswer,
  refusals: { 'invitation-ended': 409 },
})
