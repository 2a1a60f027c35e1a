import type { DeliveryCondition } from '#domain/delivery.ts'
import type { Language } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#server/models/channel-queries.ts'
import type { Fragment, Queries } from '#server/db/database.ts'

export type Texts = Partial<Record<Language, string>>

export type OfferRow = {
  spli_id: string
  sku: string
  points: number
  position: number
  product_id: string
  article_position: number
  value_0: string
  value_1: string
  pictures: string[]
  /** null: never runs out. */
  in_stock: number | null
}

export type ProductRow = {
  id: string
  brand_id: string
  brand_name: string
  delivery_condition: DeliveryCondition
  sustainable: boolean
  dimension_ids: string[]
  pictures: string[]
  tag_ids: string[]
  cross_sell_ids: string[]
}

export type ProductTextRow = {
  product_id: string
  channel_id: string
  language: Language
  name: string | null
  description: string | null
  details: string | null
  sustainability: string | null
  warranty: string | null
  delivery_info: string | null
  search_words: string[] | null
}

export type TagRow = {
  id: string
  texts: Texts
  tag_group_id: string
  group_texts: Texts
  position: number
}

export type DimensionRow = { id: string; texts: Texts }
export type DimensionValueRow = {
  dimension_id: string
  id: string
  position: number
  hexcode: string | null
  texts: Texts
}

/** Everything a channel sells, or these of its offers, on sale or not; in six questions that go out together. */
export async function readCatalogue(sql: Queries, channelId: string, only?: string[]) {
  const chosen = only ? sql`spli_id = any(${only})` : sql`active`
  const [offers, products, texts, tags, dimensions, values] = await Promise.all([
    sql<OfferRow[]>`
      select spli_id, offer.sku, points, offer.position, product_id,
        article.position as article_position, value_0, value_1, pictures,
        on_hand - reserved as in_stock
      from offer join article using (sku) left join stock using (sku)
      where channel_id = ${channelId} and ${chosen}
      order by offer.position, product_id, article.position, offer.sku`,
    sql<ProductRow[]>`
      select product.id, brand_id, brand.name as brand_name, delivery_condition, sustainable,
        dimension_ids, pictures,
        array(select tag_id from product_tag where product_id = product.id order by position, tag_id)
          as tag_ids,
        array(select other_id from cross_sell where product_id = product.id order by position, other_id)
          as cross_sell_ids
      from product join brand on brand.id = brand_id
      where exists (
        select from article join offer using (sku)
        where product_id = product.id and channel_id = ${channelId} and ${chosen})`,
    readProductTexts(
      sql,
      channelId,
      sql`exists (
        select from article join offer using (sku)
        where article.product_id = said.product_id and offer.channel_id = ${channelId} and ${chosen})`,
    ),
    sql<TagRow[]>`
      select tag.id, tag.texts, tag_group_id, tag_group.texts as group_texts,
        (tag_group.position * 1000 + tag.position)::integer as position
      from tag join tag_group on tag_group.id = tag_group_id
      order by tag_group.position, tag_group.id, tag.position, tag.id`,
    sql<DimensionRow[]>`select id, texts from dimension`,
    sql<DimensionValueRow[]>`
      select dimension_id, id, position, hexcode, texts from dimension_value
      order by dimension_id, position, id`,
  ])
  return { offers, products, texts, tags, dimensions, values }
}
/**
 * What a channel may say about products: its own words, then those of the channel that owns the product, then the
 * shared ones. Of one language the first that says something is the one to show.
 */
export async function readProductTexts(
  sql: Queries,
  channelId: string,
  which: Fragment,
): Promise<ProductTextRow[]> {
  return sql<ProductTextRow[]>`
    select product_id, channel_id, language, name, description, details, sustainability, warranty,
      delivery_info, search_words
    from product_text said join product on product.id = product_id
    where channel_id in (${channelId}, owner_channel_id, ${SHARED_CHANNEL}) and ${which}
    order by product_id, channel_id <> ${channelId}, channel_id <> owner_channel_id`
}

export type CatalogueRows = Awaited<ReturnType<typeof readCatalogue>>

export async function findStock(sql: Queries, sku: string) {
  const [row] = await sql<{ in_stock: number }[]>`
    select on_hand - reserved as in_stock from stock where sku = ${sku}`
  return row ? row.in_stock : null
}
