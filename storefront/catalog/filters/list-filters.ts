import {
  fullRange,
  moveFrom,
  moveTo,
  pointsBounds,
  type PointsRange,
  rangeWithin,
  togglePayExtra,
} from '#domain/catalog/points-range.ts'
import type { Purse } from '#domain/vouchers/points.ts'
import { type SortOrder, sortOnOf, sortOrderOf } from '#domain/catalog/sort-order.ts'

/** What the holder has narrowed the list to. Its address says all of it, and nothing that goes without saying. */
export type ListFilters = {
  brands: string[]
  onlySustainable: boolean
  /** What comes by e-mail. */
  onlyDigital: boolean
  colours: string[]
  /** Nothing but what uses exactly the points that are left. */
  exactFit: boolean
  payExtra: boolean
  range: PointsRange
  sort: SortOrder
}

const PARAMETERS = [
  'brand',
  'colour',
  'fit',
  'onlySustainable',
  'onlyDigital',
  'payExtra',
  'pointsFrom',
  'pointsTo',
  'sortOn',
]

export const hasFilters = (search: string) => {
  const query = new URLSearchParams(search)
  return PARAMETERS.some((name) => query.has(name))
}

export function noFilters(purse: Purse): ListFilters {
  const range = fullRange(pointsBounds(purse))
  return {
    brands: [],
    colours: [],
    onlySustainable: false,
    onlyDigital: false,
    exactFit: false,
    payExtra: false,
    range,
    sort: 'recommended',
  }
}

export function filtersIn(search: string, purse: Purse): ListFilters {
  const query = new URLSearchParams(search)
  const points = (name: string) => Number(query.get(name) || Number.NaN)
  if (query.get('fit') === 'exact') return { ...noFilters(purse), exactFit: true }
  const payExtra = query.get('payExtra') === 'true'
  const to = query.get('pointsTo') ? points('pointsTo') : upperBound(payExtra, purse)
  return {
    brands: namedIn(query, 'brand'),
    colours: namedIn(query, 'colour'),
    onlySustainable: query.get('onlySustainable') === 'true',
    onlyDigital: query.get('onlyDigital') === 'true',
    exactFit: false,
    payExtra,
    range: rangeWithin({ from: points('pointsFrom'), to }, pointsBounds(purse)),
    sort: sortOrderOf(query.get('sortOn')) ?? 'recommended',
  }
}

const namedIn = (query: URLSearchParams, name: string) => [
  ...new Set(query.getAll(name).filter((one) => one !== '')),
]

/**
 * What fits exactly stands alone: it is looked for in the whole shop, in an order of its own. Asking for it lets go of
 * the other filters, and whoever narrows the list again leaves it.
 */
export function alteredBy(
  alter: (filters: ListFilters) => ListFilters,
  before: ListFilters,
  purse: Purse,
): ListFilters {
  const after = alter(before)
  if (!after.exactFit) return after
  if (!before.exactFit) return { ...noFilters(purse), exactFit: true }
  return withFilters('', after, purse) === withFilters('', before, purse)
    ? before
    : { ...after, exactFit: false }
}

/** The address with these filters in it, as it was where it says the same already. */
export function withFilters(search: string, filters: ListFilters, purse: Purse): string {
  const query = new URLSearchParams(search)
  const before = query.toString()
  for (const name of PARAMETERS) query.delete(name)
  const { from, to } = filters.range
  for (const brand of filters.brands) query.append('brand', brand)
  for (const colour of filters.colours) query.append('colour', colour)
  if (filters.onlySustainable) query.set('onlySustainable', 'true')
  if (filters.onlyDigital) query.set('onlyDigital', 'true')
  if (filters.exactFit) query.set('fit', 'exact')
  if (filters.payExtra) query.set('payExtra', 'true')
  if (from !== pointsBounds(purse).lowest) query.set('pointsFrom', String(from))
  if (to !== upperBound(filters.payExtra, purse)) query.set('pointsTo', String(to))
  const sortOn = sortOnOf(filters.sort)
  if (sortOn) query.set('sortOn', sortOn)
  const after = query.toString()
  if (after === before) return search
  return after === '' ? '' : `?${after}`
}

/** What the list is about: everything in its address that is no filter. */
export function scopeOf(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of PARAMETERS) query.delete(name)
  query.sort()
  return query.toString()
}

export const withPayExtra = (filters: ListFilters, payExtra: boolean, purse: Purse) => ({
  ...filters,
  payExtra,
  range: togglePayExtra(filters.range, payExtra, purse),
})

export const withFrom = (filters: ListFilters, from: number, purse: Purse) =>
  withRange(filters, moveFrom(filters.range, from, pointsBounds(purse)), purse)

export const withTo = (filters: ListFilters, to: number, purse: Purse) =>
  withRange(filters, moveTo(filters.range, to, pointsBounds(purse)), purse)

/** Whoever asks for more than the voucher covers does not ask for what it covers only. */
const withRange = (filters: ListFilters, range: PointsRange, purse: Purse): ListFilters => ({
  ...filters,
  range,
  payExtra: filters.payExtra && range.to <= upperBound(true, purse),
})

/** How many of them narrow the list; the order of the gifts is none. */
export function countFilters(filters: ListFilters, purse: Purse): number {
  const { lowest } = pointsBounds(purse)
  const narrowed =
    filters.range.from !== lowest || filters.range.to !== upperBound(filters.payExtra, purse)
  return (
    filters.brands.length +
    filters.colours.length +
    Number(filters.onlySustainable) +
    Number(filters.onlyDigital) +
    Number(filters.payExtra) +
    Number(narrowed)
  )
}

/** Where the range ends when nobody moved it. */
export function upperBound(payExtra: boolean, purse: Purse): number {
  return togglePayExtra(fullRange(pointsBounds(purse)), payExtra, purse).to
}
