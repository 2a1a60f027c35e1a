import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { StaffAnswer } from '#contract/staff/sign-in.staff.ts'

export const signInMethods = staffEndpoint('signInMethods', {
  summary: 'List the available sign-in methods',
  input: z.object({}),
  answer: z.object({
    /** The name of the company's own sign-in; null if there is none. */
    openid: z.string().nullable(),
  }),
  refusals: {},
})

export const openIdForSignIn = staffEndpoint('openIdForSignIn', {
  summary: 'Get the address of the company sign-in',
  description: 'The company sign-in redirects to /backoffice/openid.',
  input: z.object({
    /** Makes the identity provider ask for credentials again, even for a known user. */
    again: z.literal('1').optional(),
  }),
  answer: z.object({ url: z.url() }),
  refusals: { 'no-openid': 404 },
})

export const signInByOpenId = staffEndpoint('signInByOpenId', {
  summary: 'Sign in with the response of the company sign-in',
  input: z.object({
    /** The query string of the return URL, unchanged. */
    query: z.string().max(8000),
  }),
  answer: StaffAnswer.extend({
    /** Whether the user confirmed their identity in a separate window, which can close now. */
    again: z.boolean(),
  }),
  refusals: { 'no-openid': 404, 'wrong-sign-in': 401, 'weak-sign-in': 403, 'not-a-colleague': 401 },
})
