import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { WITHDRAWAL_STATES } from '#domain/refunds/withdrawal.ts'

const at = z.iso.datetime()

export const withdrawals = staffEndpoint('withdrawals', {
  summary: 'List withdrawals: open ones first, by their legal deadline',
  description:
    'Search by order number, email address, surname or the last three characters of a code.',
  input: z.object({ ...listInput(['due', 'withdrawn_at']), ...filterInput('withdrawals') }),
  answer: listAnswer(
    z.object({
      number: z.string(),
      order: z.string(),
      channel: z.string(),
      /** Masked without permission for personal data. */
      recipient: z.string(),
      /** The withdrawn gifts with their numbers of units. */
      gifts: z.string(),
      /** The image of the first gift. */
      picture: z.string(),
      state: z.enum(WITHDRAWAL_STATES),
      withdrawn_at: at,
      /** When staff confirmed the return. */
      returned_at: at.nullable(),
      points_to_credit: z.int(),
      cents_to_credit: z.int(),
      /** The last day for the refund. */
      due_day: z.iso.date(),
      /** Days since then, while it is open; negative before. null: refunded. */
      overdue_days: z.int().nullable(),
    }),
  ),
  refusals: {},
})

export const confirmReturn = staffEndpoint('confirmReturn', {
  summary: 'Confirm that the gifts of a withdrawal have been returned',
  description: 'The refund stated in the confirmation of receipt is booked at once.',
  input: z.object({
    number: z.string().regex(/^\d{1,18}-W\d{1,6}$/),
    /** Whether the gifts can be sold again or are written off. */
    goods: z.enum(['shelf', 'written-off']),
    note: z.string().trim().max(500).default(''),
  }),
  answer: z.object({
    /** null if the refund was not possible. Then a task was created. */
    credit: z.string().nullable(),
  }),
  refusals: { 'done-already': 409, 'not-sent': 409, 'order-cancelled': 409 },
})
