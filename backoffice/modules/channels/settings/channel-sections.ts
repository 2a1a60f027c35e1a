import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { CHANNEL_FLAGS } from '#domain/channels/channel-columns.ts'

/** The fields of each section of a channel's settings. A name includes the names below it, such as `theme.heading`. */
const SECTION_FIELDS = {
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

export type ChannelSection = keyof typeof SECTION_FIELDS

export const SECTION_NAMES = {
  general: 'channel.general',
  theme: 'channel.look',
  delivery: 'channel.delivery',
  orders: 'channel.orders',
  vat: 'channel.tax',
  domains: 'channel.hosts',
} as const satisfies Record<ChannelSection, MessageKey>

/** The sections in the order of the menu. Each is the last part of its address. */
export const CHANNEL_SECTIONS = Object.keys(SECTION_FIELDS) as ChannelSection[]

export const sectionAddress = (channel: string, section?: ChannelSection): string =>
  `/backoffice/channels/${channel}${section === undefined ? '' : `/${section}`}`

/** Undefined for a name that is no field of the page, such as `changes.after.value`. */
export const sectionOfField = (field: string): ChannelSection | undefined =>
  CHANNEL_SECTIONS.find((section) =>
    SECTION_FIELDS[section].some((name) => field === name || field.startsWith(`${name}.`)),
  )

export const sectionOfAddress = (pathname: string): ChannelSection | undefined =>
  CHANNEL_SECTIONS.find((section) => pathname.endsWith(`/${section}`))
