import { pointsBounds, rangeWithin } from '#domain/catalog/points-range.ts'
import type { Balance } from '#domain/vouchers/points.ts'
import { sortOnOf, sortOrderOf } from '#domain/catalog/sort-order.ts'
import {
  SESSION,
  type SessionName,
  store,
  stored,
  storedJson,
} from '#storefront/storage/browser-storage.ts'
import {
  homeBeforeOf,
  type ListFilters,
  noFilters,
  scopeOf,
  upperBound,
} from '#storefront/catalog/filters/list-filters.ts'

/** State beyond the filters of the specification: the order, whether all brands are shown, and the list of the filters. */
type Progress = {
  sortOn?: string | undefined
  allBrands?: boolean
  scope?: string | undefined
  /** Filters without a storage name in the specification. */
  colours?: unknown
  onlyDigital?: boolean
  homeBefore?: unknown
}

const progress = () => (storedJson(SESSION.filterProgress) ?? {}) as Progress

/** Stores the filters under the names of the specification. Empty values are not stored. */
export function rememberFilters(filters: ListFilters, search: string, balance: Balance): void {
  const { from, to } = filters.range
  const isFullRange =
    from === pointsBounds(balance).lowest && to === upperBound(filters.payExtra, balance)
  storeValue(
    SESSION.filterSelectedBrands,
    filters.brands.length > 0 && JSON.stringify(filters.brands),
  )
  storeValue(SESSION.filterOnlySustainable, filters.onlySustainable && 'true')
  storeValue(SESSION.filterPayExtra, filters.payExtra && 'true')
  storeValue(SESSION.filterRange, !isFullRange && JSON.stringify({ from, to }))
  storeProgress({
    ...progress(),
    sortOn: sortOnOf(filters.sort),
    colours: filters.colours,
    onlyDigital: filters.onlyDigital,
    homeBefore: filters.homeBefore,
    scope: isFullRange && hasNoOtherFilters(filters) ? undefined : scopeOf(search),
  })
}

const hasNoOtherFilters = ({ brands, colours, sort, ...filters }: ListFilters) =>
  brands.length + colours.length === 0 &&
  !filters.onlySustainable &&
  !filters.onlyDigital &&
  filters.homeBefore === '' &&
  !filters.payExtra &&
  sort === 'recommended'

/** The last filters of this list in this tab; none if another list was shown since. */
export function recallFilters(search: string, balance: Balance, today: string): ListFilters {
  const { sortOn, scope, colours, onlyDigital, homeBefore } = progress()
  if (scope !== scopeOf(search)) return noFilters(balance)
  const payExtra = stored(SESSION.filterPayExtra) === 'true'
  const range = (storedJson(SESSION.filterRange) ?? {}) as { from?: unknown; to?: unknown }
  const bounds = pointsBounds(balance)
  return {
    brands: namesIn(storedJson(SESSION.filterSelectedBrands)),
    colours: namesIn(colours),
    onlyDigital: onlyDigital === true,
    homeBefore: homeBeforeOf(homeBefore, today),
    exactFit: false,
    onlySustainable: stored(SESSION.filterOnlySustainable) === 'true',
    payExtra,
    range: rangeWithin(
      {
        from: numberOr(range.from, bounds.lowest),
        to: numberOr(range.to, upperBound(payExtra, balance)),
      },
      bounds,
    ),
    sort: sortOrderOf(sortOn) ?? 'recommended',
  }
}

export const remembersAllBrands = () => progress().allBrands === true

export const rememberAllBrands = (allBrands: boolean) => storeProgress({ ...progress(), allBrands })

const FILTER_NAMES = [
  SESSION.filterSelectedBrands,
  SESSION.filterPayExtra,
  SESSION.filterOnlySustainable,
  SESSION.filterRange,
  SESSION.filterProgress,
]

export function eraseFilters(): void {
  for (const name of FILTER_NAMES) storeValue(name, false)
}

function storeProgress({ sortOn, allBrands, scope, colours, onlyDigital, homeBefore }: Progress) {
  const changed = {
    ...(sortOn ? { sortOn } : {}),
    ...(allBrands ? { allBrands } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(namesIn(colours).length > 0 ? { colours } : {}),
    ...(onlyDigital ? { onlyDigital } : {}),
    ...(homeBefore ? { homeBefore } : {}),
  }
  storeValue(SESSION.filterProgress, Object.keys(changed).length > 0 && JSON.stringify(changed))
}

/** Writes only changes, because every write notifies all subscribers of the storage. */
function storeValue(name: SessionName, value: string | false) {
  if (stored(name) !== (value || null)) store(name, value || null)
}

const namesIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []

const numberOr = (value: unknown, fallback: number) =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback
