import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf, code, repeatable, success, YesNo } from '#contract/shared/fields.ts'
import { LONGEST_SEARCH } from '#contract/shared/list-query.ts'

/** A whole number in a query; an empty value counts as absent. */
const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z
        .string()
        .regex(/^-?\d{1,9}$/, 'is not a whole number')
        .transform(Number),
      z.int(),
    ])
    .pipe(z.int().min(min).max(max))
    .optional()
    .or(z.literal('').transform(() => undefined))

const yes = z
  .union([YesNo, z.literal(''), z.boolean()])
  .optional()
  .transform((value) => value === 'true' || value === true)

/**
 * Replaces the token: the value of the `x-shared-view` header in a holder's responses. Holders who see the same
 * catalogue share the value, so a cache before the shop can respond.
 */
const view = z.string().max(100).optional()

export const SORTS = [
  'sales_price_for_the_multitude_asc',
  'sales_price_for_the_multitude_desc',
  'name_asc',
  'name_desc',
] as const

export const PAGE_SIZE = 24

export const Breadcrumb = z.object({
  product_tag_group_id: z.string(),
  tag_group_discription: z.string(),
  product_tag_id: z.string(),
  tag_description: z.string(),
  /** All tags of the group, for the group's link. */
  tag_ids: z.array(z.string()),
})

export const CrossSell = z.object({
  SCP: z.string(),
  spli_id: z.string(),
  name: z.string(),
  brand: z.string(),
  points: z.int(),
  media: z.string(),
  isSustainable: z.boolean(),
})
export type CrossSell = z.infer<typeof CrossSell>

export const ProductCard = z.object({
  SCP: z.string(),
  spli_id: z.string(),
  name: z.string(),
  /** The language of the name, if it fell back to another one. */
  lang: z.string().optional(),
  brand: z.string(),
  brand_name: z.string(),
  brand_id: z.string(),
  points: z.int(),
  basicImageUrl: z.string(),
  media: z.string(),
  /** The number of images, so that the page can reserve their space. */
  picture_count: z.int(),
  isSustainable: z.boolean(),
  colours: z.array(z.object({ hexcode: z.string(), name: z.string() })),
  has_other_variants: z.boolean(),
  delivery_condition: z.enum(['digital', 'monta', 'dropship']),
  stock_availability: YesNo,
  breadcrumb: z.array(Breadcrumb),
  CrossSelling: z.array(CrossSell),
})
export type ProductCard = z.infer<typeof ProductCard>

export const Product = z.object({
  scp: z.string(),
  spli_id: z.string(),
  name: z.string(),
  /** The language of the name, if it fell back to another one. */
  lang: z.string().optional(),
  /** The language of each other text that fell back, by field. */
  langs: z.partialRecord(
    z.enum([
      'description',
      'extended_description',
      'sustainablity_description',
      'warranty_description',
      'delivery_info',
    ]),
    z.string(),
  ),
  brand: z.string(),
  brand_id: z.string(),
  description: z.string(),
  extended_description: z.string(),
  sustainablity_description: z.string(),
  warranty_description: z.string(),
  stock_status: z.string(),
  stock_status_color: z.string(),
  delivery_info: z.string(),
  delivery_condition: z.enum(['digital', 'monta', 'dropship']),
  points: z.int(),
  isSustainable: z.boolean(),
  media: z.string(),
  product_image_gallery: z.array(
    z.object({ media_url: z.string(), resized_image: z.string(), alt: z.string() }),
  ),
  breadcrumb: z.array(Breadcrumb),
  product_variants: z.array(
    z.object({
      scp: z.string(),
      spli_id: z.string(),
      value_dim_0: z.string(),
      value_dim_1: z.string(),
      stock_availability: YesNo,
      imageUrl: z.string(),
      points: z.int(),
    }),
  ),
  /** The dimensions of this product, and the value of this variant in each. */
  dim: z.array(
    z.object({
      dropdown_definition: z.object({
        description: z.string(),
        answer: z.array(
          z.object({ value: z.string(), label: z.string(), hexcode: z.string().optional() }),
        ),
        sequence: z.int(),
      }),
      value: z.string(),
    }),
  ),
  CrossSelling: z.array(CrossSell),
})
export type Product = z.infer<typeof Product>

