import { pointSteps } from '#domain/catalog/point-steps.ts'
import { variedGifts } from '#domain/catalog/recommendation.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import type { ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'
import type { LanguageModel } from '#server/modules/catalog/read-model/localized-catalog.ts'
import { type AnswerPlace, CachedResponse } from '#server/platform/cache/cached-response.ts'

/** Rows of four on large screens. */
const CHOSEN = 8
const ROW = 4
/** Per category, so that each row offers a choice. */
const MOST_ALIKE = 2

/** The gifts of the home page for a number of points. Recipients with the same points share the response. */
export function homeGifts(
  words: LanguageModel,
  left: number,
  accepted: string | string[] | undefined,
): AnswerPlace & { answer: CachedResponse } {
  const key = `home ${left}`
  const place = { kept: words.lists, key }
  const before = words.lists.find(key)
  if (before) return { ...place, answer: before }
  const parts = Object.entries(chooseGifts(words, left)).map(
    ([name, gifts]) => `"${name}":[${gifts.map((gift) => words.cardText(gift)).join(',')}]`,
  )
  const text = `{"success":true,"response":{${parts.join(',')}}}`
  const answer = words.lists.keep(key, new CachedResponse(text, String).packedFor(accepted))
  return { ...place, answer }
}

/** No gift is shown twice. */
function chooseGifts(words: LanguageModel, left: number) {
  const shown = new Set<ListedGift>()
  const pick = (size: number, fits: (gift: ListedGift) => boolean) => {
    const gifts = variedGifts(
      recommendedIn(words, left, (gift) => !shown.has(gift) && fits(gift)),
      { size, most: MOST_ALIKE, groupOf: ({ product }) => product.row.tag_ids[0] ?? '' },
    )
    for (const gift of gifts) shown.add(gift)
    return gifts
  }
  const isDigital = ({ offer }: ListedGift) => offer.deliveryCondition === 'digital'
  const isParcel = (gift: ListedGift) => !isDigital(gift)
  const from = pointSteps(left).at(-1)?.from ?? left
  const parcels = [...recommendedIn(words, left, isParcel)]
  // In a small shop the selection has priority over the rows below it.
  const enough = parcels.length >= CHOSEN + ROW
  const whole = enough ? pick(ROW, ({ points }) => points >= from) : []
  const chosen = pick(CHOSEN, isParcel)
  return { chosen, whole, digital: pick(ROW, isDigital) }
}

function* recommendedIn(
  words: LanguageModel,
  left: number,
  isWanted: (gift: ListedGift) => boolean,
): Iterable<ListedGift> {
  const gifts = words.gifts()
  for (const number of words.channelModel.recommended(left)) {
    const gift = gifts[number]
    if (!gift || gift.points > left || !isWanted(gift)) continue
    if (stockStatus(gift.offer.inStock).status !== 'sold-out') yield gift
  }
}
