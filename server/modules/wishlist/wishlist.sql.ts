import {
  type ArticleRow,
  type OfferRow,
  type ProductRow,
  type ProductTextRow,
  readProductTexts,
} from '#server/modules/catalog/read-model/catalog.sql.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import { atomically, type Queries } from '#server/platform/db/database.ts'

const MAX_WISHLIST_ITEMS = 500

export type WishlistRow = { id: number; spli_id: string }

export async function listWishlistItems(sql: Queries, voucherId: number): Promise<WishlistRow[]> {
  return sql<WishlistRow[]>`
    select id, spli_id from wishlist_item where voucher_id = ${voucherId} order by id`
}

/** Returns whether the gift is on the list now; false if the list was full. */
export async function addWishlistItem(
  sql: Queries,
  item: { voucherId: number; spliId: string; at: Date },
): Promise<boolean> {
  const { voucherId, spliId, at } = item
  return atomically(sql, async (sql) => {
    // Serializes additions to one list: parallel ones would all see the last free place.
    await sql`select from voucher where id = ${voucherId} for no key update`
    const [row] = await sql<{ listed: boolean }[]>`
      with known as (
        select from wishlist_item where voucher_id = ${voucherId} and spli_id = ${spliId}
      ), added as (
        insert into wishlist_item (voucher_id, spli_id, at)
        select ${voucherId}, ${spliId}, ${at}
        where not exists (select from known)
          and (select count(*) from wishlist_item where voucher_id = ${voucherId}) < ${MAX_WISHLIST_ITEMS}
        returning id
      )
      select exists (select from known) or exists (select from added) as listed`
    return row?.listed ?? false
  })
}

/** Deletes an item by its own id or by the id of its gift. */
export async function deleteWishlistItem(sql: Queries, voucherId: number, item: string) {
  const id = /^\d{1,15}$/.test(item) ? Number(item) : null
  await sql`
    delete from wishlist_item where voucher_id = ${voucherId} and (spli_id = ${item} or id = ${id}::bigint)`
}

type WithdrawnRow = OfferRow &
  ArticleRow &
  ProductRow & { spli_id: string; product_pictures: string[] }

/** Gifts that the channel no longer offers, so that its model does not contain them. */
export async function withdrawnOffers(
  sql: Queries,
  channelId: string,
  spliIds: string[],
): Promise<Map<string, Offer>> {
  if (spliIds.length === 0) return new Map()
  const rows = await sql<WithdrawnRow[]>`
    select spli_id, offer.sku, points, product_id, article.position, value_0, value_1, article.pictures,
      on_hand - reserved as in_stock,
      product.id, brand_id, brand.name as brand_name, delivery_condition, sustainable,
      dimension_ids, product.pictures as product_pictures
    from offer join article using (sku) join product on product.id = product_id
      join brand on brand.id = brand_id left join stock using (sku)
    where spli_id in ${sql(spliIds)}`
  const texts = await readProductTexts(
    sql,
    channelId,
    sql`product_id in ${sql(['', ...rows.map((row) => row.product_id)])}`,
  )
  return new Map(rows.map((row) => [row.spli_id, withdrawnOffer(row, texts)]))
}

function withdrawnOffer(row: WithdrawnRow, texts: ProductTextRow[]): Offer {
  return {
    spliId: row.spli_id,
    sku: row.sku,
    points: row.points,
    position: row.position,
    product: {
      row: { ...row, pictures: row.product_pictures, tag_ids: [], cross_sell_ids: [] },
      offers: [],
      texts: texts.filter((text) => text.product_id === row.product_id),
    },
    values: [row.value_0, row.value_1],
    pictures: row.pictures,
    deliveryCondition: row.delivery_condition,
    inStock: row.in_stock,
  }
}