export const products = endpoint('products', {
  summary: 'List gifts with filters, sorting, search and pagination',
  input: z.object({
    tagId: repeatable,
    brand: repeatable,
    brandId: repeatable,
    mainTagId: z.string().max(120).optional(),
    categoryCode: z.string().max(120).optional(),
    payExtra: yes,
    onlySustainable: yes,
    /** Only gifts that are delivered by email. */
    onlyDigital: yes,
    /** Delivery conditions that arrive before a day: only gifts in stock with one of them. */
    arrives: repeatable,
    /** Values of an option with colours: gifts in these colours, shown with that colour's image. */
    colour: repeatable,
    pointsFrom: wholeNumber(0, 100_000),
    pointsTo: wholeNumber(0, 100_000),
    search: z.string().max(LONGEST_SEARCH).optional(),
    /** Search for the typed words only, without corrections. */
    exactly: yes,
    sortOn: z
      .union([z.enum(SORTS), z.literal(''), z.literal('recommended')])
      .optional()
      .transform((value) => (value === '' || value === 'recommended' ? undefined : value)),
    page: wholeNumber(1, 100_000).transform((page) => page ?? 1),
    language: z.string().max(20).optional(),
    sales_channel: z.string().max(20).optional(),
    view,
  }),
  answer: z.object({
    success,
    response: z.array(ProductCard),
    pagination: z.object({
      page: z.int(),
      page_size: z.int(),
      total_pages: z.int(),
      total: z.int(),
    }),
    /**
     * All brands of the complete result, so that the filter does not wait for later pages. Includes brands that the
     * `brand` filter excludes, so that they can be selected too.
     */
    brands: z.array(
      z.object({ brand_name: z.string(), brand_id: z.string(), is_selected: z.boolean() }),
    ),
    /** All colours of the complete result, in the editors' order. */
    colours: z.array(
      z.object({
        colour_id: z.string(),
        name: z.string(),
        hexcode: z.string(),
        is_selected: z.boolean(),
      }),
    ),
    /** Gifts in the result that are delivered by email, counted before `onlyDigital` applies. */
    digital_total: z.int(),
    maximum_points: z.int(),
    /** If a search finds nothing within the points: how many gifts it finds above them. */
    above_total: z.int().optional(),
    /** Only if other words were searched than typed, or nothing was found. */
    did_you_mean: z
      .object({
        /** The text that was searched for instead; null if nothing was found. */
        used: z.string().nullable(),
        /** Similar search words with results, if nothing was found. */
        nearest: z.array(z.string()),
      })
      .optional(),
  }),
  refusals: {},
})

export const product = endpoint('product', {
  summary: 'Get a gift as this channel offers it',
  input: z.object({
    scpId: code,
    language: z.string().max(20).optional(),
    sales_channel: z.string().max(20).optional(),
    view,
  }),
  answer: answerOf(Product),
  refusals: { 'no-such-gift': 404 },
})

export const homeGifts = endpoint('homeGifts', {
  summary: 'List gifts for the home page',
  description: 'They are chosen by the points left, the season and the stock.',
  input: z.object({
    /** The points that the cart leaves. Default and maximum: the points of the voucher. */
    left: wholeNumber(0, 100_000),
    language: z.string().max(20).optional(),
  }),
  answer: answerOf(
    z.object({
      chosen: z.array(ProductCard),
      /** Gifts that use all or nearly all of these points. */
      whole: z.array(ProductCard),
      digital: z.array(ProductCard),
    }),
  ),
  refusals: {},
})

/** The part of a gift that a tile shows. */
const FitGift = z.object({
  SCP: z.string(),
  spli_id: z.string(),
  name: z.string(),
  /** The variant, such as 'Sand, L'; empty if there is only one. */
  variant: z.string(),
  /** The language of the name, if it fell back to another one. */
  lang: z.string().optional(),
  brand: z.string(),
  points: z.int(),
  media: z.string(),
  isSustainable: z.boolean(),
})
export type FitGift = z.infer<typeof FitGift>

export const exactFit = endpoint('exactFit', {
  summary: 'List gifts, pairs and triples that cost exactly the remaining points',
  input: z.object({ language: z.string().max(20).optional() }),
  answer: answerOf(
    z.object({
      points_left: z.int().min(0),
      singles: z.array(FitGift),
      /** A pair contains the same gift twice if two units are meant. */
      pairs: z.array(z.array(FitGift).length(2)),
      triples: z.array(z.array(FitGift).length(3)),
    }),
  ),
  refusals: {},
})
