import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'

export const confirmReturn = staffEndpoint('confirmReturn', {
  summary: 'Confirm that the gifts of a withdrawal have been returned',
  description: 'The refund stated in the confirmation of receipt is booked at once.',
  input: z.object({
    number: z.string().regex(/^\d{1,18}-W\d{1,6}$/),
    /** Sold again, or written off. */
    goods: z.enum(['shelf', 'written-off']),
    note: z.string().trim().max(500).default(''),
  }),
  answer: z.object({
    /** null if staff must check first. A task exists then. */
    credit: z.string().nullable(),
  }),
  refusals: { 'done-already': 409, 'not-sent': 409, 'order-cancelled': 409 },
})
