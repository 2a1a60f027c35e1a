import { z } from 'zod'

import { CODE_STATES } from '#contract/fulfilment/digital-code-states.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { giftCode } from '#contract/catalog/gifts.staff.ts'
import { AFTER_SPACE, WRONG_CODES } from '#domain/fulfilment/digital-codes.ts'
import { filterInput, listAnswer, listInput, commaSeparated } from '#contract/shared/list-input.ts'

const at = z.iso.datetime()

const DigitalStock = z.object({
  sku: z.string(),
  gift: z.string(),
  name: z.string(),
  /** Its options, in the reader's language; empty for a gift without variants. */
  variant: z.string(),
  picture: z.string().nullable(),
  /** Codes that can be issued, without the held ones. */
  free: z.int(),
  /** Codes similar to existing codes. They are not issued until staff confirm that they are different. */
  held: z.int(),
  /** Units that holders wait for. */
  waiting: z.int(),
  /** Units ordered in the last four weeks. */
  sold: z.int(),
  /** At the current sales rate; null without sales. */
  days_left: z.int().nullable(),
  state: z.enum(CODE_STATES),
})

export const digitalStocks = staffEndpoint('digitalStocks', {
  summary: 'List digital gifts with the number of codes left and how long they will last',
  description: 'Gifts that run out first come first.',
  input: z.object({
    ...listInput(['risk', 'name', 'free', 'sold', 'waiting']),
    ids: commaSeparated(/^[a-z0-9][a-z0-9-]{0,79}$/).optional(),
    ...filterInput('digitalStocks'),
  }),
  answer: listAnswer(DigitalStock),
  refusals: {},
})

export const digitalStock = staffEndpoint('digitalStock', {
  summary: 'Get the code uploads of a digital gift and the orders that wait for codes',
  description: 'The codes themselves are never returned.',
  input: z.object({ sku: giftCode }),
  answer: z.object({
    shelf: DigitalStock,
    /** Newest first, the last fifty. */
    imports: z.array(
      z.object({
        id: z.string(),
        at,
        by: z.string(),
        added: z.int(),
        refused: z.int(),
        /** Codes not issued, including held ones. */
        free: z.int(),
        undone: z.object({ at, codes: z.int() }).nullable(),
      }),
    ),
    /** Held codes, at most 100: arrival time and last characters. */
    alike: z.array(z.object({ id: z.string(), code: z.string(), at })),
    /** Waiting orders in the reader's channels, longest waiting first. */
    orders: z.array(z.object({ order: z.string(), pieces: z.int(), since: at })),
  }),
  refusals: {},
})

/** A line number of the text, and the last characters of the code on it. */
const MaskedCode = z.object({ line: z.int(), code: z.string() })

export const uploadDigitalCodes = staffEndpoint('uploadDigitalCodes', {
  summary: 'Upload codes of a digital gift',
  description:
    'One code on each line, with its PIN beside it if there is one. Known codes are refused. 409 ambiguous-codes if lines of one column contain a space: send `after_space` to say whether the second part belongs to the code or is the PIN.',
  input: z.object({
    sku: giftCode,
    text: z.string().min(1).max(100_000),
    after_space: z.enum(AFTER_SPACE).optional(),
  }),
  answer: z.object({
    added: z.int(),
    /** Already stored, or duplicate in the text. */
    refused: z.int(),
    /** The refused codes, at most 100. `of`: the line with the same code, null if the code was already stored. */
    known: z.array(
      MaskedCode.extend({
        of: z.int().nullable(),
        /** The PIN differs from the stored PIN. */
        other_pin: z.boolean(),
      }),
    ),
    /**
     * Accepted but held: these differ from a stored code or an earlier line only in case, spaces or hyphens. At most
     * 100.
     */
    alike: z.array(MaskedCode),
    /** Lines without a valid code, and the reason. At most 100. If no line is valid, nothing is stored. */
    wrong: z.array(z.object({ line: z.int(), why: z.enum(WRONG_CODES) })),
  }),
  refusals: { 'no-codes': 409, 'ambiguous-codes': 409 },
})

export const resolveSimilarCodes = staffEndpoint('resolveSimilarCodes', {
  summary: 'Decide whether codes that look alike are separate codes',
  description: 'Confirmed codes are handed out. The others are deleted.',
  input: z.object({
    sku: giftCode,
    codes: z
      .array(z.string().regex(/^\d{1,18}$/))
      .min(1)
      .max(100),
    /** true: they are separate codes, which can be issued from now on. false: they are deleted. */
    own: z.boolean(),
  }),
  answer: z.object({ settled: z.int() }),
  refusals: { 'changed-since': 409 },
})

export const withdrawDigitalCodes = staffEndpoint('withdrawDigitalCodes', {
  summary: 'Withdraw uploaded codes that nobody has received',
  input: z.object({
    sku: giftCode,
    import: z.string().regex(/^\d{1,18}$/),
    reason: z.string().trim().min(1).max(500),
  }),
  answer: z.object({ taken: z.int() }),
  refusals: { 'changed-since': 409 },
})
