import { z } from 'zod'

import { Problem } from '#contract/cart.shop.ts'
import { Conflict } from '#contract/content/release-change.ts'
import { Challenge } from '#contract/sessions/login-challenge.ts'

/** The body of every response with a status of 4xx or 5xx. */
export const ErrorAnswer = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    Message: z.string(),
    field: z.string().optional(),
  }),
  problems: z.array(Problem).optional(),
  /** With `too-many-attempts`: the call is accepted with a solution of this challenge. */
  challenge: Challenge.describe(
    'With too-many-attempts: find a nonce such that the SHA-256 of the text salt.tried.nonce begins with `difficulty` zero bits. Then call again with proof: { salt, nonce }. `tried` is the value that is checked: the encrypted_code if there is one, the trimmed email in lower case at a sign-in, otherwise the password',
  ).optional(),
  conflicts: z
    .array(Conflict)
    .describe(
      'With changed-since in the back office: the value that someone else has saved since, and the value of this call',
    )
    .optional(),
  changes: z
    .array(z.object({ what: z.string(), before: z.string(), after: z.string() }))
    .describe(
      'With changed-since in the back office: the value when it was shown, and the current value',
    )
    .optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
