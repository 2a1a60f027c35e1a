import type { z } from 'zod'

import type { GiftAnswer } from '#contract/catalog/gifts.staff.ts'
import { may, ROLES } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { nameOfGift, pictureOfGift } from '#server/modules/catalog/gifts/gift-name.sql.ts'
import { isVisibleGiftRow, mayChangeShared } from '#server/modules/catalog/gifts/gift-scope.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { GIFT_FACT_NAMES, giftFact } from '#domain/catalog/gift-facts.ts'
import { GIFT_TEXT_NAMES } from '#domain/catalog/gift-texts.ts'

type Answer = z.output<typeof GiftAnswer>
type Reader = { channels: readonly string[] | null; language: string }

/** Pairs of name and column for jsonb_build_object. */
const TEXT_PAIRS = GIFT_TEXT_NAMES.map((name) => `'${name}', ${name}`).join(', ')
/** The select list of the facts. */
const FACT_COLUMNS = GIFT_FACT_NAMES.map((name) => `${giftFact(name).column} as ${name}`).join(', ')

/**
 * A gift as one colleague sees it: the shared data, and the texts and prices of their channels. Channel ids are numbers
 * as text, so shorter ones come first.
 */
export async function readGift(
  sql: Queries,
  id: string,
  { channels, language }: Reader,
): Promise<Answer | undefined> {
  const visibleChannels = channels === null ? null : [SHARED_CHANNEL, ...channels]
  const andInVisibleChannels =
    visibleChannels === null ? sql`` : sql`and channel_id = any(${visibleChannels}::text[])`
  const [row] = await sql<(Omit<Answer, 'brand'> & { brand_name: string; brand_id: string })[]>`
    select product.id, product.row_version as version, ${nameOfGift(sql, language)} as name,
      owner_channel_id as owner_channel, brand.id as brand_id, brand.name as brand_name,
      ${sql.unsafe(FACT_COLUMNS)}, dimension_ids as dimensions, pictures,
      picture_alts,
      ${mayChangeShared(sql, channels)} as shared_is_yours,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', tag.id, 'name', ${translatedName(sql, 'tag', language)})
          order by link.position, tag.id)
        from product_tag link join tag on tag.id = link.tag_id where link.product_id = product.id
      ), '[]') as tags,
      ${selectCategories(sql, visibleChannels, language)} as categories,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'sku', sku, 'values', jsonb_build_array(value_0, value_1), 'pictures', to_jsonb(article.pictures),
          'retired', retired,
          'sold', exists (select from order_line where order_line.sku = article.sku),
          'shelf', case when stock.sku is null then null
            else jsonb_build_object('on_hand', stock.on_hand, 'reserved', stock.reserved) end)
          order by retired, article.position, sku)
        from article left join stock using (sku) where article.product_id = product.id
      ), '[]') as articles,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'channel', channel_id, 'language', language, 'version', row_version, ${sql.unsafe(TEXT_PAIRS)})
          order by length(channel_id), channel_id, language)
        from product_text
        where product_id = product.id ${andInVisibleChannels}
      ), '[]') as texts,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'channel', channel_id, 'sku', sku, 'points', points, 'active', active, 'version', offer.row_version)
          order by length(channel_id), channel_id, article.position, sku)
        from article join offer using (sku)
        where article.product_id = product.id ${andInVisibleChannels}
      ), '[]') as offers
    from product join brand on brand.id = brand_id
    where product.id = ${id} and ${isVisibleGiftRow(sql, channels)}`
  if (!row) return undefined
  const { brand_id, brand_name, ...gift } = row
  const keepers = row.shared_is_yours ? [] : await listKeepers(sql, id)
  const crossSelling = await sql<Answer['cross_selling'][number][]>`
    select product.id, ${nameOfGift(sql, language)} as name, ${pictureOfGift(sql)} as picture
    from cross_sell join product on product.id = other_id
    where cross_sell.product_id = ${id} order by cross_sell.position, other_id`
  return {
    ...gift,
    brand: { id: brand_id, name: brand_name },
    cross_selling: [...crossSelling],
    keepers,
  }
}

/**
 * Menu items, in these channels, with a tag of the gift. The query around it must name the gift's row `product`. Of the
 * same item in several channels, the one of the shared channel is used if it is among them.
 */
const selectCategories = (
  sql: Queries,
  channels: readonly string[] | null,
  language: string,
) => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('id', found.id, 'name', found.name) order by lower(found.name), found.id)
    from (
      select distinct on (navigation_item.id) navigation_item.id, ${translatedName(sql, 'navigation_item', language)} as name
      from product_tag link join navigation_tag shown_by on shown_by.tag_id = link.tag_id
        join navigation_item on navigation_item.channel_id = shown_by.channel_id and navigation_item.id = shown_by.item_id
      where link.product_id = product.id
        ${channels === null ? sql`` : sql`and shown_by.channel_id = any(${channels as string[]}::text[])`}
      order by navigation_item.id, navigation_item.channel_id <> ${SHARED_CHANNEL}
    ) found
  ), '[]')`

const MAX_KEEPERS = 5

/**
 * Staff who may change a gift's shared data, because the gift belongs to one of their channels or no other channel
 * sells it. Owners always may, and come last.
 */
async function listKeepers(sql: Queries, id: string): Promise<string[]> {
  const roles = ROLES.filter((role) => may(role, 'catalogue.write'))
  const rows = await sql<{ name: string }[]>`
    select staff.name from staff
    cross join lateral (
      select array(select channel_id from staff_channel where staff_id = staff.id) as channels
    ) works_in
    where left_at is null and role = any(${roles}::text[]) and (role = 'owner' or exists (
      select from product where product.id = ${id} and (owner_channel_id = any(works_in.channels) or not exists (
        select from article join offer using (sku)
        where article.product_id = product.id and offer.active and offer.channel_id <> all(works_in.channels)))))
    order by role = 'owner', staff.name limit ${MAX_KEEPERS}`
  return rows.map(({ name }) => name)
}

/** The name of a row in the reader's language, otherwise in Dutch or English, otherwise its id. */
export const translatedName = (
  sql: Queries,
  table: 'tag' | 'tag_group' | 'dimension' | 'dimension_value' | 'navigation_item',
  language: string,
) => sql`coalesce(${sql(`${table}.texts`)} ->> ${language}, ${sql(`${table}.texts`)} ->> 'nl',
  ${sql(`${table}.texts`)} ->> 'en', ${sql(`${table}.id`)})`
