import { mayReplace } from '#domain/orders/replacement.ts'
import type { ReplacementOffer } from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'

/** The most gifts to offer. Those most similar to the unavailable one come first. */
const MAX_GIFTS = 60

export type ReplacementGift = { offer: Offer; vatBp: number | null; inStock: number | null }

/**
 * Possible replacements for the unavailable gift, from current stock levels. With `onlySku`, this gift alone if it is
 * possible.
 */
export async function findReplacementGifts(
  sql: Queries,
  model: ChannelModel,
  order: OrderRow,
  replacementOffer: Pick<ReplacementOffer, 'line' | 'former'>,
  onlySku?: string,
): Promise<ReplacementGift[]> {
  const { former } = replacementOffer
  const line = order.lines.find((orderLine) => orderLine.line === replacementOffer.line)
  const candidates = [...model.offersBySku.values()].filter(
    ({ sku, points }) => points === former.points && (onlySku === undefined || sku === onlySku),
  )
  if (!line || candidates.length === 0) return []
  const rows = await sql<{ sku: string; available: number | null; bp: number | null }[]>`
    select offer.sku, stock.on_hand - stock.reserved as available,
      -- A gift of the same VAT class had a rate on the order's day, even if that rate has changed since.
      case when vat_class = (select vat_class from article where sku = ${former.sku}) then ${line.vatBp}::integer
        else vat_rate_of(${line.vatCountry}, vat_class, vat_day(${order.placedAt}, ${order.channelId})) end as bp
    from offer join article using (sku) left join stock using (sku)
    where offer.channel_id = ${order.channelId} and offer.active and not article.retired
      and offer.points = ${former.points} and offer.sku = any(${candidates.map(({ sku }) => sku)})`
  const rowBySku = new Map(rows.map((row) => [row.sku, row]))
  const unavailable = { ...former, vatBp: line.vatBp }
  const formerProduct = model.offersBySku.get(former.sku)?.product
  return candidates
    .flatMap((offer) => {
      const row = rowBySku.get(offer.sku)
      if (!row) return []
      const candidate = {
        sku: offer.sku,
        points: offer.points,
        condition: offer.deliveryCondition,
        inStock: row.available,
        vatBp: row.bp,
      }
      return mayReplace(candidate, unavailable, order)
        ? [{ offer, vatBp: row.bp, inStock: row.available }]
        : []
    })
    .sort((a, b) => similarity(b.offer, formerProduct) - similarity(a.offer, formerProduct))
    .slice(0, MAX_GIFTS)
}

/** Other variants of the same gift first, then similar gifts. */
function similarity({ product }: Offer, former: Offer['product'] | undefined): number {
  if (!former) return 0
  if (product === former) return 1000
  const tags = new Set(former.row.tag_ids)
  return product.row.tag_ids.filter((id) => tags.has(id)).length
}
