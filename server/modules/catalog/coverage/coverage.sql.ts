import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { translatedName } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { REACHES } from '#contract/catalog/coverage.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function hasOwnMenu(sql: Queries, channel: string) {
  const [row] = await sql`select from navigation_item where channel_id = ${channel} limit 1`
  return row !== undefined
}

type CoverageQuery = {
  channel: string
  inStock: 'yes' | 'no'
  language: string
  /** The language of the category names. */
  readerLanguage: string
  /** The highest points of the columns. */
  most: number
  channels: readonly string[] | null
  menu: string
}

export const listGiftCounts = (sql: Queries, query: CoverageQuery) => sql<
  {
    id: string | null
    name: string | null
    points: number | null
    gifts: number
    elsewhere: number
  }[]
>`
  with sold as materialized (${selectGiftsOnSale(sql, query)}), others as materialized (${selectGiftsOnSaleElsewhere(sql, query)}),
    tops as (${selectTopMenuItems(sql, query)}), below as (${selectTagsOfTopItems(sql, query)}),
    gift_of_item as (
      select distinct below.id, tagged.product_id from below join product_tag tagged using (tag_id)
    )
  select tops.id, tops.name, reach.points,
    count(sold.product_id) filter (where sold.points <= reach.points)::integer as gifts,
    count(others.product_id) filter (where others.points <= reach.points)::integer as elsewhere
  from tops cross join unnest(${[...REACHES]}::integer[]) reach (points)
  left join gift_of_item on gift_of_item.id = tops.id
  left join sold on sold.product_id = gift_of_item.product_id
  left join others on others.product_id = gift_of_item.product_id
  group by tops.id, tops.name, tops.position, reach.points
  union all
  select null, null, reach.points, count(*) filter (where sold.points <= reach.points)::integer, 0
  from unnest(${[...REACHES]}::integer[]) reach (points) left join sold on true group by reach.points
  order by 3`

/** The gifts that recipients of the channel can order, with their lowest price. */
const selectGiftsOnSale = (sql: Queries, { channel, inStock, language }: CoverageQuery) => sql`
  select article.product_id, min(offer.points) as points
  from offer join article using (sku) left join stock using (sku)
  where offer.channel_id = ${channel} and offer.active and not article.retired
    and (${inStock} = 'no' or stock.sku is null or stock.on_hand > stock.reserved)
    and exists (
      select from product_text texts join product on product.id = texts.product_id
      where texts.product_id = article.product_id and texts.language = ${language} and texts.name is not null
        and texts.channel_id in (${channel}, product.owner_channel_id, ${SHARED_CHANNEL}))
  group by 1`

/** The gifts that only other channels sell, with their lowest price. */
const selectGiftsOnSaleElsewhere = (
  sql: Queries,
  { channel, most, channels }: CoverageQuery,
) => sql`
  select article.product_id, min(offer.points) as points
  from offer join article using (sku) left join stock using (sku)
  where offer.active and not article.retired and offer.points <= ${most} and offer.channel_id <> ${channel}
    ${channels === null ? sql`` : sql`and offer.channel_id = any(${channels as string[]}::text[])`}
    and (stock.sku is null or stock.on_hand > stock.reserved)
    and not exists (
      select from offer own join article own_article using (sku)
      where own.channel_id = ${channel} and own.active and own_article.product_id = article.product_id)
  group by 1`

const selectTopMenuItems = (sql: Queries, { readerLanguage, menu }: CoverageQuery) => sql`
  select navigation_item.id, ${translatedName(sql, 'navigation_item', readerLanguage)} as name, position
  from navigation_item where channel_id = ${menu} and parent_id is null`

/** The tags of a top menu item and of those below it. */
const selectTagsOfTopItems = (sql: Queries, { menu }: CoverageQuery) => sql`
  select tops.id, link.tag_id from tops
  join navigation_item item on item.channel_id = ${menu} and (item.id = tops.id or item.parent_id = tops.id)
  join navigation_tag link on link.channel_id = item.channel_id and link.item_id = item.id`

export const listBalanceCounts = (sql: Queries, channel: string) => sql<
  { step: number; balances: number }[]
>`
  select width_bucket(voucher_balance.available, ${[...REACHES]}::integer[]) as step, count(*)::integer as balances
  from voucher_balance join voucher on voucher.id = voucher_balance.voucher_id
  where voucher.channel_id = ${channel} and voucher_balance.available > 0 and voucher.blocked_at is null
  group by 1`

export const listMenuItems = (sql: Queries, menu: string) => sql<{ id: string }[]>`
  select id from navigation_item where channel_id = ${menu} and parent_id is null
  order by position, id`

/** Undefined if the channel does not exist. */
export async function canBuyPointsIn(sql: Queries, channel: string) {
  const [row] = await sql<{ can_buy_points: boolean }[]>`
    select can_buy_points from channel where id = ${channel}`
  return row?.can_buy_points
}
