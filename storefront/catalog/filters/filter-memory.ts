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

/** State of the panel itself: the order, all brands shown, and the list it belongs to. */
type Progress = {
  sortOn?: string | undefined
  allBrands?: boolean
  scope?: string | undefined
  /** Filters for which the specification has no name of their own. */
  colours?: unknown
  onlyDigital?: boolean
  homeBefore?: unknown
}

const progress = () => (storedJson(SESSION.filterProgress) ?? {}) as Progress

/** Under the names in the specification. Empty values are not stored. */
export function rememberFilters(filters: ListFilters, search: string, balance: Balance): void {
  const { from, to } = filters.range
  const isFullRange =
    from === pointsBounds(balance).lowest && to === upperBound(filters.payExtra, balance)
  keep(SESSION.filterSelectedBrands, filters.brands.length > 0 && JSON.stringify(filters.brands))
  keep(SESSION.filterOnlySustainable, filters.onlySustainable && 'true')
  keep(SESSION.filterPayExtra, filters.payExtra && 'true')
  keep(SESSION.filterRange, !isFullRange && JSON.stringify({ from, to }))
  storeProgress({
    ...progress(),
    sortOn: sortOnOf(filters.sort),
    colours: filters.colours,
    onlyDigital: filters.onlyDigital,
    homeBefore: filters.homeBefore,
    scope: isFullRange && withoutRange(filters) ? undefined : scopeOf(search),
  })
}

const withoutRange = ({ brands, colours, sort, ...filters }: ListFilters) =>
  brands.length + colours.length === 0 &&
  !filters.onlySustainable &&
  !filters.onlyDigital &&
  filters.homeBefore === '' &&
  !filters.payExtra &&
  sort === 'recommended'

/** The last filters of this list in this tab; nothing if another list was shown since. */
export function recalledFilters(search: string, balance: Balance, today: string): ListFilters {
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

const REMEMBERED = [
  SESSION.filterSelectedBrands,
  SESSION.filterPayExtra,
  SESSION.filterOnlySustainable,
  SESSION.filterRange,
  SESSION.filterProgress,
]

export function eraseFilters(): void {
  for (const name of REMEMBERED) keep(name, false)
}

function storeProgress({ sortOn, allBrands, scope, colours, onlyDigital, homeBefore }: Progress) {
  const kept = {
    ...(sortOn ? { sortOn } : {}),
    ...(allBrands ? { allBrands } : {}),
    ...(scope === undefined ? {} : { scope }),
    ...(namesIn(colours).length > 0 ? { colours } : {}),
    ...(onlyDigital ? { onlyDigital } : {}),
    ...(homeBefore ? { homeBefore } : {}),
  }
  keep(SESSION.filterProgress, Object.keys(kept).length > 0 && JSON.stringify(kept))
}

/** Every write notifies all subscribers of the storage, so only changes are written. */
function keep(name: SessionName, value: string | false) {
  if (stored(name) !== (value || null)) store(name, value || null)
}

const namesIn = (value: unknown) =>
  Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []

const numberOr = (value: unknown, otherwise: number) =>
  typeof value === 'number' && Number.isFinite(value) ? value : otherwise
