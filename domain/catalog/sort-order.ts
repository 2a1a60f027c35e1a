import { languages, type Language } from '#domain/language.ts'

/** The API's values, except 'recommended', which is never sent. */
export const SORT_ORDERS = [
  'recommended',
  'sales_price_for_the_multitude_asc',
  'sales_price_for_the_multitude_desc',
  'name_asc',
  'name_desc',
] as const

export type SortOrder = (typeof SORT_ORDERS)[number]

/** An order that gifts have by themselves. The recommended one depends on who asks: `recommendation.ts`. */
export type GiftOrder = Exclude<SortOrder, 'recommended'>

/** The fields for sorting. */
export type SortGift = { points: number; name: string; scp: string }

/** Absent and empty mean recommended; undefined is an order that the shop does not know. */
export function sortOrderOf(sortOn: string | null | undefined): SortOrder | undefined {
  return SORT_ORDERS.find((order) => order === (sortOn || 'recommended'))
}

/** What `sortOn` carries; undefined: leave it out. */
export function sortOnOf(order: SortOrder): string | undefined {
  return order === 'recommended' ? undefined : order
}

/**
 * Ties, which are the rule in whole points, break by SCP upwards: pages never repeat or drop a
 * gift.
 */
export function compareGifts(
  order: GiftOrder,
  language: Language,
): (a: SortGift, b: SortGift) => number {
  const compare = comparisons[order]
  const collator = collatorOf(language)
  return (a, b) => compare(a, b, collator) || byScp(a, b)
}

type Comparison = (a: SortGift, b: SortGift, collator: Intl.Collator) => number

const comparisons: Record<GiftOrder, Comparison> = {
  sales_price_for_the_multitude_asc: (a, b) => a.points - b.points,
  sales_price_for_the_multitude_desc: (a, b) => b.points - a.points,
  name_asc: (a, b, collator) => collator.compare(a.name, b.name),
  name_desc: (a, b, collator) => collator.compare(b.name, a.name),
}

function byScp(a: SortGift, b: SortGift): number {
  if (a.scp === b.scp) return 0
  return a.scp < b.scp ? -1 : 1
}

const collators = new Map<Language, Intl.Collator>()

/**
 * Capitals do not matter, accents do, and 'Set 2' comes before 'Set 10'. Made once: making one is
 * slow.
 */
function collatorOf(language: Language): Intl.Collator {
  const collator =
    collators.get(language) ??
    new Intl.Collator(languages[language].tag, { numeric: true, sensitivity: 'accent' })
  collators.set(language, collator)
  return collator
}
