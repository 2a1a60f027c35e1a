import { z } from 'zod'

import { giftCode } from '#contract/catalog/gifts.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'

const day = z.iso.date()

export const giftSales = staffEndpoint('giftSales', {
  summary:
    'Get the units of a gift ordered in each recent week, and the stock at the end of each week',
  input: z.object({
    id: giftCode,
    weeks: z.coerce.number().int().min(1).max(52).default(12),
  }),
  answer: z.object({
    /** Seven days each, the oldest first. The last week ends today. */
    weeks: z.array(
      z.object({
        from: day,
        to: day,
        /** Units ordered, including orders cancelled later: the rows of `gifts`. */
        sold: z.int(),
        /** The stock of all variants together; null without a stock level or before the first count. */
        stock: z.int().nullable(),
      }),
    ),
  }),
  refusals: {},
})
