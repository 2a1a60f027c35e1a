import { LOCAL, store, stored, storedJson, storeJson } from '#storefront/storage/browser-storage.ts'
import { token } from '#storefront/session/holder-session.ts'

/** The user's position in the list. */
export type ListPosition = {
  search: string
  pages: number
  /** The opened card, which gets the focus. */
  opened: string | null
  /** The first visible card and its distance from the top, because heights of unrendered cards are estimates. */
  anchor: { scp: string; top: number } | null
}

const LIST_PATH = '/products'
const GIFT_PATH = '/product-description/'

const MAX_PAGES = 250

export function storeListPosition(position: ListPosition, scrollTop: number): void {
  // After a logout nothing is stored.
  if (token() === null) return
  storeJson(LOCAL.savedListPage, position)
  store(LOCAL.scrollPosition, String(Math.round(scrollTop)))
}

/** The stored position, if it belongs to this search string. */
export function storedListPosition(search: string): (ListPosition & { scrollTop: number }) | null {
  const position = storedJson(LOCAL.savedListPage) as Partial<ListPosition> | null
  const scrollTop = Number(stored(LOCAL.scrollPosition) ?? Number.NaN)
  if (position?.search !== search || !Number.isFinite(scrollTop)) return null
  const pages = Math.min(MAX_PAGES, Math.max(1, Math.trunc(Number(position.pages)) || 1))
  return {
    search,
    pages,
    opened: position.opened ?? null,
    anchor: position.anchor ?? null,
    scrollTop,
  }
}

export const restoresListPosition = (pathname: string) =>
  pathname === LIST_PATH && storedListPosition(location.search) !== null

/** Outside list and gift pages the position is deleted. */
export function eraseListPosition(pathname: string): void {
  if (pathname === LIST_PATH || pathname.startsWith(GIFT_PATH)) return
  if (stored(LOCAL.savedListPage) === null && stored(LOCAL.scrollPosition) === null) return
  store(LOCAL.savedListPage, null)
  store(LOCAL.scrollPosition, null)
}
