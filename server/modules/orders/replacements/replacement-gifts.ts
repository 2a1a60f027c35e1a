import { mayReplace } from '#domain/orders/replacement.ts'
import type { ReplacementOffer } from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'

/** More than a recipient looks through. The gifts most similar to the unavailable one come first. */
const MOST_GIFTS = 60

export type ReplacementGift = { offer: Offer; vatBp: number | null; inStock: number | null }

/**
 * Possible replacements for the unavailable gift, from current stock levels. With `only`, just that one, whatever its
 * rank.
 */
export async function findReplacementGifts(
  sql: Queries,
  model: ChannelModel,
  order: OrderRow,
  choosing: Pick<ReplacementOffer, 'line' | 'former'>,
  only?: string,
): Promise<ReplacementGift[]> {
  const { former } = choosing
  const line = order.lines.find((one) => one.line === choosing.line)
  const candidates = [...model.offersBySku.values()].filter(
    ({ sku, points }) => points === former.points && (only === undefined || sku === only),
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
  const found = new Map(rows.map((row) => [row.sku, row]))
  const fallen = { ...former, vatBp: line.vatBp }
  const was = model.offersBySku.get(former.sku)?.product
  return candidates
    .flatMap((offer) => {
      const row = found.get(offer.sku)
      if (!row) return []
      const instead = {
        sku: offer.sku,
        points: offer.points,
        condition: offer.deliveryCondition,
        inStock: row.available,
        vatBp: row.bp,
      }
      return mayReplace(instead, fallen, order)
        ? [{ offer, vatBp: row.bp, inStock: row.available }]
        : []
    })
    .sort((a, b) => nearness(b.offer, was) - nearness(a.offer, was))
    .slice(0, MOST_GIFTS)
}

/** Other variants of the same gift first, then similar gifts. */
function nearness({ product }: Offer, was: Offer['product'] | undefined): number {
  if (!was) return 0
  if (product === was) return 1000
  const tags = new Set(was.row.tag_ids)
  return product.row.tag_ids.filter((id) => tags.has(id)).length
}
