import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { giftCode } from '#contract/catalog/gifts.staff.ts'
import { filterInput, listAnswer, listInput, commaSeparated } from '#contract/shared/list-input.ts'

const CODE = /^[a-z0-9][a-z0-9-]{0,79}$/
const SORTS = ['risk', 'name', 'on_hand', 'sold', 'difference'] as const

const StockLevel = z.object({
  sku: z.string(),
  gift: z.string(),
  name: z.string(),
  /** Its options, such as 'Large, green'. Empty for a gift without options. */
  variant: z.string(),
  picture: z.string().nullable(),
  on_hand: z.int(),
  /** Set aside for payments under way. */
  reserved: z.int(),
  /** In four weeks. */
  sold: z.int(),
  days_left: z.int().nullable(),
  /** The warehouse's last stock level and its time. */
  warehouse: z.object({ on_hand: z.int(), at: z.iso.datetime() }).nullable(),
  state: z.enum(['out', 'at-risk', 'low', 'fine']),
})

export const stock = staffEndpoint('stock', {
  summary: 'List stock levels, sales per day and the count of the warehouse',
  description: 'Gifts that run out first come first.',
  input: z.object({
    ...listInput(SORTS),
    ids: commaSeparated(CODE).optional(),
    /** All variants of these gifts. */
    gifts: commaSeparated(CODE).optional(),
    ...filterInput('stock'),
    as: z.enum(['json', 'csv', 'xlsx']).default('json'),
  }),
  answer: listAnswer(StockLevel),
  refusals: {},
})

const WithSales = StockLevel.extend({
  /** Units sold on each of the last 28 days, today last. */
  sales: z.array(z.int()),
})

const { as: _, ...giftListInput } = listInput(SORTS)

export const stockGifts = staffEndpoint('stockGifts', {
  summary: 'List gifts with tracked stock, each with its variants and its sales per day',
  description: 'Gifts that sell out soonest come first.',
  input: z.object({
    ...giftListInput,
    ids: commaSeparated(CODE).optional(),
    ...filterInput('stock'),
  }),
  answer: listAnswer(
    z.object({
      gift: z.string(),
      name: z.string(),
      picture: z.string().nullable(),
      on_hand: z.int(),
      reserved: z.int(),
      sold: z.int(),
      /** Until the first of its variants sells out; 0 where all are sold out, null where nothing sells. */
      days_left: z.int().nullable(),
      /** The count of the warehouse less the stock; null where the warehouse has counted none of it. */
      difference: z.int().nullable(),
      state: StockLevel.shape.state,
      sales: z.array(z.int()),
      variants: z.array(WithSales),
    }),
  ),
  refusals: {},
})

export const stockCounts = staffEndpoint('stockCounts', {
  summary:
    'Count gifts that are sold out, sell out within a week, or have a different count in the warehouse',
  input: z.object({}),
  answer: z.object({ out: z.int(), week: z.int(), differ: z.int() }),
  refusals: {},
})

export const CORRECTIONS = ['count', 'damaged', 'return', 'adjust'] as const

const Move = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  quantity: z.int(),
  /** 'order' and 'cancel' by themselves; the others by hand. */
  reason: z.enum(['order', 'cancel', ...CORRECTIONS]),
  order: z.string().nullable(),
  by: z.string().nullable(),
  note: z.string(),
})

export const stockItem = staffEndpoint('stockItem', {
  summary: 'Get a stock level with its latest movements',
  input: z.object({ sku: giftCode }),
  answer: z.object({ stockLevel: StockLevel.nullable(), moves: z.array(Move) }),
  refusals: {},
})

export const correctStock = staffEndpoint('correctStock', {
  summary: 'Correct a stock level after a count',
  description: 'Send the level that you read and a reason.',
  input: z.object({
    sku: giftCode,
    /** The number one started from; null where nothing was counted yet. */
    from: z.int().min(0).nullable(),
    on_hand: z.int().min(0).max(10_000_000),
    reason: z.enum(CORRECTIONS),
    note: z.string().trim().max(500).default(''),
  }),
  answer: z.object({ stockLevel: StockLevel }),
  refusals: { 'changed-since': 409, reserved: 409 },
})

export const requestWarehouseCount = staffEndpoint('requestWarehouseCount', {
  summary: 'Request the stock levels of the warehouse and store them beside ours',
  input: z.object({}),
  answer: z.object({ asked: z.int(), differ: z.int() }),
  refusals: {},
})
