import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import type { LanguageModel } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { GiftColour, ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'

/** The gift in the first of these colours that is affordable; undefined if it is not sold in any of them. */
export function inColour(
  words: LanguageModel,
  gift: ListedGift,
  wanted: ReadonlySet<string>,
  affordable: (offer: Offer) => boolean,
): ListedGift | undefined {
  if (!gift.colours.some(({ id }) => wanted.has(id))) return undefined
  const offer = gift.product.offers.find(
    (offer) => affordable(offer) && words.coloursOf(offer).some(({ id }) => wanted.has(id)),
  )
  if (!offer || offer.sku === gift.scp) return offer && gift
  return { ...gift, offer, points: offer.points, scp: offer.sku }
}

/**
 * The colours of the filter, in the editors' order. A selected colour stays, so that it can be deselected. Two
 * dimensions that use the same value mean the same colour.
 */
export function coloursOf(
  words: LanguageModel,
  shown: Iterable<readonly GiftColour[]>,
  wanted: ReadonlySet<string>,
) {
  const colours = new Map<string, GiftColour>()
  const add = (colour: GiftColour) => {
    const known = colours.get(colour.id)
    if (!known || colour.place < known.place) colours.set(colour.id, colour)
  }
  for (const some of shown) some.forEach(add)
  if (wanted.size > 0) for (const colour of chosenColours(words, wanted)) add(colour)
  return [...colours.values()]
    .sort((a, b) => a.place - b.place)
    .map(({ id, name, hexcode }) => ({
      colour_id: id,
      name,
      hexcode,
      is_selected: wanted.has(id),
    }))
}

const chosenColours = (words: LanguageModel, wanted: ReadonlySet<string>) =>
  words.gifts().flatMap(({ colours }) => colours.filter(({ id }) => wanted.has(id)))
