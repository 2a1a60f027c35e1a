import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { factSchema, giftCode, GiftFilters, text } from '#contract/catalog/gifts.staff.ts'
import { filterInput, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { BULK_ROWS } from '#domain/catalog/bulk-rows.ts'
import { BULK_FACTS, type BulkFact } from '#domain/catalog/gift-facts.ts'
import { allLanguages } from '#domain/language.ts'

const id = z.string().regex(/^\d{1,15}$/)
const channels = z
  .array(z.string().regex(/^\d{1,10}$/))
  .min(1)
  .max(10_000)

type FactAction = {
  [Name in BulkFact]: z.ZodObject<{
    field: z.ZodLiteral<Name>
    value: ReturnType<typeof factSchema<Name>>
  }>
}[BulkFact]
const factActions = BULK_FACTS.map((name) =>
  z.object({ field: z.literal(name), value: factSchema(name) }),
) as FactAction[]

export const BulkAction = z.discriminatedUnion('field', [
  z
    .object({
      field: z.literal('points'),
      how: z.enum(['set', 'add', 'percent']),
      /** Points to set or to add (negative: to subtract), or hundredths of the current points. */
      value: z.int().min(-100_000).max(100_000),
      channels,
    })
    .refine(({ how, value }) => how !== 'percent' || value >= 1, {
      path: ['value'],
      message: 'must be at least 1 hundredth of the current points',
    }),
  z.object({ field: z.literal('active'), value: z.boolean(), channels }),
  z.object({
    field: z.literal('tags'),
    how: z.enum(['add', 'remove']),
    value: z.array(giftCode).min(1).max(20),
  }),
  /** Moves gifts into this menu item: adds its tags and removes the tags of the previous item. */
  z.object({
    field: z.literal('category'),
    value: giftCode,
    from: giftCode.nullable().default(null),
  }),
  ...factActions,
  z.object({
    field: z.literal('delivery_info'),
    value: text(500),
    language: z.enum(allLanguages),
    channel: z.string().regex(/^\d{1,10}$/),
  }),
])
export type BulkAction = z.output<typeof BulkAction>

const selection = {
  /** Selected rows. */
  ids: z.array(giftCode).min(1).max(5000).optional(),
  /** All gifts that match these filters. */
  found: GiftFilters.extend({ sort: z.string().max(40).optional() }).optional(),
  /** The number of gifts shown. With another number the change is refused. */
  count: z.int().min(1),
  action: BulkAction,
}

/** The number of rows in `first`. */
const shown = z.coerce.number().int().min(1).max(BULK_ROWS.most).default(BULK_ROWS.first)

const ChangedField = z.object({
  gift: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  id: z.string(),
  /** The options of the variant, such as 'Large, green'; empty for a gift or a variant without options. */
  variant: z.string(),
  channel: z.string(),
  language: z.string(),
  /** A field name of the gift's history. */
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

const SkippedRows = z.object({
  /**
   * Why a row is skipped: already equal, at the minimum, never offered in this channel, shared with other users'
   * channels.
   */
  why: z.enum(['same', 'least', 'not-offered', 'shared']),
  count: z.int(),
})

export const previewBulkChange = staffEndpoint('previewBulkChange', {
  summary: 'Preview a change to many gifts',
  description: 'Returns counts and the first rows before and after the change.',
  input: z.object({ ...selection, shown }),
  answer: z.object({
    gifts: z.int(),
    /** Fields that are written: points in two channels are two. */
    fields: z.int(),
    left_out: z.array(SkippedRows),
    /** Open carts whose total would change. */
    carts: z.int(),
    first: z.array(ChangedField),
    /** Identifies the previewed state. Any later change gives another value. */
    seen: z.string(),
  }),
  refusals: {
    'count-differs': 409,
    'changed-since': 409,
    'unknown-name': 409,
    'unknown-channel': 409,
  },
})

export const createBulkChange = staffEndpoint('createBulkChange', {
  summary: 'Change many gifts as shown in the preview',
  description: 'Can be undone for seven days.',
  input: z.object({
    ...selection,
    seen: z.string().max(64),
    reason: z.string().trim().max(500).default(''),
  }),
  answer: z.object({ id: z.string(), gifts: z.int(), fields: z.int() }),
  refusals: {
    'count-differs': 409,
    'changed-since': 409,
    'unknown-name': 409,
    'retired-word': 409,
    'unknown-channel': 409,
    'nothing-to-do': 409,
  },
})

/** A field that an undo keeps, because someone has changed it since. */
const KeptField = z.object({
  gift: z.string(),
  id: z.string(),
  channel: z.string(),
  language: z.string(),
  field: z.string(),
  /** null: changed by a folder import or a command, not in the back office. */
  by: z.string().nullable(),
})

export const CATALOGUE_CHANGE_KINDS = ['bulk', 'merge', 'word', 'undo', 'import'] as const

const Change = z.object({
  id: z.string(),
  kind: z.enum(['gift', ...CATALOGUE_CHANGE_KINDS]),
  about: z.record(z.string(), z.unknown()),
  reason: z.string(),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  written: z.int(),
  left_alone: z.int(),
  /** Who undid it, and when. */
  undone: z.object({ by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
  undo_until: z.iso.datetime().nullable(),
  /** The release with its changes to menus and tiles. */
  release: z.string().nullable(),
})

export const bulkChanges = staffEndpoint('bulkChanges', {
  summary: 'List catalogue changes, newest first',
  description: 'Bulk changes, imports, changes of attributes, and what was undone.',
  input: z.object({
    ...listInput(['at']),
    ...filterInput('bulkChanges'),
  }),
  answer: listAnswer(Change),
  refusals: {},
})

export const bulkChange = staffEndpoint('bulkChange', {
  summary: 'Get a catalogue change and what an undo would restore',
  description: 'Lists later changes by other people, which an undo would keep.',
  input: z.object({ id, shown }),
  answer: Change.extend({ first: z.array(ChangedField), would_stay: z.array(KeptField) }),
  refusals: {},
})

export const undoBulkChange = staffEndpoint('undoBulkChange', {
  summary: 'Undo a catalogue change',
  description: 'Later changes by other people are kept and listed in the response.',
  input: z.object({ id, reason: z.string().trim().max(500).default('') }),
  answer: z.object({
    id: z.string(),
    put_back: z.int(),
    left_alone: z.int(),
    left: z.array(KeptField),
  }),
  refusals: { 'too-late': 409, 'nothing-to-undo': 409 },
})
