import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { Language } from '#domain/language.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { GIFT_TEXT_NAMES, type GiftText } from '#domain/catalog/gift-texts.ts'

export type Texts = Partial<Record<Language, string>>

export type OfferRow = {
  sku: string
  points: number
  /** null: unlimited. */
  in_stock: number | null
}

export type ArticleRow = {
  sku: string
  product_id: string
  position: number
  value_0: string
  value_1: string
  pictures: string[]
}

export type ProductRow = {
  id: string
  brand_id: string
  brand_name: string
  delivery_condition: DeliveryCondition
  sustainable: boolean
  dimension_ids: string[]
  pictures: string[]
  /** The gift's own alternative texts of its images, by file. */
  picture_alts: Record<string, Texts>
  tag_ids: string[]
  cross_sell_ids: string[]
}

/** The texts of a gift that lists show. Per language, the first row with a value counts. */
export type ShownText = {
  language: Language
  name: string | null
  delivery_info: string | null
}

export type ProductTextRow = Record<GiftText, string | null> & {
  language: Language
  product_id: string
}

/** The offers of a channel, in its order. */
export async function readOffers(sql: Queries, channelId: string) {
  return sql<OfferRow[]>`
    select offer.sku, points, on_hand - reserved as in_stock
    from offer join article using (sku) left join stock using (sku)
    where channel_id = ${channelId} and active
    order by offer.position, product_id, article.position, offer.sku`
}

/** Includes offers that are no longer on sale. */
export async function readOffersById(sql: Queries, spliIds: string[]) {
  return sql<OfferRow[]>`
    select offer.sku, points, on_hand - reserved as in_stock
    from offer join article using (sku) left join stock using (sku)
    where spli_id = any(${spliIds})
    order by offer.position, product_id, article.position, offer.sku`
}

export type SharedText = ShownText & { product_id: string }

/** The gifts of these variants, with all their variants and the texts of their owner or the shared channel. */
export async function readGifts(sql: Queries, skus: string[]) {
  const productIds = sql`(select product_id from article where sku = any(${skus}))`
  const [articles, products, texts] = await Promise.all([
    sql<ArticleRow[]>`
      select sku, product_id, position, value_0, value_1, pictures from article
      where product_id in ${productIds}`,
    sql<ProductRow[]>`
      select product.id, brand_id, brand.name as brand_name, delivery_condition, sustainable,
        dimension_ids, pictures, picture_alts,
        array(select tag_id from product_tag where product_id = product.id order by position, tag_id)
          as tag_ids,
        array(select other_id from cross_sell where product_id = product.id order by position, other_id)
          as cross_sell_ids
      from product join brand on brand.id = brand_id
      where product.id in ${productIds}`,
    sql<SharedText[]>`
      select product_id, language, name, delivery_info
      from product_text texts join product on product.id = product_id
      where product.id in ${productIds} and channel_id in (owner_channel_id, ${SHARED_CHANNEL})
      order by product_id, channel_id <> owner_channel_id`,
  ])
  return { articles, products, texts }
}

/** A channel's own texts for gifts of other owners that it sells. */
export async function readOwnTexts(sql: Queries, channelId: string) {
  return sql<SharedText[]>`
    select product_id, language, name, delivery_info
    from product_text texts join product on product.id = product_id
    where channel_id = ${channelId} and channel_id not in (owner_channel_id, ${SHARED_CHANNEL})
      and exists (
        select from article join offer using (sku)
        where article.product_id = texts.product_id and offer.channel_id = ${channelId} and active)`
}

/**
 * Product texts of a channel in order of priority: its own, those of the owner channel, then the shared ones. Per
 * language, the first one with a value is shown.
 */
export async function readProductTexts(
  sql: Queries,
  channelId: string,
  condition: Fragment,
): Promise<ProductTextRow[]> {
  return sql<ProductTextRow[]>`
    select product_id, language, ${sql(GIFT_TEXT_NAMES)}
    from product_text texts join product on product.id = product_id
    where channel_id in (${channelId}, owner_channel_id, ${SHARED_CHANNEL}) and ${condition}
    order by product_id, channel_id <> ${channelId}, channel_id <> owner_channel_id`
}

export async function findStock(sql: Queries, sku: string) {
  const [row] = await sql<{ in_stock: number }[]>`
    select on_hand - reserved as in_stock from stock where sku = ${sku}`
  return row ? row.in_stock : null
}
