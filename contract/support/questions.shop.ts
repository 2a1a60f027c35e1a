import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf, paragraph, requiredLine } from '#contract/shared/fields.ts'

export const askService = endpoint('askService', {
  summary: 'Send a question to customer service',
  input: z.object({
    contact_email: requiredLine(200).refine(
      (email) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email),
      'is not an email address',
    ),
    subject: requiredLine(200),
    email_body: paragraph(10_000),
    /** The language for the answer; by default the holder's. */
    language: z.string().max(20).optional(),
    /** The place in the shop where it was asked. */
    source: z.enum(['form', 'chat']).default('form'),
  }),
  answer: answerOf(z.object({ service_request: z.string() })),
  refusals: { 'too-many-requests': 429 },
})
