import { eachFactColumn, type GiftFactColumns, giftFact } from '#domain/catalog/gift-facts.ts'
import { eachGiftText } from '#domain/catalog/gift-texts.ts'
import { FOLDER_COLUMNS } from '#domain/channels/channel-columns.ts'

type Column = 'text' | 'text?' | 'integer' | 'integer?' | 'boolean' | 'text[]' | 'text[]?' | 'jsonb'
type ValueOf<C extends Column> = C extends 'text'
  ? string
  : C extends 'text?'
    ? string | null
    : C extends 'integer'
      ? number
      : C extends 'integer?'
        ? number | null
        : C extends 'boolean'
          ? boolean
          : C extends 'text[]'
            ? string[]
            : C extends 'text[]?'
              ? string[] | null
              : unknown

export type Table<Row> = {
  name: string
  key: string[]
  columns: Record<string, Column>
  /** Never set. It only carries the type of the rows. */
  row?: Row
}
export type RowOf<T> = T extends Table<infer Row> ? Row : never

const table = <const Columns extends Record<string, Column>>(
  name: string,
  key: (keyof Columns & string)[],
  columns: Columns,
): Table<{ -readonly [C in keyof Columns]: ValueOf<Columns[C]> }> => ({ name, key, columns })

/** The columns that a bundle contains. Imports do not touch the others. */
export const channels = table('channel', ['id'], { id: 'text', ...FOLDER_COLUMNS })
export type ChannelRow = RowOf<typeof channels>

export const channelHosts = table('channel_host', ['host'], { host: 'text', channel_id: 'text' })

export const brands = table('brand', ['id'], {
  id: 'text',
  name: 'text',
  picture: 'text?',
  supplier_email: 'text',
})
export const tagGroups = table('tag_group', ['id'], {
  id: 'text',
  position: 'integer',
  texts: 'jsonb',
})
export const tags = table('tag', ['id'], {
  id: 'text',
  tag_group_id: 'text',
  position: 'integer',
  texts: 'jsonb',
})
export const dimensions = table('dimension', ['id'], { id: 'text', texts: 'jsonb' })
export const dimensionValues = table('dimension_value', ['dimension_id', 'id'], {
  dimension_id: 'text',
  id: 'text',
  position: 'integer',
  hexcode: 'text?',
  texts: 'jsonb',
})

const factColumns = eachFactColumn((name) =>
  giftFact(name).kind === 'flag' ? 'boolean' : 'text',
) as { [Name in keyof GiftFactColumns]: GiftFactColumns[Name] extends boolean ? 'boolean' : 'text' }

export const products = table('product', ['id'], {
  id: 'text',
  brand_id: 'text',
  ...factColumns,
  dimension_ids: 'text[]',
  pictures: 'text[]',
  picture_alts: 'jsonb',
  owner_channel_id: 'text',
})
export const articles = table('article', ['sku'], {
  sku: 'text',
  product_id: 'text',
  position: 'integer',
  value_0: 'text',
  value_1: 'text',
  pictures: 'text[]',
  retired: 'boolean',
  vat_class: 'text',
})
export const productTags = table('product_tag', ['product_id', 'tag_id'], {
  product_id: 'text',
  tag_id: 'text',
  position: 'integer',
})
export const crossSells = table('cross_sell', ['product_id', 'other_id'], {
  product_id: 'text',
  other_id: 'text',
  position: 'integer',
})
export const productTexts = table('product_text', ['product_id', 'channel_id', 'language'], {
  product_id: 'text',
  channel_id: 'text',
  language: 'text',
  ...eachGiftText(() => 'text?' as const),
  search_words: 'text[]?',
})
export type ProductTextRow = RowOf<typeof productTexts>

export const offers = table('offer', ['channel_id', 'sku'], {
  channel_id: 'text',
  sku: 'text',
  points: 'integer',
  position: 'integer',
  active: 'boolean',
})

export const searchWords = table('gift_keyword', ['channel_id', 'language', 'kind', 'position'], {
  channel_id: 'text',
  language: 'text',
  kind: 'text',
  position: 'integer',
  words: 'text[]',
})
export type SynonymRow = RowOf<typeof searchWords>

export const navigationItems = table('navigation_item', ['channel_id', 'id'], {
  channel_id: 'text',
  id: 'text',
  parent_id: 'text?',
  position: 'integer',
  banner: 'text',
  banner_alt: 'jsonb',
  texts: 'jsonb',
})
export const navigationTags = table('navigation_tag', ['channel_id', 'item_id', 'tag_id'], {
  channel_id: 'text',
  item_id: 'text',
  tag_id: 'text',
  position: 'integer',
  web_menu_column: 'integer',
})
export const homeTiles = table('home_tile', ['channel_id', 'kind', 'id'], {
  channel_id: 'text',
  kind: 'text',
  id: 'text',
  position: 'integer',
  extra: 'boolean',
  tag_ids: 'text[]',
  banner: 'text',
  media: 'text',
  texts: 'jsonb',
})

export const contents = table(
  'content',
  ['channel_id', 'path', 'block', 'kind', 'key', 'language'],
  {
    channel_id: 'text',
    path: 'text',
    block: 'text',
    kind: 'text',
    key: 'text',
    language: 'text',
    value: 'text',
    alt: 'text',
    position: 'integer',
  },
)
export type ContentRow = RowOf<typeof contents>
