import { pointSteps } from '#domain/catalog/point-steps.ts'
import { variedGifts } from '#domain/catalog/recommendation.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import type { ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { type ResponseLocation, CachedResponse } from '#server/platform/cache/cached-response.ts'

/** Rows of four on large screens. */
const SELECTION_SIZE = 8
const ROW_SIZE = 4
/** So that each row offers a choice. */
const MAX_PER_CATEGORY = 2

/** The gifts of the home page for a number of points. Recipients with the same points share the response. */
export function homeGifts(
  catalog: LocalizedCatalog,
  pointsLeft: number,
  accepted: string | string[] | undefined,
): ResponseLocation & { answer: CachedResponse } {
  const key = `home ${pointsLeft}`
  const cacheEntry = { region: catalog.lists, key }
  const cached = catalog.lists.find(key)
  if (cached) return { ...cacheEntry, answer: cached }
  const parts = Object.entries(chooseGifts(catalog, pointsLeft)).map(
    ([name, gifts]) => `"${name}":[${gifts.map((gift) => catalog.cardText(gift)).join(',')}]`,
  )
  const text = `{"success":true,"response":{${parts.join(',')}}}`
  const answer = catalog.lists.store(key, new CachedResponse(text, String).compressedFor(accepted))
  return { ...cacheEntry, answer }
}

/** Chooses the gifts of all rows. No gift is shown twice. */
function chooseGifts(catalog: LocalizedCatalog, pointsLeft: number) {
  const shown = new Set<ListedGift>()
  const pick = (size: number, isCandidate: (gift: ListedGift) => boolean) => {
    const gifts = variedGifts(
      listRecommended(catalog, pointsLeft, (gift) => !shown.has(gift) && isCandidate(gift)),
      { size, most: MAX_PER_CATEGORY, groupOf: ({ product }) => product.row.tag_ids[0] ?? '' },
    )
    for (const gift of gifts) shown.add(gift)
    return gifts
  }
  const isDigital = ({ offer }: ListedGift) => offer.deliveryCondition === 'digital'
  const isParcel = (gift: ListedGift) => !isDigital(gift)
  const minPoints = pointSteps(pointsLeft).at(-1)?.from ?? pointsLeft
  const parcels = [...listRecommended(catalog, pointsLeft, isParcel)]
  // In a small shop, all parcels are for the selection, and there is no row of gifts that use all points.
  const isLargeEnough = parcels.length >= SELECTION_SIZE + ROW_SIZE
  const whole = isLargeEnough ? pick(ROW_SIZE, ({ points }) => points >= minPoints) : []
  const chosen = pick(SELECTION_SIZE, isParcel)
  return { chosen, whole, digital: pick(ROW_SIZE, isDigital) }
}

function* listRecommended(
  catalog: LocalizedCatalog,
  pointsLeft: number,
  isWanted: (gift: ListedGift) => boolean,
): Iterable<ListedGift> {
  const gifts = catalog.gifts()
  for (const number of catalog.channelModel.recommended(pointsLeft)) {
    const gift = gifts[number]
    if (!gift || gift.points > pointsLeft || !isWanted(gift)) continue
    if (stockStatus(gift.offer.inStock).status !== 'sold-out') yield gift
  }
}
