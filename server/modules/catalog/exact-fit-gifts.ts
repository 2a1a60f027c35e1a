import type { FitGift as WireGift } from '#contract/catalog/catalog.shop.ts'
import { exactFits, type FitGift, type FitLimits } from '#domain/catalog/exact-fit.ts'
import type { ChannelGifts, Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import {
  firstPicture,
  type LanguageModel,
} from '#server/modules/catalog/read-model/localized-catalog.ts'

export type FitAnswer = {
  points_left: number
  singles: WireGift[]
  pairs: WireGift[][]
  triples: WireGift[][]
}

/** The most single gifts, pairs and triples: a short row of suggestions, not another list. */
const LIMITS: FitLimits = [12, 6, 4]

/**
 * Above five units the model only knows that there are more, below only that there is one (`stock_step` in the
 * database). So this many units of a gift are certain to be in stock.
 */
const sureOf = (inStock: number | null) =>
  inStock === null ? Infinity : inStock > 5 ? 6 : Math.min(1, inStock)

/**
 * Gifts whose points add up exactly to the points that a cart leaves; `inCart` has the units in the cart by spli_id.
 */
export function exactFitOffers(
  words: LanguageModel,
  { pointsLeft, inCart }: { pointsLeft: number; inCart: ReadonlyMap<string, number> },
): FitAnswer {
  const model = words.channelModel
  const fits =
    pointsLeft > 0 ? exactFits(giftsFor(model, inCart), pointsLeft, { limit: LIMITS }) : []
  const sized = (size: number) =>
    fits
      .filter((ids) => ids.length === size)
      .map((ids) => ids.flatMap((id) => wireGift(words, model.offers.get(id))))
  return {
    points_left: Math.max(0, pointsLeft),
    singles: sized(1).flat(),
    pairs: sized(2),
    triples: sized(3),
  }
}

/** Gifts in the cart are proposed last, and never more units than are in stock. */
function giftsFor(model: ChannelGifts, inCart: ReadonlyMap<string, number>): FitGift[] {
  const gifts = model.fitGifts(offeredGifts)
  if (inCart.size === 0) return gifts
  const again = gifts
    .filter(({ id }) => inCart.has(id))
    .map((gift) => ({ ...gift, most: (gift.most ?? 1) - (inCart.get(gift.id) ?? 0) }))
  return [...gifts.filter(({ id }) => !inCart.has(id)), ...again]
}

/**
 * One variant of a product for each of its prices, in the recommended order. For each price, the first gift of each
 * category comes before the second of any, so that the first few gifts differ.
 */
function offeredGifts(model: ChannelGifts): FitGift[] {
  const places = new Map<string, number>()
  const placed = model.products.flatMap((product) =>
    firstPerPrice(product.offers).map((offer) => {
      const group = `${offer.points} ${product.row.tag_ids[0] ?? ''}`
      const place = places.get(group) ?? 0
      places.set(group, place + 1)
      const most = Math.min(
        sureOf(offer.inStock),
        model.channel.noQuantityAdjustment ? 1 : Infinity,
      )
      return { place, gift: { id: offer.spliId, points: offer.points, most } }
    }),
  )
  return placed.sort((a, b) => a.place - b.place).map(({ gift }) => gift)
}

function firstPerPrice(offers: Offer[]): Offer[] {
  const byPrice = new Map<number, Offer>()
  for (const offer of offers) {
    if (sureOf(offer.inStock) > 0 && !byPrice.has(offer.points)) byPrice.set(offer.points, offer)
  }
  return [...byPrice.values()]
}

function wireGift(words: LanguageModel, offer: Offer | undefined): WireGift[] {
  if (!offer) return []
  const { text: name, language } = words.nameOf(offer.product)
  return [
    {
      SCP: offer.sku,
      spli_id: offer.spliId,
      name,
      variant: words.variantOf(offer),
      ...(language && language !== words.language ? { lang: language } : {}),
      brand: offer.product.row.brand_name,
      points: offer.points,
      media: firstPicture(offer),
      isSustainable: offer.product.row.sustainable,
    },
  ]
}
