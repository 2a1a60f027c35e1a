import { z } from 'zod'

import { Problem } from '#contract/cart-api.ts'

/** What every 4xx and 5xx carries. */
export const ErrorAnswer = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    Message: z.string(),
    field: z.string().optional(),
  }),
  problems: z.array(Problem).optional(),
})
export type ErrorAnswer = z.infer<typeof ErrorAnswer>
