import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { line, requiredLine } from '#contract/shared/fields.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, isPickedOrFound, listAnswer, listInput } from '#contract/shared/list-input.ts'
import { ChangeValue, ChannelValue, Someone } from '#contract/content/release-change.ts'
import { HOST_NAME } from '#domain/channels/host-name.ts'
import { allLanguages } from '#domain/language.ts'

export const CHANNEL_STATES = listFilters.channelList.state.values
export const CHANNEL_PARTS = ['texts', 'theme', 'navigation', 'tiles', 'offers'] as const
export type ChannelPart = (typeof CHANNEL_PARTS)[number]

const id = z.string().regex(/^\d{1,10}$/)
const language = z.enum(allLanguages)
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(HOST_NAME, 'is not a host, like shop.example.com')
const hosts = z
  .array(host)
  .max(50)
  .transform((hosts) => [...new Set(hosts)])
const field = z.string().regex(/^[a-z_]{1,40}(\.[A-Za-z0-9_-]{1,80})?$/, 'is not a field')

const Row = z.object({
  id: z.string(),
  name: z.string(),
  hosts: z.array(z.string()),
  /** The default language first, then the others that the channel offers. */
  languages: z.array(language),
  state: z.enum(CHANNEL_STATES),
  undo_minutes: z.int(),
  active: z.string().nullable(),
  changed_at: z.iso.datetime().nullable(),
})

/** The filters of the list, and of changes to many channels. */
const ChannelFilters = z.object(filterInput('channelList'))

export const channelList = staffEndpoint('channelList', {
  summary: 'List the channels that you can access',
  input: z.object({ ...listInput(['id', 'name', 'changed_at']), ...ChannelFilters.shape }),
  answer: listAnswer(Row),
  refusals: {},
})

const Settings = z.object({
  hosts: z.array(z.string()),
  website_url: z.string(),
  time_zone: z.string(),
  supplier_days: z.int(),
  /** How many days recipients can choose a replacement for an unavailable gift. */
  replacement_days: z.int(),
  /** Who handles a parcel that was lost or refused. */
  undeliverable_parcel: z.enum(['choose-again', 'person']),
  /** What is refunded first if points and a card were used. */
  credit_first: z.enum(['card', 'points']),
  /** When a withdrawal is refunded automatically. */
  withdrawal_credit: z.enum(['goods-back', 'legal-day']),
  /** How long personal data is stored after the voucher has ended. */
  retention_months: z.int(),
  /** Whether holders get a mail before their points expire. */
  expiry_notice: z.boolean(),
})

export const channelPage = staffEndpoint('channelPage', {
  summary: 'Get the settings of a channel, with the version of each field',
  input: z.object({ id }),
  answer: z.object({
    id: z.string(),
    name: z.string(),
    state: z.enum(CHANNEL_STATES),
    main_site: z.boolean(),
    version: z.int(),
    settings: Settings,
    fields: z.array(
      z.object({ field: z.string(), version: z.int(), value: z.unknown().nullable() }),
    ),
    voucher_vat: z
      .object({
        kind: z.enum(['single', 'multi']),
        adviser: z.string(),
        by: Someone,
        at: z.iso.datetime(),
      })
      .nullable(),
    vouchers: z.int(),
  }),
  refusals: {},
})

const ChangeResult = z.object({
  /**
   * The release with the changes, which can be undone within seven days; null if all channels already had these
   * values.
   */
  release: z.object({ id: z.string(), name: z.string() }).nullable(),
  changed: z.int(),
  same: z.int(),
})

export const changeChannelFields = staffEndpoint('changeChannelFields', {
  summary: 'Change fields of a channel and publish them at once as a release',
  description: '409 changed-since if a field has changed since you read it.',
  input: z.object({
    id,
    name: requiredLine(200),
    changes: z
      .array(z.object({ field, base_version: z.int().min(0), after: ChannelValue.nullable() }))
      .min(1)
      .max(60),
  }),
  answer: ChangeResult,
  refusals: { 'changed-since': 409, 'unusable-value': 409, 'unreadable-look': 409 },
})

