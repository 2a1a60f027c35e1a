import { z } from 'zod'

import { Problem } from '#contract/cart.shop.ts'
import { Conflict } from '#contract/content/release-change.ts'
import { Challenge } from '#contract/sessions/login-challenge.ts'

/** What every 4xx and 5xx carries. */
export const ErrorAnswer = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    Message: z.string(),
    field: z.string().optional(),
  }),
  problems: z.array(Problem).optional(),
  /** Beside `too-many-attempts`: the same call is looked at with the proof of this work. */
  challenge: Challenge.describe(
    'Beside too-many-attempts: find a nonce such that SHA-256 of the text salt.tried.nonce begins with `difficulty` zero bits, and call again with proof: { salt, nonce }. `tried` is what the call tries: encrypted_code where it has one, at a sign-in the email in small letters without spaces around it, elsewhere the password',
  ).optional(),
  conflicts: z
    .array(Conflict)
    .describe(
      'Beside changed-since in the back office: what someone else wrote since, and what this would write',
    )
    .optional(),
  changes: z
    .array(z.object({ what: z.string(), before: z.string(), after: z.string() }))
    .describe(
      'Beside changed-since in the back office: how it stood when it was shown, and how it stands',
    )
    .optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
