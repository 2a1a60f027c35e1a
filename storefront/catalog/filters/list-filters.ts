import {
  fullRange,
  moveFrom,
  moveTo,
  pointsBounds,
  type PointsRange,
  rangeWithin,
  togglePayExtra,
} from '#domain/catalog/points-range.ts'
import { isDay } from '#domain/time/zone-days.ts'
import type { Balance } from '#domain/vouchers/points.ts'
import { type SortOrder, sortOnOf, sortOrderOf } from '#domain/catalog/sort-order.ts'

/** The holder's filters of the list. The address contains all of them, except default values. */
export type ListFilters = {
  brands: string[]
  onlySustainable: boolean
  /** Gifts sent by email. */
  onlyDigital: boolean
  colours: string[]
  /** Gifts that arrive before this day; '' for any. */
  homeBefore: string
  /** Only gifts that use exactly the remaining points. */
  exactFit: boolean
  payExtra: boolean
  range: PointsRange
  sort: SortOrder
}

const PARAMETERS = [
  'brand',
  'colour',
  'fit',
  'homeBefore',
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

export function noFilters(balance: Balance): ListFilters {
  const range = fullRange(pointsBounds(balance))
  return {
    brands: [],
    colours: [],
    onlySustainable: false,
    onlyDigital: false,
    homeBefore: '',
    exactFit: false,
    payExtra: false,
    range,
    sort: 'recommended',
  }
}

export function filtersIn(search: string, balance: Balance, today: string): ListFilters {
  const query = new URLSearchParams(search)
  const points = (name: string) => Number(query.get(name) || Number.NaN)
  if (query.get('fit') === 'exact') return { ...noFilters(balance), exactFit: true }
  const payExtra = query.get('payExtra') === 'true'
  const to = query.get('pointsTo') ? points('pointsTo') : upperBound(payExtra, balance)
  return {
    brands: valuesOf(query, 'brand'),
    colours: valuesOf(query, 'colour'),
    onlySustainable: query.get('onlySustainable') === 'true',
    onlyDigital: query.get('onlyDigital') === 'true',
    homeBefore: homeBeforeOf(query.get('homeBefore'), today),
    exactFit: false,
    payExtra,
    range: rangeWithin({ from: points('pointsFrom'), to }, pointsBounds(balance)),
    sort: sortOrderOf(query.get('sortOn')) ?? 'recommended',
  }
}

/** The day, or '' if it is invalid or has started. So an old link or tab shows the complete list. */
export const homeBeforeOf = (day: unknown, today: string) =>
  typeof day === 'string' && isDay(day) && day > today ? day : ''

const valuesOf = (query: URLSearchParams, name: string) => [
  ...new Set(query.getAll(name).filter((value) => value !== '')),
]

/**
 * Exact fits exclude all other filters: they search the whole shop and have a separate order. Turning them on clears
 * the other filters, and changing another filter turns them off.
 */
export function applyChange(
  change: (filters: ListFilters) => ListFilters,
  before: ListFilters,
  balance: Balance,
): ListFilters {
  const after = change(before)
  if (!after.exactFit) return after
  if (!before.exactFit) return { ...noFilters(balance), exactFit: true }
  return withFilters('', after, balance) === withFilters('', before, balance)
    ? before
    : { ...after, exactFit: false }
}

/** The search string with these filters. It stays unchanged if it already has the same meaning. */
export function withFilters(search: string, filters: ListFilters, balance: Balance): string {
  const query = new URLSearchParams(search)
  const before = query.toString()
  for (const name of PARAMETERS) query.delete(name)
  const { from, to } = filters.range
  for (const brand of filters.brands) query.append('brand', brand)
  for (const colour of filters.colours) query.append('colour', colour)
  if (filters.onlySustainable) query.set('onlySustainable', 'true')
  if (filters.onlyDigital) query.set('onlyDigital', 'true')
  if (filters.homeBefore) query.set('homeBefore', filters.homeBefore)
  if (filters.exactFit) query.set('fit', 'exact')
  if (filters.payExtra) query.set('payExtra', 'true')
  if (from !== pointsBounds(balance).lowest) query.set('pointsFrom', String(from))
  if (to !== upperBound(filters.payExtra, balance)) query.set('pointsTo', String(to))
  const sortOn = sortOnOf(filters.sort)
  if (sortOn) query.set('sortOn', sortOn)
  const after = query.toString()
  if (after === before) return search
  return after === '' ? '' : `?${after}`
}

/** The subject of the list: its search string without filters. */
export function scopeOf(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of PARAMETERS) query.delete(name)
  query.sort()
  return query.toString()
}

export const withPayExtra = (filters: ListFilters, payExtra: boolean, balance: Balance) => ({
  ...filters,
  payExtra,
  range: togglePayExtra(filters.range, payExtra, balance),
})

export const withFrom = (filters: ListFilters, from: number, balance: Balance) =>
  withRange(filters, moveFrom(filters.range, from, pointsBounds(balance)), balance)

export const withTo = (filters: ListFilters, to: number, balance: Balance) =>
  withRange(filters, moveTo(filters.range, to, pointsBounds(balance)), balance)

/** A range above the voucher's balance turns `payExtra` off, which limits the range to the balance. */
const withRange = (filters: ListFilters, range: PointsRange, balance: Balance): ListFilters => ({
  ...filters,
  range,
  payExtra: filters.payExtra && range.to <= upperBound(true, balance),
})

/** The number of filters that narrow the list. The order is no filter. */
export function countFilters(filters: ListFilters, balance: Balance): number {
  const { lowest } = pointsBounds(balance)
  const isRangeNarrowed =
    filters.range.from !== lowest || filters.range.to !== upperBound(filters.payExtra, balance)
  return (
    filters.brands.length +
    filters.colours.length +
    Number(filters.onlySustainable) +
    Number(filters.onlyDigital) +
    Number(filters.homeBefore !== '') +
    Number(filters.payExtra) +
    Number(isRangeNarrowed)
  )
}

/** The upper end of the range, unless the holder changed it. */
export function upperBound(payExtra: boolean, balance: Balance): number {
  return togglePayExtra(fullRange(pointsBounds(balance)), payExtra, balance).to
}
