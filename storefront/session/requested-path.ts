import { isOwnPath } from '#domain/text/local-path.ts'
import { SESSION, store, stored } from '#storefront/storage/browser-storage.ts'

/** Stores the page that was requested before sign-in. In session storage, so that it is not part of an address. */
export function storeRequestedPath({ pathname, search, hash }: Place): void {
  const path = pathname + search + (hash ?? '')
  // Home is the default after sign-in.
  if (pathname !== '/' && pathname !== '/login' && isOwnPath(path)) store(SESSION.wantedPath, path)
}

type Place = { pathname: string; search: string; hash?: string }

export function requestedPath(): string | null {
  const path = stored(SESSION.wantedPath)
  return path !== null && isOwnPath(path) ? path : null
}
