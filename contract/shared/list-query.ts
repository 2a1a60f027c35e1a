import type { Language } from '#domain/language.ts'
import { sortOrderOf } from '#domain/catalog/sort-order.ts'

/** The query part of an address; a browser's URLSearchParams fits. */
export type AddressQuery = {
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
}

/** More than so many letters are not searched for. */
export const LONGEST_SEARCH = 200

/** The search text of an address. A too long text is cut without splitting a surrogate pair. */
export const searchIn = (query: AddressQuery): string | undefined =>
  query
    .get('search')
    ?.slice(0, LONGEST_SEARCH)
    .replace(/[\uD800-\uDBFF]$/, '')

/** What the home page asks: the page itself and what asks before it, so that both ask alike. */
export const homeGiftsInput = (left: number, language: Language) => ({
  left: String(left),
  language,
})

/** What a list's address asks of the server: its first page. The list builds its input here, too, so that both ask alike. */
export function firstPage(query: AddressQuery, language: Language): Record<string, unknown> {
  const one = (name: string) => query.get(name) ?? undefined
  // Users can type an address by hand, so an invalid filter is ignored.
  const points = (name: string) => /^\d{1,5}$/.exec(one(name) ?? '')?.[0]
  const flag = (name: string) => (one(name) === 'true' ? 'true' : undefined)
  return {
    tagId: query.getAll('tagId'),
    mainTagId: one('mainTagId'),
    categoryCode: one('categoryCode'),
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
    sortOn: query.has('sortOn') ? sortOrderOf(one('sortOn')) : undefined,
    page: '1',
    language,
  }
}
