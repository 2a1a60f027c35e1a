import { isOwnPath } from '#domain/text/local-path.ts'
import { SESSION, store, stored } from '#storefront/storage/browser-storage.ts'

/** What somebody asked for who first had to log in. Kept by the tab, so that it stands in no address. */
export function rememberWanted({ pathname, search, hash }: Place): void {
  const path = pathname + search + (hash ?? '')
  // Home is where everybody goes who asked for nothing.
  if (pathname !== '/' && pathname !== '/login' && isOwnPath(path)) store(SESSION.wantedPath, path)
}

type Place = { pathname: string; search: string; hash?: string }

export function wantedPath(): string | null {
  const path = stored(SESSION.wantedPath)
  return path !== null && isOwnPath(path) ? path : null
}
