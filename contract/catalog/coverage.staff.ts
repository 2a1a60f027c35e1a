import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { giftCode } from '#contract/catalog/gifts.staff.ts'
import { allLanguages } from '#domain/language.ts'

const channel = z.string().regex(/^\d{1,10}$/)
const language = z.enum(allLanguages)

/** The balances in points for which gifts are counted. Card payments are not included. */
export const REACHES = [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24] as const

export const coverage = staffEndpoint('coverage', {
  summary: 'Count the visible gifts by points and category in one channel and language',
  input: z.object({
    channel,
    language,
    /** Only gifts that are available now. */
    in_stock: z.enum(['yes', 'no']).default('yes'),
  }),
  answer: z.object({
    points: z.array(z.int()),
    rows: z.array(
      z.object({
        category: z.object({ id: z.string(), name: z.string() }),
        reach: z.array(z.int()),
        /** Gifts of the reader's other channels within these points that this channel does not offer. */
        elsewhere: z.array(z.int()),
      }),
    ),
    all: z.array(z.int()),
    /** Per column, the percentage of open balances from its points up to the next column. */
    balances: z.array(z.int()),
  }),
  refusals: {},
})

export const WHY_HIDDEN = [
  'retired',
  'never-offered',
  'not-on-sale',
  'sold-out',
  'above-balance',
  'no-name',
  'other-language',
  'no-tag',
] as const

export const hiddenReasons = staffEndpoint('hiddenReasons', {
  summary: 'List every reason why a gift is not shown',
  description: 'For one channel, one language and the points of a voucher.',
  input: z.object({
    id: giftCode,
    channel,
    language,
    points: z.coerce.number().int().min(0).max(1_000_000).optional(),
  }),
  answer: z.object({
    /** The gift's name in the reader's language. */
    name: z.string(),
    shown: z.boolean(),
    reasons: z.array(
      z.object({
        why: z.enum(WHY_HIDDEN),
        /** false: the gift is shown, but incompletely. */
        hides: z.boolean(),
        /** The variant, the fallback language, or the points. */
        detail: z.string(),
        /** The section in which it is resolved. */
        resolve: z.enum(['variants', 'offers', 'stock', 'texts', 'facts']),
      }),
    ),
  }),
  refusals: {},
})
