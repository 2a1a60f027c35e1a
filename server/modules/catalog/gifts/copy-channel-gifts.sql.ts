import { GIFT_TEXT_COLUMNS } from '#domain/catalog/gift-texts.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Copies a channel's search words and its own gift texts. */
export async function copyGiftTexts(sql: Queries, from: string, to: string) {
  await sql`
    insert into gift_keyword (channel_id, language, kind, position, words)
    select ${to}, language, kind, position, words from gift_keyword where channel_id = ${from}`
  await sql`
    insert into product_text (product_id, channel_id, language, ${sql.unsafe(GIFT_TEXT_COLUMNS.join(', '))})
    select product_id, ${to}, language, ${sql.unsafe(GIFT_TEXT_COLUMNS.join(', '))}
    from product_text where channel_id = ${from}`
}

/** Copies the offers of a channel. Returns how many. */
export async function copyOffers(sql: Queries, from: string, to: string): Promise<number> {
  const { count } = await sql`
    insert into offer (channel_id, sku, points, position, active)
    select ${to}, sku, points, position, active from offer where channel_id = ${from}`
  return count
}
