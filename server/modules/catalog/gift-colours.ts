import type { Offer } from '#server/modules/catalog/read-model/channel-gifts.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { GiftColour, ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'

/** Shows the gift as its first variant in one of these colours and in the price range; undefined if there is none. */
export function showInColour(
  catalog: LocalizedCatalog,
  gift: ListedGift,
  wanted: ReadonlySet<string>,
  isInRange: (offer: Offer) => boolean,
): ListedGift | undefined {
  if (!gift.colours.some(({ id }) => wanted.has(id))) return undefined
  const offer = gift.product.offers.find(
    (offer) => isInRange(offer) && catalog.coloursOf(offer).some(({ id }) => wanted.has(id)),
  )
  if (!offer) return undefined
  if (offer.sku === gift.scp) return gift
  return { ...gift, offer, points: offer.points, scp: offer.sku }
}

/**
 * The colours of the filter, in the editors' order. A selected colour stays, so that it can be deselected. Two
 * dimensions that use the same value mean the same colour.
 */
export function coloursOf(
  catalog: LocalizedCatalog,
  shown: Iterable<readonly GiftColour[]>,
  wanted: ReadonlySet<string>,
) {
  const colours = new Map<string, GiftColour>()
  const add = (colour: GiftColour) => {
    const known = colours.get(colour.id)
    if (!known || colour.position < known.position) colours.set(colour.id, colour)
  }
  for (const giftColours of shown) giftColours.forEach(add)
  if (wanted.size > 0) listSelectedColours(catalog, wanted).forEach(add)
  return [...colours.values()]
    .sort((a, b) => a.position - b.position)
    .map(({ id, name, hexcode }) => ({
      colour_id: id,
      name,
      hexcode,
      is_selected: wanted.has(id),
    }))
}

const listSelectedColours = (catalog: LocalizedCatalog, wanted: ReadonlySet<string>) =>
  catalog.gifts().flatMap(({ colours }) => colours.filter(({ id }) => wanted.has(id)))
