import { z } from 'zod'

import { NewPassword } from '#contract/staff/two-factor.staff.ts'
import { employerEndpoint } from '#contract/shared/endpoint.employer.ts'
import { Proof } from '#contract/sessions/login-challenge.ts'

/** Sends a password link if a user with this address exists. The response is the same in both cases. */
export const forgotPassword = employerEndpoint('forgotPassword', {
  input: z.object({ email: z.string().trim().toLowerCase().min(1).max(254) }),
  answer: z.object({}),
  refusals: {},
})

/** Sets a new password with the link from the email; all sessions end. */
export const resetPassword = employerEndpoint('resetPassword', {
  input: z.object({ token: z.string().regex(/^[\w-]{43}$/), password: NewPassword }),
  answer: z.object({ email: z.string() }),
  refusals: { 'invitation-over': 409, 'weak-password': 409 },
})

/** Sets a new password; all other sessions end. */
export const changePassword = employerEndpoint('changePassword', {
  input: z.object({
    password: z.string().min(1).max(1000),
    proof: Proof.nullish(),
    new_password: NewPassword,
  }),
  answer: z.object({}),
  refusals: { 'too-many-attempts': 429, 'wrong-password': 409, 'weak-password': 409 },
})

export const ownSessions = employerEndpoint('ownSessions', {
  input: z.object({}),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        made_at: z.iso.datetime(),
        seen_at: z.iso.datetime(),
        address: z.string(),
        agent: z.string(),
        this_one: z.boolean(),
      }),
    ),
  }),
  refusals: {},
})

export const endOwnSession = employerEndpoint('endOwnSession', {
  input: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: {},
})

export const endOtherSessions = employerEndpoint('endOtherSessions', {
  input: z.object({}),
  answer: z.object({ ended: z.int() }),
  refusals: {},
})
