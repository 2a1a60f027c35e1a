import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'
import { UNAVAILABLE_CAUSES } from '#domain/orders/replacement.ts'

const number = z.string().regex(/^\d{1,18}$/)

export const offerReplacement = staffEndpoint('offerReplacement', {
  summary: 'Offer a replacement for an unavailable gift of an order',
  description: 'The voucher holder chooses another gift or gets a refund.',
  input: z.object({
    number,
    line: z.int().min(1).max(1000),
    quantity: z.int().min(1).max(MAX_GIFT_QUANTITY),
    /** Units that the user saw on the line. If some became unavailable since, no second offer is made for them. */
    left: z.int(),
    cause: z.enum(UNAVAILABLE_CAUSES),
    note: z.string().trim().max(500).default(''),
  }),
  answer: z.object({ id: z.uuid(), until: z.iso.datetime() }),
  refusals: {
    'no-such-line': 409,
    'not-released': 409,
    'order-cancelled': 409,
    'is-choosing': 409,
    'more-than-left': 409,
    'changed-since': 409,
    'has-arrived': 409,
    /** With this cause only unsent units can be replaced, and too few are left. */
    released: 409,
  },
})

export const cancelReplacement = staffEndpoint('cancelReplacement', {
  summary: 'Cancel a replacement offer',
  description: 'The gift can be sent after all and is sent to fulfilment again.',
  input: z.object({ id: z.uuid(), reason: z.string().trim().min(1).max(500) }),
  answer: z.object({}),
  refusals: { 'choice-over': 409 },
})