export const changeChannelSettings = staffEndpoint('changeChannelSettings', {
  summary: 'Change hosts, deadlines and terms of a channel in one transaction',
  description: 'A changed deadline also moves the dates of the vouchers.',
  input: z.object({
    id,
    version: z.int(),
    hosts,
    website_url: line(300).refine(
      (text) => /^((https?:\/\/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?\/?)?$/i.test(text),
      'is not a web address',
    ),
    time_zone: z.string().max(60),
    supplier_days: z.int().min(1).max(365),
    replacement_days: z.int().min(1).max(90).optional(),
    undeliverable_parcel: z.enum(['choose-again', 'person']).optional(),
    credit_first: z.enum(['card', 'points']).optional(),
    withdrawal_credit: z.enum(['goods-back', 'legal-day']).optional(),
    retention_months: z.int().min(1).max(120),
    expiry_notice: z.boolean().optional(),
  }),
  answer: z.object({ version: z.int(), vouchers_moved: z.int() }),
  refusals: { 'changed-since': 409, 'host-taken': 409, 'unusable-value': 409 },
})

export const decideVoucherVat = staffEndpoint('decideVoucherVat', {
  summary: 'Set the VAT type of the vouchers of a channel',
  description: 'The decision is stored with its source, the person and the time.',
  input: z.object({
    id,
    version: z.int(),
    kind: z.enum(['single', 'multi']),
    adviser: requiredLine(200),
    reason: line(500).default(''),
  }),
  answer: z.object({ version: z.int() }),
  refusals: { 'changed-since': 409 },
})

export const createChannel = staffEndpoint('createChannel', {
  summary: 'Create a channel from another one',
  description:
    'Choose what is copied. The channel starts closed, and is created completely or not at all.',
  input: z.object({
    from: id,
    /** No leading zeros, because '05' and '5' would be two channels. */
    id: id.refine((number) => !number.startsWith('0'), 'must not begin with a zero'),
    name: requiredLine(200),
    hosts,
    parts: z.array(z.enum(CHANNEL_PARTS)).transform((parts) => [...new Set(parts)]),
  }),
  answer: z.object({ id: z.string(), copied: z.record(z.string(), z.int()) }),
  refusals: { 'channel-taken': 409, 'host-taken': 409 },
})

/** JSON in a URL, an array in a body. */
const FieldValues = z.preprocess(
  (input) => {
    if (typeof input !== 'string') return input
    try {
      return JSON.parse(input) as unknown
    } catch {
      return input
    }
  },
  z
    .array(z.object({ field, value: ChannelValue.shape.value }))
    .min(1)
    .max(20),
)

export const previewChannelChanges = staffEndpoint('previewChannelChanges', {
  summary: 'Preview a change to many channels',
  description: 'Returns counts and the first twenty channels before and after the change.',
  input: z.object({
    ids: listInput(['id']).ids,
    search: z.string().trim().max(200).optional(),
    ...ChannelFilters.shape,
    changes: FieldValues,
  }),
  answer: z.object({
    channels: z.int(),
    changed: z.int(),
    same: z.int(),
    shown: z
      .array(
        z.object({
          channel: z.string(),
          name: z.string(),
          field: z.string(),
          before: ChangeValue,
          after: ChangeValue,
        }),
      )
      .max(20),
  }),
  refusals: { 'unusable-value': 409 },
})

export const changeChannels = staffEndpoint('changeChannels', {
  summary: 'Change the same fields in many channels and publish them as one release',
  description:
    'Can be undone for seven days. 409 count-differs if the number of channels differs from the number you sent.',
  input: z
    .object({
      ids: listInput(['id']).ids,
      found: z
        .object({ search: z.string().max(200).optional(), ...ChannelFilters.shape })
        .optional(),
      count: z.int().min(1),
      name: requiredLine(200),
      changes: FieldValues,
      reason: line(500).default(''),
    })
    .refine(isPickedOrFound, 'needs ids or found'),
  answer: ChangeResult,
  refusals: {
    'count-differs': 409,
    'changed-since': 409,
    'too-many-changes': 409,
    'unusable-value': 409,
    'unreadable-look': 409,
  },
})
