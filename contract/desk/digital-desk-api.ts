import { z } from 'zod'

import { CODE_STATES } from '#contract/desk/code-states.ts'
import { deskEndpoint } from '#contract/desk/desk-endpoint.ts'
import { giftCode } from '#contract/desk/gift-api.ts'
import { listAnswer, listInput, several } from '#contract/desk/list-input.ts'

const at = z.iso.datetime()

const DigitalShelf = z.object({
  sku: z.string(),
  gift: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  free: z.int(),
  /** Pieces that holders wait for. */
  waiting: z.int(),
  /** In four weeks. */
  sold: z.int(),
  /** At that pace; null where nobody buys any. */
  days_left: z.int().nullable(),
  state: z.enum(CODE_STATES),
})

export const digitalShelves = deskEndpoint('digitalShelves', {
  summary: 'Codes of digital gifts: how many are left and for how long, at risk first',
  input: z.object({
    ...listInput(['risk', 'name', 'free', 'sold', 'waiting']),
    ids: several(/^[a-z0-9][a-z0-9-]{0,79}$/).optional(),
    state: several(/^(waiting|out|at-risk|low|fine)$/).optional(),
  }),
  answer: listAnswer(DigitalShelf),
  refusals: {},
})

export const digitalShelf = deskEndpoint('digitalShelf', {
  summary:
    'Codes of one article: what was brought, and who waits; the codes themselves are told to nobody',
  input: z.object({ sku: giftCode }),
  answer: z.object({
    shelf: DigitalShelf,
    /** Newest first, the last fifty. */
    imports: z.array(
      z.object({
        id: z.string(),
        at,
        by: z.string(),
        added: z.int(),
        refused: z.int(),
        /** Of them nobody has. */
        free: z.int(),
        taken_back: z.object({ at, codes: z.int() }).nullable(),
      }),
    ),
    /** Orders of one's channels that wait, whoever has waited longest first. */
    orders: z.array(z.object({ order: z.string(), pieces: z.int(), since: at })),
  }),
  refusals: {},
})

export const bringCodes = deskEndpoint('bringCodes', {
  summary:
    'New codes of an article, a line each, a PIN beside it where there is one; known ones are refused',
  input: z.object({ sku: giftCode, text: z.string().min(1).max(100_000) }),
  answer: z.object({
    added: z.int(),
    /** Were here before, or stood twice in the text. */
    refused: z.int(),
    /** Lines that hold no code. */
    wrong: z.array(z.int()),
  }),
  refusals: { 'no-codes': 409 },
})

export const takeCodesBack = deskEndpoint('takeCodesBack', {
  summary:
    'Takes back what nobody has yet of codes that were brought: they open nothing here any more',
  input: z.object({
    sku: giftCode,
    import: z.string().regex(/^\d{1,18}$/),
    reason: z.string().trim().min(1).max(500),
  }),
  answer: z.object({ taken: z.int() }),
  refusals: { 'changed-since': 409 },
})
