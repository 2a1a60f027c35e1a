import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'
import { orderNumber } from '#contract/orders/orders.shop.ts'

export const digitalGifts = endpoint('digitalGifts', {
  summary: 'Get the codes of the digital gifts of an order',
  description: 'Only available to the voucher holder of the order.',
  input: z.object({ order_number: orderNumber }),
  answer: answerOf(
    z.object({
      /** true: a staff member acts for the holder. Codes and PINs are empty then. */
      hidden: z.boolean(),
      pieces: z.array(
        z.object({
          line: z.int(),
          unit: z.int(),
          shopping_cart_item: z.string(),
          name: z.string(),
          kind: z.enum(['code', 'pdf']),
          /** '' for a document, or if hidden. */
          code: z.string(),
          /** '' if there is none. */
          pin: z.string(),
          handed_at: z.iso.datetime(),
        }),
      ),
    }),
  ),
  refusals: { 'no-such-order': 404 },
})

export const digitalDocument = endpoint('digitalDocument', {
  summary: 'Create the document of a digital gift again',
  input: z.object({
    order_number: orderNumber,
    line: z.string().regex(/^\d{1,4}$/),
    unit: z.string().regex(/^\d{1,4}$/),
  }),
  answer: answerOf(
    z.object({
      file_name: z.string(),
      /** A PDF, in Base64. */
      content: z.string(),
    }),
  ),
  refusals: { 'no-such-order': 404, 'no-such-line': 404 },
})
