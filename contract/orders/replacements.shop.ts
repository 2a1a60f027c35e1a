import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'
import { CHOICE_OUTCOMES, CHOICE_TOKEN, UNAVAILABLE_CAUSES } from '#domain/orders/replacement.ts'

export const choiceToken = z.string().regex(CHOICE_TOKEN)

const Gift = z.object({
  spli_id: z.string(),
  name: z.string(),
  variant: z.string(),
  brand: z.string(),
  media: z.string(),
  points: z.int(),
  /** Where the name is in another language than was asked for. */
  lang: z.string().optional(),
  delivery_condition: z.enum(['digital', 'monta', 'dropship']),
})
export type GiftInstead = z.infer<typeof Gift>

const Choice = z.object({
  order_number: z.string(),
  time_zone: z.string(),
  cause: z.enum(UNAVAILABLE_CAUSES),
  quantity: z.int(),
  /** What fell away. */
  gift: Gift.omit({ delivery_condition: true, spli_id: true }),
  until: z.iso.datetime(),
  /** null: it is open. */
  outcome: z.enum(CHOICE_OUTCOMES).nullable(),
  /** What was chosen in its place. */
  chosen: z.string().nullable(),
  /** What goes back if nothing else is chosen, or went back. */
  points_back: z.int(),
  cents_back: z.int(),
  /** Gifts for the same points that can go to the same place, the nearest ones first. */
  gifts: z.array(Gift),
})
export type Choice = z.infer<typeof Choice>

/** POST although it only reads: the token must not appear in an address. */
export const choice = endpoint('choice', {
  summary: 'A gift that fell away after it was ordered, and what may come in its place',
  input: z.object({ token: choiceToken, language: z.string().max(20).optional() }),
  answer: answerOf(Choice),
  refusals: { 'no-such-choice': 404 },
})

export const choose = endpoint('choose', {
  summary: 'Another gift for the same points, or (null) the points back; once',
  input: z.object({
    token: choiceToken,
    language: z.string().max(20).optional(),
    spli_id: z.string().max(120).nullable(),
  }),
  answer: answerOf(Choice),
  refusals: { 'no-such-choice': 404, 'choice-over': 409, 'no-such-gift': 404, 'sold-out': 409 },
})
