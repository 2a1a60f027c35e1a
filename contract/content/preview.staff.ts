import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { CorporateIdentity, SessionCart } from '#contract/sessions/session.ts'
import { allLanguages } from '#domain/language.ts'
import { typedMoment } from '#contract/shared/date-input.ts'

const id = z.string().regex(/^\d{1,15}$/)
const channelId = z.string().regex(/^\d{1,10}$/)
const sku = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)

export const createPreview = staffEndpoint('createPreview', {
  summary: 'Create a preview of the shop for a voucher',
  description:
    'Choose the points, the day, sold-out gifts and an unpublished release. What differs from the current state needs the permission preview.compose.',
  input: z.object({
    channel: channelId,
    release: id.optional(),
    /** Several releases at once. Later ones override earlier ones. */
    releases: z.array(id).max(10).default([]),
    points: z.int().min(0).max(100_000).default(20),
    language: z.enum(allLanguages).optional(),
    /** Releases scheduled up to this time count as published. */
    date: typedMoment.optional(),
    sold_out: z.array(sku).max(50).default([]),
  }),
  answer: z.object({
    /** The token of a read-only session. It ends with the colleague's own session. */
    token: z.string(),
    ends_at: z.iso.datetime(),
    /** The same data as the response of a login. */
    session: z.object({
      wt: z.string(),
      shopping_cart_guid: z.guid(),
      sales_channel: z.string(),
      language: z.enum(allLanguages),
      corporate_identity: CorporateIdentity,
      shoppingcart: SessionCart,
    }),
  }),
  refusals: {},
})

const MAX_GIFTS = 20

export const previewChoices = staffEndpoint('previewChoices', {
  summary: 'Get the choices for a preview of a channel',
  description: 'Returns deadlines, languages, and gifts by name or number.',
  input: z.object({
    channel: channelId,
    search: z.string().trim().max(200).default(''),
    /** Selected variants, separated by commas. */
    chosen: z
      .string()
      .max(5000)
      .default('')
      .transform((text) => text.split(',').filter((sku) => sku !== '')),
  }),
  answer: z.object({
    time_zone: z.string(),
    language: z.enum(allLanguages),
    gifts: z.array(z.object({ sku: z.string(), name: z.string(), points: z.int() })).max(MAX_GIFTS),
    chosen: z.array(z.object({ sku: z.string(), name: z.string() })),
  }),
  refusals: {},
})
