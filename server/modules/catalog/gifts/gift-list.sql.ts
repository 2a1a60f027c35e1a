import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { FEW_UNITS } from '#domain/inventory/gift-stock.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { GIFT_FACT_NAMES, type GiftFacts, giftFact } from '#domain/catalog/gift-facts.ts'
import {
  isVisibleGiftRow,
  type ChannelReader,
  hasOnlyOwnChannels,
  isVisibleRun,
} from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { nameOfGift, pictureOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import type { Language } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

export type GiftSort = 'name' | 'brand' | 'stock' | 'days_left' | 'changed'
export type GiftQuery = AskedFilters<'gifts'> & {
  search?: string | undefined
  ids?: readonly string[] | undefined
}

type Reader = ChannelReader & { language: string }

/** The sort value of unlimited stock: after all others. */
const UNLIMITED = 2_000_000_000
/** `sales_velocity` counts the units sold in this many days. */
export const PACE_DAYS = 28

/** The available stock of all variants of a gift; null if one of them is unlimited. */
export const stockOfGift = (sql: Queries): Fragment => sql`(
  select case when bool_and(stock.sku is not null) then sum(stock.on_hand - stock.reserved)::integer end
  from article left join stock using (sku)
  where article.product_id = product.id and not article.retired)`

export const daysLeftOfGift = (sql: Queries): Fragment => sql`(
  select case when bool_and(stock.sku is not null) and sum(pace.sold) > 0
    then (sum(stock.on_hand - stock.reserved) * ${PACE_DAYS} / sum(pace.sold))::integer end
  from article left join stock using (sku) left join sales_velocity pace on pace.sku = article.sku
  where article.product_id = product.id and not article.retired)`

/** True if all variants are retired. */
export const isRetired = (sql: Queries): Fragment => sql`not exists (
  select from article where article.product_id = product.id and not article.retired)`

/** Whether an offer is in the named channel, or without one, in a channel of the reader. */
function isInChannel(sql: Queries, { channels }: Reader, named: string | undefined): Fragment {
  if (named !== undefined) return sql`offer.channel_id = ${named}`
  return channels === null
    ? sql`true`
    : sql`offer.channel_id = any(${channels as string[]}::text[])`
}

/** A subquery per gift: as one join it would read every offer of every channel. */
const isOnSale = (
  sql: Queries,
  reader: Reader,
  channel: string | undefined,
  most?: number,
): Fragment => sql`exists (
  select from article join offer using (sku)
  where article.product_id = product.id and offer.active and ${isInChannel(sql, reader, channel)}
    ${most === undefined ? sql`` : sql`and offer.points <= ${most}`}
  offset 0)`

/** The filters as conditions on rows named `product` and `brand`. */
export function giftsWhere(sql: Queries, query: GiftQuery, reader: Reader): Fragment {
  const { not_in, search, channel, ids } = query
  const text = search?.toLowerCase() ?? ''
  return sql`${isVisibleGiftRow(sql, reader.channels)}
    ${hasOnlyOwnChannels(reader.channels, [channel, not_in]) ? sql`` : sql`and false`}
    ${ids === undefined ? sql`` : sql`and product.id = any(${ids as string[]}::text[])`}
    ${
      text === ''
        ? sql``
        : sql`and (strpos(product.id, ${text}) > 0 or strpos(lower(brand.name), ${text}) > 0
            or exists (select from article where product_id = product.id and strpos(sku, ${text}) > 0)
            or exists (
              select from product_text texts
              where texts.product_id = product.id and strpos(lower(texts.name), ${text}) > 0))`
    }
    ${filterConditions<'gifts'>(sql, query, {
      brand: (brand) => sql`product.brand_id = any(${brand}::text[])`,
      tag: (tag) => sql`exists (
            select from product_tag where product_id = product.id and tag_id = any(${tag}::text[]))`,
      dimension: (dimension) => sql`(product.dimension_ids && ${dimension}::text[] or exists (
            select from article
            where article.product_id = product.id
              and (product.dimension_ids[1] || '/' || value_0 = any(${dimension}::text[])
                or product.dimension_ids[2] || '/' || value_1 = any(${dimension}::text[]))))`,
      category: (category) => sql`exists (
            select from product_tag
            where product_id = product.id and tag_id = any(array(${tagsBelow(sql, category)})))`,
      channel: (channel) => sql`exists (
            select from article join offer using (sku)
            where article.product_id = product.id and offer.channel_id = ${channel})`,
      active: (active) =>
        active === 'yes'
          ? sql`${isOnSale(sql, reader, channel)}`
          : sql`not ${isOnSale(sql, reader, channel)}`,
      missing: (missing) => sql`exists (
            select from unnest(${missing}::text[]) wanted (language)
            where not exists (
              select from product_text texts
              where texts.product_id = product.id and texts.language = wanted.language and texts.name is not null
                and texts.channel_id in (product.owner_channel_id, ${SHARED_CHANNEL})))`,
      not_in: (not_in) =>
        sql`${isOnSale(sql, reader, undefined)} and not ${isOnSale(sql, reader, not_in)}`,
      points: (points) => sql`${isOnSale(sql, reader, channel, points)}`,
      retired: (retired) =>
        retired === 'yes' ? sql`${isRetired(sql)}` : sql`not ${isRetired(sql)}`,
      stock: (stock) => stockWhere(sql, stock, query),
      import: (run) => sql`product.id in (
            select row.product_id from bulk_change change join bulk_change_row row on row.bulk_id = change.id
            where change.import_id = ${run}
            union all
            select product_id from stock_correction join article using (sku) where import_id = ${run})
        and exists (select from import_run run where run.id = ${run} and ${isVisibleRun(sql, reader)})`,
    })}
`
}

/**
 * One query for all stock: per gift it would take three lookups for each variant. With a channel, only stock that its
 * holders can order counts.
 */
function stockWhere(
  sql: Queries,
  stock: NonNullable<GiftQuery['stock']>,
  { channel, active }: GiftQuery,
): Fragment {
  const available = sql`sum(stock.on_hand - stock.reserved)`
  const offered =
    channel === undefined
      ? sql``
      : sql`and exists (select from offer where offer.sku = article.sku and offer.channel_id = ${channel}
          ${active === 'yes' ? sql`and offer.active` : sql``})`
  const hasLimitedStock = (condition: Fragment) => sql`
    product.id in (
      select product_id from article left join stock using (sku) where not retired ${offered} group by product_id
      having bool_and(stock.sku is not null) and ${condition})`
  switch (stock) {
    case 'endless':
      return sql`not ${hasLimitedStock(sql`true`)}`
    case 'out':
      return sql`${hasLimitedStock(sql`${available} <= 0`)}`
    case 'low':
      return sql`${hasLimitedStock(sql`${available} between 1 and ${FEW_UNITS}`)}`
    case 'there':
      return sql`not ${hasLimitedStock(sql`${available} <= 0`)}`
  }
}

/** Tags of these menu items and of all items below them, in every channel that has them. */
export const tagsBelow = (sql: Queries, items: readonly string[]): Fragment => sql`
  with recursive below as (
    select channel_id, id from navigation_item where id = any(${items as string[]}::text[])
    union
    select child.channel_id, child.id from navigation_item child
    join below on below.channel_id = child.channel_id and below.id = child.parent_id
  )
  select tag_id from navigation_tag join below
    on below.channel_id = navigation_tag.channel_id and below.id = navigation_tag.item_id`

export const giftList = (query: GiftQuery, reader: Reader): ListQuery<GiftSort> => ({
  select: (sql) => sql`gift.id`,
  // A subquery, so that the sort value is calculated once per gift.
  from: (sql) => sql`(
    select product.id, product.row_version, brand.name as brand_name,
      ${nameOfGift(sql, reader.language)} as name,
      coalesce(${stockOfGift(sql)}, ${UNLIMITED}) as stock,
      coalesce(${daysLeftOfGift(sql)}, ${UNLIMITED}) as days_left
    from product join brand on brand.id = product.brand_id
    where ${giftsWhere(sql, query, reader)} offset 0
  ) gift where true`,
  id: (sql) => sql`gift.id`,
  idType: 'text',
  sorts: {
    name: { by: (sql) => sql`lower(gift.name)`, type: 'text' },
    brand: { by: (sql) => sql`lower(gift.brand_name)`, type: 'text' },
    stock: { by: (sql) => sql`gift.stock`, type: 'bigint' },
    days_left: { by: (sql) => sql`gift.days_left`, type: 'bigint' },
    changed: { by: (sql) => sql`gift.row_version`, type: 'bigint' },
  },
  defaultSort: defaultSorts.gifts,
})

export type GiftRow = GiftFacts & {
  id: string
  name: string
  /** The owner's names by language. */
  names: Partial<Record<Language, string>>
  /** null if the gift has several variants. */
  sku: string | null
  picture: string | null
  brand_id: string
  brand_name: string
  in_stock: number | null
  days_left: number | null
  languages: Language[]
  active: boolean
  retired: boolean
  tags: string[]
  offers: {
    channel: string
    points: number
    most: number
    active: boolean
    sku: string | null
    version: number | null
  }[]
}

const FACT_COLUMNS = GIFT_FACT_NAMES.map(
  (name) => `product.${giftFact(name).column} as ${name}`,
).join(', ')

/** The list rows of these gifts, in this order. */
export async function readGiftRows(
  sql: Queries,
  ids: readonly string[],
  {
    reader,
    shown,
    channel,
  }: { reader: Reader; shown: readonly string[]; channel?: string | undefined },
): Promise<GiftRow[]> {
  return sql<GiftRow[]>`
    select product.id, ${nameOfGift(sql, reader.language)} as name,
      coalesce((
        select jsonb_object_agg(texts.language, texts.name) from product_text texts
        where texts.product_id = product.id and texts.channel_id = product.owner_channel_id and texts.name is not null
      ), '{}') as names,
      (select case when count(*) = 1 then min(sku) end from article
        where product_id = product.id and not retired) as sku,
      ${pictureOfGift(sql)} as picture, brand.id as brand_id, brand.name as brand_name, ${sql.unsafe(FACT_COLUMNS)},
      ${stockOfGift(sql)} as in_stock, ${daysLeftOfGift(sql)} as days_left,
      array(
        select distinct texts.language from product_text texts
        where texts.product_id = product.id and texts.name is not null
          and texts.channel_id in (product.owner_channel_id, ${SHARED_CHANNEL})
        order by texts.language
      ) as languages,
      ${isOnSale(sql, reader, channel)} as active, ${isRetired(sql)} as retired,
      array(select tag_id from product_tag where product_id = product.id order by position, tag_id) as tags,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'channel', channel_id, 'points', lowest, 'most', most, 'active', active,
          'sku', case when articles = 1 then sku end, 'version', case when articles = 1 then version end)
          order by length(channel_id), channel_id)
        from (
          select offer.channel_id, min(offer.points) as lowest, max(offer.points) as most,
            bool_or(offer.active) as active, count(*) as articles, min(offer.sku) as sku,
            min(offer.row_version) as version
          from article join offer using (sku)
          where article.product_id = product.id and not article.retired
            and offer.channel_id = any(${shown as string[]}::text[])
          group by offer.channel_id
        ) sold
      ), '[]') as offers
    from unnest(${ids as string[]}::text[]) with ordinality wanted (id, place)
    join product on product.id = wanted.id join brand on brand.id = product.brand_id
    order by wanted.place`
}
