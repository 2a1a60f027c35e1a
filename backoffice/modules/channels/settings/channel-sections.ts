import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { CHANNEL_FLAGS } from '#domain/channels/channel-columns.ts'

/** The fields of each section of a channel's settings. A name also stands for the names below it: `theme.heading`. */
const FIELDS = {
  general: ['name', 'default_language', 'offered_languages', 'time_zone', ...CHANNEL_FLAGS],
  theme: ['theme', 'logo', 'logo_alt'],
  delivery: ['countries', 'supplier_days', 'replacement_days', 'undeliverable_parcel'],
  orders: [
    'undo_minutes',
    'credit_first',
    'withdrawal_credit',
    'expiry_notice',
    'retention_months',
  ],
  vat: ['kind', 'adviser'],
  domains: ['hosts', 'website_url'],
} as const

export type ChannelSection = keyof typeof FIELDS

export const SECTION_NAMES = {
  general: 'channel.general',
  theme: 'channel.look',
  delivery: 'channel.delivery',
  orders: 'channel.orders',
  vat: 'channel.tax',
  domains: 'channel.hosts',
} as const satisfies Record<ChannelSection, MessageKey>

/** The last part of their addresses, in the order of the menu. The overview has none. */
export const CHANNEL_SECTIONS = Object.keys(FIELDS) as ChannelSection[]

export const sectionAddress = (channel: string, section?: ChannelSection): string =>
  `/backoffice/channels/${channel}${section === undefined ? '' : `/${section}`}`

/** Undefined for a name that is no field of the page, such as `changes.after.value`. */
export const sectionOfField = (field: string): ChannelSection | undefined =>
  CHANNEL_SECTIONS.find((section) =>
    FIELDS[section].some((name) => field === name || field.startsWith(`${name}.`)),
  )

export const sectionOfAddress = (pathname: string): ChannelSection | undefined =>
  CHANNEL_SECTIONS.find((section) => pathname.endsWith(`/${section}`))
