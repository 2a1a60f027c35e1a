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

/** An order that does not depend on the recipient. For the recommended order see `recommendation.ts`. */
export type GiftOrder = Exclude<SortOrder, 'recommended'>

/** The fields for sorting. */
export type SortGift = { points: number; name: string; scp: string }

/** A missing or empty value means recommended; undefined is an unknown order. */
export function sortOrderOf(sortOn: string | null | undefined): SortOrder | undefined {
  return SORT_ORDERS.find((order) => order === (sortOn || 'recommended'))
}

/** The value of `sortOn`; undefined: omitted. */
export function sortOnOf(order: SortOrder): string | undefined {
  return order === 'recommended' ? undefined : order
}

/** Equal values, which are common with whole points, are sorted by SCP, so that pages never repeat or skip a gift. */
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

/** Ignores case but not accents, and sorts 'Set 2' before 'Set 10'. Cached, because creating one is slow. */
function collatorOf(language: Language): Intl.Collator {
  const collator =
    collators.get(language) ??
    new Intl.Collator(languages[language].tag, { numeric: true, sensitivity: 'accent' })
  collators.set(language, collator)
  return collator
}
