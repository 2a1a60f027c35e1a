import type { Language } from '#domain/language.ts'
import { sortOrderOf } from '#domain/catalog/sort-order.ts'

/** The query of an address, for example a `URLSearchParams`. */
export type AddressQuery = {
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
}

/** Longer search texts are cut. */
export const LONGEST_SEARCH = 200

/** The search text of an address. A too long text is cut without splitting a surrogate pair. */
export const searchIn = (query: AddressQuery): string | undefined =>
  query
    .get('search')
    ?.slice(0, LONGEST_SEARCH)
    .replace(/[\uD800-\uDBFF]$/, '')

/** The input of the home page's request, so that the page and its preloading send the same one. */
export const homeGiftsInput = (left: number, language: Language) => ({
  left: String(left),
  language,
})

/** The input for the first page of a list, so that the list and its preloading send the same request. */
export function firstPage(query: AddressQuery, language: Language): Record<string, unknown> {
  const valueOf = (name: string) => query.get(name) ?? undefined
  // Users can type an address by hand, so an invalid filter is ignored.
  const points = (name: string) => /^\d{1,5}$/.exec(valueOf(name) ?? '')?.[0]
  const flag = (name: string) => (valueOf(name) === 'true' ? 'true' : undefined)
  return {
    tagId: query.getAll('tagId'),
    mainTagId: valueOf('mainTagId'),
    categoryCode: valueOf('categoryCode'),
    brandId: query.getAll('brandId'),
    brand: query.getAll('brand'),
    search: searchIn(query),
    exactly: flag('exactly'),
    payExtra: flag('payExtra'),
    onlySustainable: flag('onlySustainable'),
    onlyDigital: flag('onlyDigital'),
    arrives: query.getAll('arrives'),
    colour: query.getAll('colour'),
    pointsFrom: points('pointsFrom'),
    pointsTo: points('pointsTo'),
    sortOn: query.has('sortOn') ? sortOrderOf(valueOf('sortOn')) : undefined,
    page: '1',
    language,
  }
}
