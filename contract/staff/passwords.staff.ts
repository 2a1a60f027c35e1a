import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { NewPassword } from '#contract/staff/two-factor.staff.ts'

export const forgotPassword = staffEndpoint('forgotPassword', {
  summary:
    'Send a link for a new password to this address, if a colleague has it. The answer is always the same',
  input: z.object({ email: z.string().trim().toLowerCase().min(1).max(254) }),
  answer: z.object({}),
  refusals: {},
})

export const resetPassword = staffEndpoint('resetPassword', {
  summary: 'Choose a new password with the link from the email; all sessions end',
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), password: NewPassword }),
  answer: z.object({ email: z.string() }),
  refusals: { 'invitation-over': 409, 'weak-password': 409 },
})

export const endOtherSessions = staffEndpoint('endOtherSessions', {
  summary: 'End all of your own sessions except this one',
  input: z.object({}),
  answer: z.object({ ended: z.int() }),
  refusals: {},
})
