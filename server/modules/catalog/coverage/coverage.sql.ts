import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { translatedName } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { REACHES } from '#contract/catalog/coverage.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function findOwnMenu(sql: Queries, channel: string) {
  const [row] = await sql<{ own: boolean }[]>`
    select exists (select from navigation_item where channel_id = ${channel}) as own`
  return row
}

type CountsAsked = {
  channel: string
  inStock: 'yes' | 'no'
  language: string
  /** The language of the names of categories. */
  reader: string
  most: 0 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 15 | 20 | 24
  channels: readonly string[] | null
  menu: string
}

export const listGiftCounts = (sql: Queries, query: CountsAsked) => sql<
  {
    id: string | null
    name: string | null
    points: number | null
    gifts: number
    elsewhere: number
  }[]
>`
  with sold as materialized (${soldHere(sql, query)}), others as materialized (${soldElsewhere(sql, query)}),
    tops as (${topMenuItems(sql, query)}), below as (${tagsOfTops(sql, query)}),
    inside as (
      select distinct below.id, tagged.product_id from below join product_tag tagged using (tag_id)
    )
  select tops.id, tops.name, reach.points,
    count(sold.product_id) filter (where sold.points <= reach.points)::integer as gifts,
    count(others.product_id) filter (where others.points <= reach.points)::integer as elsewhere
  from tops cross join unnest(${[...REACHES]}::integer[]) reach (points)
  left join inside on inside.id = tops.id
  left join sold on sold.product_id = inside.product_id
  left join others on others.product_id = inside.product_id
  group by tops.id, tops.name, tops.position, reach.points
  union all
  select null, null, reach.points, count(*) filter (where sold.points <= reach.points)::integer, 0
  from unnest(${[...REACHES]}::integer[]) reach (points) left join sold on true group by reach.points
  order by 3`

/** The gifts that recipients of the channel can order, at their lowest price. */
const soldHere = (sql: Queries, { channel, inStock, language }: CountsAsked) => sql`
  select article.product_id, min(offer.points) as points
  from offer join article using (sku) left join stock using (sku)
  where offer.channel_id = ${channel} and offer.active and not article.retired
    and (${inStock} = 'no' or stock.sku is null or stock.on_hand > stock.reserved)
    and exists (
      select from product_text texts join product on product.id = texts.product_id
      where texts.product_id = article.product_id and texts.language = ${language} and texts.name is not null
        and texts.channel_id in (${channel}, product.owner_channel_id, ${SHARED_CHANNEL}))
  group by 1`

/** The gifts that only other channels sell. */
const soldElsewhere = (sql: Queries, { channel, most, channels }: CountsAsked) => sql`
  select article.product_id, min(offer.points) as points
  from offer join article using (sku) left join stock using (sku)
  where offer.active and not article.retired and offer.points <= ${most} and offer.channel_id <> ${channel}
    ${channels === null ? sql`` : sql`and offer.channel_id = any(${channels as string[]}::text[])`}
    and (stock.sku is null or stock.on_hand > stock.reserved)
    and not exists (
      select from offer here join article one using (sku)
      where here.channel_id = ${channel} and here.active and one.product_id = article.product_id)
  group by 1`

const topMenuItems = (sql: Queries, { reader, menu }: CountsAsked) => sql`
  select navigation_item.id, ${translatedName(sql, 'navigation_item', reader)} as name, position
  from navigation_item where channel_id = ${menu} and parent_id is null`

/** The tags of a top menu item and of those below it. */
const tagsOfTops = (sql: Queries, { menu }: CountsAsked) => sql`
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

export async function findPointPurchase(sql: Queries, channel: string) {
  const [row] = await sql<{ can_buy_points: boolean }[]>`
    select can_buy_points from channel where id = ${channel}`
  return row
}
