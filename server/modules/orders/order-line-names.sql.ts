import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * The name of an ordered gift in the reader's language, as an expression on rows named `order_line` and `orders`. An order
 * stores the name in its recipient's language. That name is used if the languages are equal or no translation exists.
 */
export const orderLineName = (sql: Queries, language: string): Fragment => sql`
  case when orders.language = ${language} then order_line.name
    else coalesce(${nameInLanguage(sql, language)}, order_line.name) end`

const nameInLanguage = (sql: Queries, language: string): Fragment => sql`(
  select texts.name from article variant join product_text texts on texts.product_id = variant.product_id
  where variant.sku = order_line.sku and texts.language = ${language} and texts.name is not null
    and texts.channel_id in (orders.channel_id, ${SHARED_CHANNEL})
  order by (texts.channel_id = ${SHARED_CHANNEL}) limit 1)`

/** The order with gift names in the reader's language; `names` maps each stored name to that name. */
export async function translateGiftNames(sql: Queries, order: OrderRow, language: string) {
  const skus = [
    ...new Set([
      ...order.lines.map(({ sku }) => sku),
      ...order.replacementOffers.map(({ former }) => former.sku),
    ]),
  ]
  const rows =
    order.language === language
      ? []
      : await sql<{ sku: string; name: string | null }[]>`
          select sku, ${nameInLanguage(sql, language)} as name
          from unnest(${skus}::text[]) order_line (sku), (select ${order.channelId}::text as channel_id) orders`
  const translated = new Map(rows.flatMap(({ sku, name }) => (name === null ? [] : [[sku, name]])))
  const names = new Map<string, string>()
  const translate = <Gift extends { sku: string; name: string }>(gift: Gift): Gift => {
    const name = translated.get(gift.sku) ?? gift.name
    names.set(gift.name, name)
    return { ...gift, name }
  }
  return {
    names,
    order: {
      ...order,
      replacementOffers: order.replacementOffers.map((offer) => ({
        ...offer,
        former: translate(offer.former),
      })),
      lines: order.lines.map(translate),
    },
  }
}
