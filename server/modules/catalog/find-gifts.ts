import { compareGifts, type SortOrder } from '#domain/catalog/sort-order.ts'
import { showInColour } from '#server/modules/catalog/gift-colours.ts'
import type { GiftScope } from '#server/modules/catalog/read-model/gift-table.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'
import type { GiftColour, ListedGift } from '#server/modules/catalog/read-model/listed-gift.ts'

/** The filters of a list, in the shop's own terms. */
export type GiftQuestion = GiftScope & {
  /** The selected brands of the filter. */
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
  /** Whether search results are in order of relevance. */
  byRelevance: boolean
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

export function findGifts(
  catalog: LocalizedCatalog,
  question: GiftQuestion,
  page: Page,
): FoundGifts {
  return question.colours.size > 0
    ? findInColours(catalog, question, page)
    : findInAnyColour(catalog, question, page)
}

function findInAnyColour(
  catalog: LocalizedCatalog,
  question: GiftQuestion,
  { first, size }: Page,
): FoundGifts {
  const { chosen, onlyDigital, arrives } = question
  const table = catalog.table()
  const { brand, isDigital, gifts } = table
  const matches = table.findMatches(question)
  const selectedBrands = chosen.size > 0 ? table.brandsIn(chosen) : undefined
  const brands = new Uint8Array(table.brands.length)
  const colours = new Set<readonly GiftColour[]>()
  const page: ListedGift[] = []
  let total = 0
  let digital = 0
  const order = orderedIndexes(catalog, question)
  for (let index = 0; index < order.length; index += 1) {
    const number = order[index] ?? 0
    if (matches[number] === 0) continue
    if (arrives.size > 0 && !arrivesBy(gifts[number], arrives)) continue
    const isSentByMail = isDigital[number] === 1
    const isShown = isSentByMail || !onlyDigital
    const giftBrand = brand[number] ?? 0
    // The brand filter offers brands that it excludes, too, so that they can be selected.
    if (isShown) brands[giftBrand] = 1
    if (selectedBrands?.[giftBrand] === 0) continue
    if (isSentByMail) digital += 1
    if (!isShown) continue
    const gift = gifts[number]
    if (!gift) continue
    if (gift.colours.length > 0) colours.add(gift.colours)
    if (total >= first && total < first + size) page.push(gift)
    total += 1
  }
  return { total, digital, page, brands, colours }
}

/** A gift is shown in one of the colours. That variant may have another price and so another position in the list. */
function findInColours(
  catalog: LocalizedCatalog,
  question: GiftQuestion,
  { first, size }: Page,
): FoundGifts {
  const { colours: wanted, chosen, onlyDigital, arrives, order } = question
  const table = catalog.table()
  const matches = table.findMatches({ ...question, from: -Infinity, to: Infinity })
  const isInRange = ({ points }: { points: number }) =>
    points >= question.from && points <= question.to
  const selectedBrands = chosen.size > 0 ? table.brandsIn(chosen) : undefined
  const brands = new Uint8Array(table.brands.length)
  const colours = new Set<readonly GiftColour[]>()
  const found: ListedGift[] = []
  let digital = 0
  for (const number of orderedIndexes(catalog, question)) {
    const gift = table.gifts[number]
    if (matches[number] === 0 || !gift?.product.offers.some(isInRange)) continue
    if (arrives.size > 0 && !arrivesBy(gift, arrives)) continue
    const isSentByMail = table.isDigital[number] === 1
    const isShown = isSentByMail || !onlyDigital
    const giftBrand = table.brand[number] ?? 0
    const isSelectedBrand = selectedBrands?.[giftBrand] !== 0
    if (isShown && isSelectedBrand) colours.add(gift.colours)
    const inColour = showInColour(catalog, gift, wanted, isInRange)
    if (!inColour) continue
    if (isShown) brands[giftBrand] = 1
    if (!isSelectedBrand) continue
    if (isSentByMail) digital += 1
    if (isShown) found.push(inColour)
  }
  if (order !== 'recommended') found.sort(compareGifts(order, catalog.language))
  return { total: found.length, digital, page: found.slice(first, first + size), brands, colours }
}

const arrivesBy = (gift: ListedGift | undefined, arrives: ReadonlySet<string>): boolean =>
  gift !== undefined && arrives.has(gift.offer.deliveryCondition) && gift.offer.inStock !== 0

/**
 * Indexes of gifts in the requested order. Search results are in order of relevance, unless another order is
 * requested.
 */
function orderedIndexes(
  catalog: LocalizedCatalog,
  { order, searched, byRelevance, budget }: GiftQuestion,
): ArrayLike<number> & Iterable<number> {
  if (searched && byRelevance) return searched
  const sorted =
    order === 'recommended'
      ? catalog.channelModel.recommended(budget)
      : catalog.table().sortedBy(order)
  if (!searched) return sorted
  const found = new Uint8Array(sorted.length)
  for (const number of searched) found[number] = 1
  return sorted.filter((number) => found[number] === 1)
}
