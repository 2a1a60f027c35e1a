import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { giftCode } from '#contract/catalog/gifts.staff.ts'
import { allLanguages } from '#domain/language.ts'

/** The attributes of gifts. A tag belongs to a group, a value to a dimension. */
export const ATTRIBUTE_KINDS = ['brand', 'group', 'tag', 'dimension', 'value'] as const
export const AttributeKind = z.enum(ATTRIBUTE_KINDS)
export type AttributeKind = z.output<typeof AttributeKind>

/** The id of a value starts with its dimension: 'colour/red'. */
const attributeId = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,79}(\/[a-z0-9][a-z0-9-]{0,79})?$/,
    'is not a code: lowercase letters, digits and hyphens',
  )
const optionalText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text), 'must be on one line')
    .transform((text) => text.normalize('NFC').trim())
const name = optionalText(200).refine((text) => text !== '', 'is empty')
/** Dutch is required, because all languages fall back to it. */
const Texts = z
  .partialRecord(z.enum(allLanguages), optionalText(200))
  .transform((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')))
  .refine((texts) => texts['nl'] !== undefined, { path: ['nl'], message: 'is empty' })
const hexcode = z
  .string()
  .regex(/^(#[0-9a-fA-F]{6})?$/, "is not a colour: '#' and six digits")
  .transform((colour) => colour.toLowerCase())
const mail = z
  .string()
  .max(254)
  .regex(/^([^\s@]+@[^\s@]+)?$/, 'is not an email address')

export const Attribute = z.object({
  kind: AttributeKind,
  id: z.string(),
  /** The group or dimension of a tag or value. */
  parent: z.string().nullable(),
  /** The name in the reader's language. */
  name: z.string(),
  /** By language; a brand has one name in all of them. */
  texts: z.record(z.string(), z.string()),
  hexcode: z.string().nullable(),
  supplier_email: z.string(),
  retired: z.boolean(),
  version: z.int(),
  /** Gifts with this attribute that the reader can see. */
  gifts: z.int(),
  /** Items of menus and tiles of the home page. */
  places: z.int(),
  /** No channel outside the reader's channels uses it. */
  yours: z.boolean(),
})
export type Attribute = z.output<typeof Attribute>

const AttributeList = z.object({
  items: z.array(Attribute),
  /** Staff who may change shared attributes. */
  keepers: z.array(z.string()),
})

export const attributes = staffEndpoint('attributes', {
  summary: 'List brands, tags by group or dimensions with their values, and how often each is used',
  input: z.object({ kind: z.enum(['brand', 'tag', 'dimension']) }),
  answer: AttributeList,
  refusals: {},
})

const Fields = {
  name: name.optional(),
  texts: Texts.optional(),
  hexcode: hexcode.optional(),
  supplier_email: mail.optional(),
}
const SavedAttribute = z.object({
  /** The change's id, for undo. */
  change: z.string(),
  word: Attribute,
})

export const createAttribute = staffEndpoint('createAttribute', {
  summary: 'Create a brand, group, tag, dimension or value',
  description: 'The attribute is added at the end of its list.',
  input: z.object({ kind: AttributeKind, id: giftCode, parent: giftCode.optional(), ...Fields }),
  answer: SavedAttribute,
  refusals: { 'code-taken': 409, 'unknown-name': 409 },
})

export const changeAttribute = staffEndpoint('changeAttribute', {
  summary: 'Rename, move, retire or restore an attribute',
  description: 'Send the version that you read. A tag or value can move to another group.',
  input: z.object({
    kind: AttributeKind,
    id: attributeId,
    version: z.int(),
    ...Fields,
    /** Of a tag: the group that it moves to. */
    parent: giftCode.optional(),
    retired: z.boolean().optional(),
  }),
  answer: SavedAttribute,
  refusals: {
    'changed-since': 409,
    'unknown-name': 409,
    'shared-word': 403,
    'nothing-to-do': 409,
  },
})

export const reorderAttributes = staffEndpoint('reorderAttributes', {
  summary: 'Set the order of the groups, the tags in a group or the values in a dimension',
  input: z.object({
    kind: z.enum(['group', 'tag', 'value']),
    parent: giftCode.optional(),
    /** The order that the user saw. Another order is refused. */
    before: z.array(attributeId).min(1).max(5000),
    after: z.array(attributeId).min(1).max(5000),
  }),
  answer: z.object({ change: z.string() }),
  refusals: { 'changed-since': 409, 'shared-word': 403, 'nothing-to-do': 409 },
})

const Place = z.object({
  channel: z.string(),
  kind: z.enum(['navigation', 'tile']),
  id: z.string(),
  name: z.string(),
})

export const attributeUses = staffEndpoint('attributeUses', {
  summary: 'List the gifts, menus, tiles and draft releases that use an attribute',
  input: z.object({ kind: AttributeKind, id: attributeId }),
  answer: z.object({
    gifts: z.int(),
    /** Variants with this attribute that an order contains. */
    sold: z.int(),
    /** Children: tags of a group, values of a dimension. */
    inside: z.int(),
    places: z.array(Place),
    /** Unpublished changes that use it. */
    drafts: z.array(z.object({ id: z.string(), name: z.string(), scheduled: z.boolean() })),
  }),
  refusals: {},
})

export const mergeAttributes = staffEndpoint('mergeAttributes', {
  summary: 'Merge one attribute into another',
  description: 'All uses move to the attribute that stays. Can be undone for seven days.',
  input: z.object({
    kind: AttributeKind,
    id: attributeId,
    into: attributeId,
    /** The number of gifts shown. With another number the call is refused. */
    gifts: z.int().min(0),
    reason: z.string().trim().max(500).default(''),
  }),
  answer: z.object({
    change: z.string(),
    gifts: z.int(),
    places: z.int(),
    /** The published release with the changes of menus and tiles. */
    release: z.string().nullable(),
  }),
  refusals: {
    'changed-since': 409,
    'shared-word': 403,
    /** Menus or tiles contain it, and the user may not publish these. */
    'in-menus': 403,
    /** A scheduled release refers to it. */
    'in-schedule': 409,
    /** Two variants of a gift would have the same values. */
    'same-values': 409,
    'unknown-name': 409,
  },
})

export const removeAttribute = staffEndpoint('removeAttribute', {
  summary: 'Delete an attribute that nothing uses',
  description: 'An attribute that is in use can be retired or merged instead.',
  input: z.object({ kind: AttributeKind, id: attributeId, version: z.coerce.number().int() }),
  answer: z.object({ change: z.string() }),
  refusals: { 'changed-since': 409, 'in-use': 409, 'shared-word': 403, 'in-schedule': 409 },
})
