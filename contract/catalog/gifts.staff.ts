import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput, commaSeparated } from '#contract/shared/list-input.ts'
import { allLanguages } from '#domain/language.ts'
import {
  eachGiftFact,
  GIFT_FACTS,
  type GiftFact,
  giftFact,
  type GiftFactValue,
} from '#domain/catalog/gift-facts.ts'
import { eachGiftText, GIFT_TEXTS } from '#domain/catalog/gift-texts.ts'

const GIFT_CODE = /^[a-z0-9][a-z0-9-]{0,79}$/
export const giftCode = z
  .string()
  .regex(GIFT_CODE, 'is not a code: lowercase letters, digits and hyphens')
const channel = z.string().regex(/^\d{1,10}$/)
const language = z.enum(allLanguages)

export const DELIVERIES = GIFT_FACTS.delivery.values
export const points = z.int().min(0).max(100_000)
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text), 'contains a control character')
    .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
    .transform((text) => (text === '' ? null : text))

/** Filters of the gift list. Bulk actions on all matching gifts use them too. */
export const GiftFilters = z.object({
  search: z.string().trim().max(200).optional(),
  ...filterInput('gifts'),
})
export type GiftFilters = z.output<typeof GiftFilters>

const Named = z.object({ id: z.string(), name: z.string() })

export const GiftItem = z.object({
  id: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  brand: Named,
  delivery: z.enum(DELIVERIES),
  /** Per requested channel that ever offered it: the lowest (`points`) and highest (`most`) points of its variants. */
  offers: z.array(
    z.object({
      channel: z.string(),
      points: points,
      most: points,
      active: z.boolean(),
      /** For a gift with a single variant: its code and version, so that points can be edited in the list. */
      sku: z.string().nullable(),
      version: z.int().nullable(),
    }),
  ),
  /** null: unlimited. */
  in_stock: z.int().nullable(),
  /** Days until it is sold out at the rate of the last four weeks; null if it does not sell or is unlimited. */
  days_left: z.int().nullable(),
  languages: z.array(language),
  active: z.boolean(),
  retired: z.boolean(),
})

export const gifts = staffEndpoint('gifts', {
  summary: 'List gifts with their points by channel, stock and languages',
  input: z.object({
    ...listInput(['name', 'brand', 'stock', 'days_left', 'changed']),
    ...GiftFilters.shape,
    ids: commaSeparated(GIFT_CODE).optional(),
    /** Channels whose points are returned. Default: the first of the reader's channels. */
    channels: commaSeparated(/^\d{1,10}$/)
      .refine((all) => all.length <= 12, 'contains more than 12 entries')
      .optional(),
    as: z.enum(['json', 'csv', 'xlsx']).default('json'),
  }),
  answer: listAnswer(GiftItem).extend({
    /** The channels of the points in the rows. */
    channels: z.array(z.string()),
  }),
  refusals: {},
})

const StockLevel = z.object({ on_hand: z.int(), reserved: z.int() }).nullable()

const StaffArticle = z.object({
  sku: z.string(),
  values: z.array(z.string()).length(2),
  pictures: z.array(z.string()),
  retired: z.boolean(),
  /** An order contains the variant: it can be retired but never removed. */
  sold: z.boolean(),
  shelf: StockLevel,
})

const StaffOffer = z.object({
  channel: z.string(),
  sku: z.string(),
  points,
  active: z.boolean(),
  version: z.int(),
})

export const factSchema = <Name extends GiftFact>(name: Name) => {
  const fact = giftFact(name)
  const schema = fact.kind === 'flag' ? z.boolean() : z.enum(fact.values)
  return schema as unknown as z.ZodType<GiftFactValue<Name>, GiftFactValue<Name>>
}
const factSchemas = eachGiftFact<z.ZodType>(factSchema) as {
  [Name in GiftFact]: ReturnType<typeof factSchema<Name>>
}

const StaffGiftText = z.object({
  channel: z.string(),
  language,
  version: z.int(),
  ...eachGiftText(() => z.string().nullable()),
})

const isLine = (text: string) => !/\p{Cc}/u.test(text)

const OtherGift = Named.extend({ picture: z.string().nullable() })

/** By file, then by language. */
const PictureAlts = z.record(
  z.string().max(200),
  z.partialRecord(language, z.string().trim().max(1000).refine(isLine, 'must be on one line')),
)

export const GiftAnswer = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  owner_channel: z.string(),
  brand: Named,
  ...factSchemas,
  dimensions: z.array(z.string()),
  pictures: z.array(z.string()),
  /** Alt texts for this gift, by file and language. Missing texts fall back to the image library. */
  picture_alts: PictureAlts,
  tags: z.array(Named),
  /** Menu items of the reader's channels that show the gift, because they have one of its tags. */
  categories: z.array(Named),
  cross_selling: z.array(OtherGift),
  articles: z.array(StaffArticle),
  /** Shared texts and texts of the reader's channels. */
  texts: z.array(StaffGiftText),
  offers: z.array(StaffOffer),
  /** Whether the reader may change shared fields: not if channels of other users sell the gift too. */
  shared_is_yours: z.boolean(),
  /** If not: staff who may. */
  keepers: z.array(z.string()),
})

