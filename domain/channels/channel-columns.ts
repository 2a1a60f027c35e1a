type ChannelColumn = {
  type: 'text' | 'text[]' | 'integer' | 'boolean' | 'jsonb'
  /** Releases can change it. All other columns change at once, in the channel's settings. */
  inReleases?: true
  /** Not part of a channel bundle. */
  notInFolder?: true
  /** Whether a copy of the channel includes it: always, only with the theme, or never. */
  copied: 'always' | 'theme' | 'never'
}

const flag = { type: 'boolean', inReleases: true, copied: 'always' } as const
const setting = <const Type extends ChannelColumn['type']>(type: Type) =>
  ({ type, copied: 'always' }) as const

/**
 * The columns of `channel` that describe a shop, for channel bundles, copies of a channel and releases.
 * `known-values.test.ts` compares them with the table and with channel_fields().
 */
export const CHANNEL_COLUMNS = {
  name: { type: 'text', inReleases: true, copied: 'never' },
  main_site: { type: 'boolean', copied: 'never' },
  website_url: { type: 'text', copied: 'never' },
  default_language: { type: 'text', inReleases: true, copied: 'always' },
  offered_languages: { type: 'text[]', inReleases: true, copied: 'always' },
  time_zone: setting('text'),
  can_buy_points: flag,
  continue_shipping: flag,
  home_delivery_allowed: flag,
  split_shipment_allowed: flag,
  skip_cart_overlay: flag,
  no_quantity_adjustment: flag,
  no_filter: flag,
  use_chatbot: flag,
  blur_category_images: flag,
  logo: { type: 'text', inReleases: true, copied: 'theme' },
  logo_alt: { type: 'jsonb', copied: 'theme' },
  theme_options: { type: 'jsonb', copied: 'theme' },
  undo_minutes: { type: 'integer', inReleases: true, copied: 'always' },
  supplier_days: setting('integer'),
  credit_first: setting('text'),
  replacement_days: setting('integer'),
  undeliverable_parcel: setting('text'),
  withdrawal_credit: setting('text'),
  expiry_notice: { type: 'boolean', notInFolder: true, copied: 'always' },
  countries: { type: 'text[]', inReleases: true, copied: 'always' },
  company: setting('jsonb'),
  organisation: setting('jsonb'),
  settings: setting('jsonb'),
} as const satisfies Record<string, ChannelColumn>

type Columns = typeof CHANNEL_COLUMNS
type Name = keyof Columns
type NamesWith<Traits> = { [Column in Name]: Columns[Column] extends Traits ? Column : never }[Name]

const columns: [Name, ChannelColumn][] = Object.entries(CHANNEL_COLUMNS) as [Name, ChannelColumn][]
const namesWhere = (matches: (column: ChannelColumn) => boolean) =>
  columns.filter(([, column]) => matches(column)).map(([name]) => name)

export type FolderColumn = Exclude<Name, NamesWith<{ notInFolder: true }>>
export const FOLDER_COLUMNS = Object.fromEntries(
  columns.filter(([, { notInFolder }]) => !notInFolder).map(([name, { type }]) => [name, type]),
) as { [Column in FolderColumn]: Columns[Column]['type'] }

export const RELEASED_COLUMNS = namesWhere(({ inReleases }) => inReleases === true)
export type ChannelFlag = NamesWith<{ type: 'boolean'; inReleases: true }>
export const CHANNEL_FLAGS = namesWhere(
  ({ type, inReleases }) => type === 'boolean' && inReleases === true,
) as ChannelFlag[]
export const COPIED_COLUMNS = namesWhere(({ copied }) => copied === 'always')
export const THEME_COLUMNS = namesWhere(({ copied }) => copied === 'theme')
