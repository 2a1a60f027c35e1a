import type { FitGift as WireGift } from '#contract/catalog/catalog.shop.ts'
import { exactFits, type FitGift, type FitLimits } from '#domain/catalog/exact-fit.ts'
import type { ChannelGifts, Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import {
  firstPicture,
  type LocalizedCatalog,
} from '#server/modules/catalog/read-model/localized-catalog.ts'

export type FitAnswer = {
  points_left: number
  singles: WireGift[]
  pairs: WireGift[][]
  triples: WireGift[][]
}

/** A short row of suggestions, not another list. */
const LIMITS: FitLimits = [12, 6, 4]

/**
 * The units that are certain to be in stock. The model learns of a change only if the stock becomes 0, 1 to 5, or more
 * than 5 (`stock_step` in the database).
 */
function certainUnits(inStock: number | null) {
  if (inStock === null) return Infinity
  return inStock > 5 ? 6 : Math.min(1, inStock)
}

/**
 * Gifts whose points add up exactly to the points that a cart leaves; `inCart` has the units in the cart by spli_id.
 */
export function exactFitOffers(
  catalog: LocalizedCatalog,
  { pointsLeft, inCart }: { pointsLeft: number; inCart: ReadonlyMap<string, number> },
): FitAnswer {
  const model = catalog.channelModel
  const fits =
    pointsLeft > 0
      ? exactFits(giftsOutsideCartFirst(model, inCart), pointsLeft, { limit: LIMITS })
      : []
  const fitsOfSize = (size: number) =>
    fits
      .filter((ids) => ids.length === size)
      .map((ids) => ids.flatMap((id) => toAnswer(catalog, model.offers.get(id))))
  return {
    points_left: Math.max(0, pointsLeft),
    singles: fitsOfSize(1).flat(),
    pairs: fitsOfSize(2),
    triples: fitsOfSize(3),
  }
}

/** Gifts in the cart come last. Their units in the cart are no longer available. */
function giftsOutsideCartFirst(
  model: ChannelGifts,
  inCart: ReadonlyMap<string, number>,
): FitGift[] {
  const gifts = model.fitGifts(listFitGifts)
  if (inCart.size === 0) return gifts
  const giftsInCart = gifts
    .filter(({ id }) => inCart.has(id))
    .map((gift) => ({ ...gift, most: (gift.most ?? 1) - (inCart.get(gift.id) ?? 0) }))
  return [...gifts.filter(({ id }) => !inCart.has(id)), ...giftsInCart]
}

/**
 * One variant of a product for each of its prices, in the recommended order. For each price, the first gift of each
 * category comes before the second of any, so that the first few gifts differ.
 */
function listFitGifts(model: ChannelGifts): FitGift[] {
  const countByGroup = new Map<string, number>()
  const ranked = model.products.flatMap((product) =>
    firstPerPrice(product.offers).map((offer) => {
      const group = `${offer.points} ${product.row.tag_ids[0] ?? ''}`
      const rank = countByGroup.get(group) ?? 0
      countByGroup.set(group, rank + 1)
      const most = Math.min(
        certainUnits(offer.inStock),
        model.channel.noQuantityAdjustment ? 1 : Infinity,
      )
      return { rank, gift: { id: offer.spliId, points: offer.points, most } }
    }),
  )
  return ranked.sort((a, b) => a.rank - b.rank).map(({ gift }) => gift)
}

function firstPerPrice(offers: Offer[]): Offer[] {
  const byPrice = new Map<number, Offer>()
  for (const offer of offers) {
    if (certainUnits(offer.inStock) > 0 && !byPrice.has(offer.points))
      byPrice.set(offer.points, offer)
  }
  return [...byPrice.values()]
}

function toAnswer(catalog: LocalizedCatalog, offer: Offer | undefined): WireGift[] {
  if (!offer) return []
  const { text: name, language } = catalog.nameOf(offer.product)
  return [
    {
      SCP: offer.sku,
      spli_id: offer.spliId,
      name,
      variant: catalog.variantOf(offer),
      ...(language && language !== catalog.language ? { lang: language } : {}),
      brand: offer.product.row.brand_name,
      points: offer.points,
      media: firstPicture(offer),
      isSustainable: offer.product.row.sustainable,
    },
  ]
}
