import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { NewPassword } from '#contract/staff/two-factor.staff.ts'

export const forgotPassword = staffEndpoint('forgotPassword', {
  summary: 'Send a password reset link to an address',
  description: 'The answer is the same whether the address belongs to a user or not.',
  input: z.object({ email: z.string().trim().toLowerCase().min(1).max(254) }),
  answer: z.object({}),
  refusals: {},
})

export const resetPassword = staffEndpoint('resetPassword', {
  summary: 'Choose a new password with the link from the email',
  description: 'All sessions end.',
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