export const gift = staffEndpoint('gift', {
  summary: 'Get a gift with its shared fields, texts and offers',
  input: z.object({ id: giftCode }),
  answer: GiftAnswer,
  refusals: {},
})

const giftCodes = z.array(giftCode).max(200)

export const changeGift = staffEndpoint('changeGift', {
  summary: 'Change the fields of a gift that all channels share',
  description: 'Send the version that you read.',
  input: z.object({
    id: giftCode,
    version: z.int(),
    brand: giftCode.optional(),
    ...z.object(factSchemas).partial().shape,
    pictures: z.array(z.string().max(200)).max(40).optional(),
    picture_alts: PictureAlts.optional(),
    tags: giftCodes.optional(),
    cross_selling: giftCodes.optional(),
  }),
  answer: GiftAnswer,
  refusals: { 'changed-since': 409, 'shared-gift': 403, 'unknown-name': 409 },
})

export const changeGiftText = staffEndpoint('changeGiftText', {
  summary: 'Change the texts of a gift in one language of one channel',
  input: z.object({
    id: giftCode,
    channel,
    language,
    /** 0 if there was none. */
    version: z.int().min(0),
    ...eachGiftText((name) => text(GIFT_TEXTS[name].most).optional()),
  }),
  answer: GiftAnswer,
  refusals: { 'changed-since': 409, 'shared-gift': 403 },
})

export const changeOffers = staffEndpoint('changeOffers', {
  summary: 'Change points and availability of articles by channel',
  description: 'If one of them has changed since you read it, nothing is saved.',
  input: z.object({
    id: giftCode,
    offers: z
      .array(
        z.object({
          channel,
          sku: giftCode,
          /** 0 if it was never offered. */
          version: z.int().min(0),
          points: points.optional(),
          active: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(5000),
  }),
  answer: GiftAnswer,
  refusals: { 'changed-since': 409, 'needs-points': 409 },
})

export const changeArticles = staffEndpoint('changeArticles', {
  summary: 'Add, change, reorder or retire the variants of a gift',
  input: z.object({
    id: giftCode,
    version: z.int(),
    dimensions: z.array(giftCode).max(2),
    articles: z
      .array(
        z.object({
          sku: giftCode,
          values: z.array(z.string().max(80)).length(2),
          pictures: z.array(z.string().max(200)).max(20).optional(),
          retired: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(400),
  }),
  answer: GiftAnswer,
  refusals: {
    'changed-since': 409,
    'shared-gift': 403,
    'unknown-name': 409,
    'same-values': 409,
    'code-taken': 409,
  },
})

export const createGift = staffEndpoint('createGift', {
  summary: 'Create a gift with its code, brand, delivery and name',
  description: 'It is offered in no channel yet.',
  input: z.object({
    id: giftCode,
    brand: giftCode,
    delivery: z.enum(DELIVERIES),
    language,
    name: z.string().trim().min(1).max(200),
    /** The owner channel; without one, all channels share it. */
    channel: channel.optional(),
  }),
  answer: GiftAnswer,
  refusals: { 'code-taken': 409, 'unknown-name': 409 },
})

const ChangedField = z.object({
  field: z.string(),
  id: z.string(),
  channel: z.string(),
  language: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

export const giftHistory = staffEndpoint('giftHistory', {
  summary: 'List the changes of a gift, newest first',
  description: 'Who, when and the earlier values.',
  input: z.object({ id: giftCode, before: z.coerce.number().int().min(1).optional() }),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['gift', 'bulk', 'merge', 'undo', 'import']),
        at: z.iso.datetime(),
        by: z.string().nullable(),
        reason: z.string(),
        undone: z.boolean(),
        /** The end of the undo window; null if undo is not possible. */
        undo_until: z.iso.datetime().nullable(),
        fields: z.array(ChangedField),
      }),
    ),
  }),
  refusals: {},
})

/** Retired attributes stay on their gifts, but cannot be assigned again. */
const AttributeChoice = Named.extend({ retired: z.boolean() })

/** All choices in one response, because there are few. */
export const attributeNames = staffEndpoint('attributeNames', {
  summary: 'List the names of brands, tags, dimensions and menu items',
  input: z.object({}),
  answer: z.object({
    brands: z.array(AttributeChoice),
    groups: z.array(Named.extend({ tags: z.array(AttributeChoice) })),
    dimensions: z.array(
      AttributeChoice.extend({
        values: z.array(AttributeChoice.extend({ hexcode: z.string().nullable() })),
      }),
    ),
    categories: z.array(Named.extend({ parent: z.string().nullable() })),
  }),
  refusals: {},
})
