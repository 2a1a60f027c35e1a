import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'
import {
  REPLACEMENT_OUTCOMES,
  REPLACEMENT_TOKEN,
  UNAVAILABLE_CAUSES,
} from '#domain/orders/replacement.ts'

export const replacementToken = z.string().regex(REPLACEMENT_TOKEN)

const Gift = z.object({
  spli_id: z.string(),
  name: z.string(),
  variant: z.string(),
  brand: z.string(),
  media: z.string(),
  points: z.int(),
  /** The language of the name, if it is not the requested one. */
  lang: z.string().optional(),
  delivery_condition: z.enum(['digital', 'monta', 'dropship']),
})
export type ReplacementGift = z.infer<typeof Gift>

const Choice = z.object({
  order_number: z.string(),
  time_zone: z.string(),
  cause: z.enum(UNAVAILABLE_CAUSES),
  quantity: z.int(),
  /** The gift that became unavailable. */
  gift: Gift.omit({ delivery_condition: true, spli_id: true }),
  until: z.iso.datetime(),
  /** null: the offer is open. */
  outcome: z.enum(REPLACEMENT_OUTCOMES).nullable(),
  /** The name of the gift that was chosen instead. */
  chosen: z.string().nullable(),
  /** The refund if no other gift is chosen. After the choice, the refund that was given. */
  points_back: z.int(),
  cents_back: z.int(),
  /** Gifts for the same points that can be sent to the order's address, the most similar ones first. */
  gifts: z.array(Gift),
})
export type Choice = z.infer<typeof Choice>

/** POST although it only reads, because the token must not appear in a URL. */
export const choice = endpoint('choice', {
  summary: 'Get a replacement offer: the unavailable gift and the gifts that can replace it',
  input: z.object({ token: replacementToken, language: z.string().max(20).optional() }),
  answer: answerOf(Choice),
  refusals: { 'no-such-choice': 404 },
})

export const choose = endpoint('choose', {
  summary: 'Choose a replacement gift for the same points, or a refund of the points',
  description: 'Send null for a refund. Only once.',
  input: z.object({
    token: replacementToken,
    language: z.string().max(20).optional(),
    spli_id: z.string().max(120).nullable(),
  }),
  answer: answerOf(Choice),
  refusals: { 'no-such-choice': 404, 'choice-over': 409, 'no-such-gift': 404, 'sold-out': 409 },
})
