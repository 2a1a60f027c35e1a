import { compareGifts, type SortOrder } from '#domain/catalog/sort-order.ts'
import { inColour } from '#server/modules/catalog/gift-colours.ts'
import type { GiftScope } from '#server/modules/catalog/read-model/gift-table.ts'
import type { LanguageModel } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { GiftColour, ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'

/** The filters of a list, in the shop's own terms. */
export type GiftQuestion = GiftScope & {
  /** Selected brands of the filter, including those that the scope names. */
  chosen: ReadonlySet<string>
  colours: ReadonlySet<string>
  onlyDigital: boolean
  /** In stock, with one of these delivery conditions; empty: all. */
  arrives: ReadonlySet<string>
  order: SortOrder
  /** The budget in points for the recommended order. */
  budget: number
  /** Indexes of the gifts found by the search. */
  searched: Uint32Array | undefined
  /** Whether the results are in order of relevance. */
  byFit: boolean
}

/** One page of results, and the values of the filters. */
export type FoundGifts = {
  total: number
  digital: number
  page: ListedGift[]
  /** For each brand of the table, whether the results contain a gift of that brand. */
  brands: Uint8Array
  colours: Iterable<readonly GiftColour[]>
}

type Page = { first: number; size: number }

export function findGifts(words: LanguageModel, question: GiftQuestion, page: Page): FoundGifts {
  return question.colours.size > 0
    ? inTheseColours(words, question, page)
    : asTheyAre(words, question, page)
}

function asTheyAre(
  words: LanguageModel,
  question: GiftQuestion,
  { first, size }: Page,
): FoundGifts {
  const { chosen, onlyDigital, arrives } = question
  const table = words.table()
  const { brand, isDigital, gifts } = table
  const within = table.within(question)
  const isChosen = chosen.size > 0 ? table.brandsIn(chosen) : undefined
  const brands = new Uint8Array(table.brands.length)
  const colours = new Set<readonly GiftColour[]>()
  const page: ListedGift[] = []
  let [total, digital] = [0, 0]
  const order = inOrder(words, question)
  for (let at = 0; at < order.length; at += 1) {
    const number = order[at] ?? 0
    if (within[number] === 0) continue
    if (arrives.size > 0 && !arrivesWith(gifts[number], arrives)) continue
    const byMail = isDigital[number] === 1
    const isShown = byMail || !onlyDigital
    if (isShown) brands[brand[number] ?? 0] = 1
    if (isChosen && isChosen[brand[number] ?? 0] === 0) continue
    if (byMail) digital += 1
    if (!isShown) continue
    const gift = gifts[number]
    if (!gift) continue
    if (gift.colours.length > 0) colours.add(gift.colours)
    if (total >= first && total < first + size) page.push(gift)
    total += 1
  }
  return { total, digital, page, brands, colours }
}

/** Another colour of a gift may have another price and therefore another place in the list. */
function inTheseColours(
  words: LanguageModel,
  question: GiftQuestion,
  { first, size }: Page,
): FoundGifts {
  const { colours: wanted, chosen, onlyDigital, arrives, order } = question
  const table = words.table()
  const within = table.within({ ...question, from: -Infinity, to: Infinity })
  const affordable = ({ points }: { points: number }) =>
    points >= question.from && points <= question.to
  const isChosen = chosen.size > 0 ? table.brandsIn(chosen) : undefined
  const brands = new Uint8Array(table.brands.length)
  const colours = new Set<readonly GiftColour[]>()
  const found: ListedGift[] = []
  let digital = 0
  for (const number of inOrder(words, question)) {
    const gift = table.gifts[number]
    if (within[number] === 0 || !gift?.product.offers.some(affordable)) continue
    if (arrives.size > 0 && !arrivesWith(gift, arrives)) continue
    const byMail = table.isDigital[number] === 1
    const isShown = byMail || !onlyDigital
    const place = table.brand[number] ?? 0
    const isOfChosen = isChosen?.[place] !== 0
    if (isShown && isOfChosen) colours.add(gift.colours)
    const coloured = inColour(words, gift, wanted, affordable)
    if (!coloured) continue
    if (isShown) brands[place] = 1
    if (!isOfChosen) continue
    if (byMail) digital += 1
    if (isShown) found.push(coloured)
  }
  if (order !== 'recommended') found.sort(compareGifts(order, words.language))
  return { total: found.length, digital, page: found.slice(first, first + size), brands, colours }
}

const arrivesWith = (gift: ListedGift | undefined, arrives: ReadonlySet<string>): boolean =>
  gift !== undefined && arrives.has(gift.offer.deliveryCondition) && gift.offer.inStock !== 0

/**
 * Indexes of gifts in the requested order. Search results are in order of relevance, unless another order is
 * requested.
 */
function inOrder(
  words: LanguageModel,
  { order, searched, byFit, budget }: GiftQuestion,
): ArrayLike<number> & Iterable<number> {
  if (searched && byFit) return searched
  const sorted =
    order === 'recommended' ? words.channelModel.recommended(budget) : words.table().inOrder(order)
  if (!searched) return sorted
  const found = new Uint8Array(sorted.length)
  for (const number of searched) found[number] = 1
  return sorted.filter((number) => found[number] === 1)
}
