import { LOCAL, store, stored, storedJson, storeJson } from '#storefront/storage/browser-storage.ts'
import { token } from '#storefront/session/holder-session.ts'

/** The user's position in the list: the number of loaded pages, and the first visible card. */
export type ListPlace = {
  search: string
  pages: number
  /** The opened card, which gets the focus. */
  opened: string | null
  /** The first visible card and its distance from the top, because heights of unrendered cards are estimates. */
  anchor: { scp: string; top: number } | null
}

const LIST = '/products'
const DETAIL = '/product-description/'

const MOST_PAGES = 250

export function storeListPosition(place: ListPlace, scrollTop: number): void {
  // After a logout nothing is stored.
  if (token() === null) return
  storeJson(LOCAL.savedListPage, place)
  store(LOCAL.scrollPosition, String(Math.round(scrollTop)))
}

/** The place for this search string and no other. */
export function storedListPosition(search: string): (ListPlace & { scrollTop: number }) | null {
  const place = storedJson(LOCAL.savedListPage) as Partial<ListPlace> | null
  const scrollTop = Number(stored(LOCAL.scrollPosition) ?? Number.NaN)
  if (place?.search !== search || !Number.isFinite(scrollTop)) return null
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.trunc(Number(place.pages)) || 1))
  return { search, pages, opened: place.opened ?? null, anchor: place.anchor ?? null, scrollTop }
}

export const returnsToPlace = (pathname: string) =>
  pathname === LIST && storedListPosition(location.search) !== null

/** Outside list and gift pages the position is deleted. */
export function eraseListPosition(pathname: string): void {
  if (pathname === LIST || pathname.startsWith(DETAIL)) return
  if (stored(LOCAL.savedListPage) === null && stored(LOCAL.scrollPosition) === null) return
  store(LOCAL.savedListPage, null)
  store(LOCAL.scrollPosition, null)
}
