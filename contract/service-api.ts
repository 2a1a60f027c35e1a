import { z } from 'zod'

import { endpoint } from '#contract/endpoint.ts'
import { answerOf, paragraph, requiredLine } from '#contract/fields.ts'

export const askService = endpoint('askService', {
  summary: 'A question to customer service',
  input: z.object({
    contact_email: requiredLine(200).refine(
      (email) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email),
      'is not an e-mail address',
    ),
    subject: requiredLine(200),
    email_body: paragraph(10_000),
  }),
  answer: answerOf(z.object({ service_request: z.string() })),
  refusals: { 'too-many-requests': 429 },
})
