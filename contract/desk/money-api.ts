import { z } from 'zod'

import { deskEndpoint } from '#contract/desk/desk-endpoint.ts'

const channel = z
  .string()
  .regex(/^\d{1,10}$/)
  .optional()

export const moneyOfDay = deskEndpoint('moneyOfDay', {
  summary:
    'A day by provider and channel: payments, what became of them, what went back, and its VAT',
  input: z.object({ day: z.iso.date(), channel }),
  answer: z.object({
    items: z.array(
      z.object({
        provider: z.string(),
        channel: z.string(),
        paid: z.int(),
        orders: z.int(),
        stray: z.int(),
        refunded: z.int(),
        charged_back: z.int(),
        /** Of what came and what the books know of it: nothing, or somebody has to look. */
        difference: z.int(),
      }),
    ),
    differing: z.array(
      z.object({
        channel: z.string(),
        payment: z.uuid().nullable(),
        order: z.string().nullable(),
        paid: z.int().nullable(),
        ordered: z.int().nullable(),
      }),
    ),
    vat: z.array(
      z.object({
        channel: z.string(),
        country: z.string(),
        bp: z.int(),
        cents: z.int(),
        vat_cents: z.int(),
        cents_back: z.int(),
        vat_back: z.int(),
      }),
    ),
  }),
  refusals: {},
})
