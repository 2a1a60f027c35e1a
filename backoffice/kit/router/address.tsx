import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'

type BackofficeLocation = {
  pathname: string
  search: string
  /** The field or section that the address names, without '#'. */
  anchor: string
  navigationType: 'pop' | 'push' | 'replace'
}

const LocationContext = createContext<BackofficeLocation>({
  pathname: '/backoffice',
  search: '',
  anchor: '',
  navigationType: 'pop',
})
const listeners = new Set<(location: BackofficeLocation) => void>()

const currentLocation = (
  navigationType: BackofficeLocation['navigationType'],
): BackofficeLocation => {
  const { pathname, search, hash } = window.location
  return {
    pathname: pathname.replace(/(.)\/+$/, '$1'),
    search,
    anchor: decodeAnchor(hash.slice(1)),
    navigationType,
  }
}

/** A typed address may contain a lone '%'. */
function decodeAnchor(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
const notifyListeners = (navigationType: BackofficeLocation['navigationType']) => {
  for (const listener of listeners) listener(currentLocation(navigationType))
}

/** Navigates within the back office. '?…' is the current page with another query. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const address = to.startsWith('?') ? window.location.pathname + (to === '?' ? '' : to) : to
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  notifyListeners(replace ? 'replace' : 'push')
}

/**
 * Follows the browser's history. The current page stays visible until the next one can render. A changed query on the
 * same page applies at once, so that a ticked checkbox shows immediately.
 */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => currentLocation('pop'))
  useEffect(() => {
    let pathname = window.location.pathname
    const follow = (next: BackofficeLocation) => {
      const isSamePage = pathname === next.pathname
      pathname = next.pathname
      if (isSamePage) setLocation(next)
      else startTransition(() => setLocation(next))
    }
    const pop = () => notifyListeners('pop')
    listeners.add(follow)
    window.addEventListener('popstate', pop)
    return () => {
      listeners.delete(follow)
      window.removeEventListener('popstate', pop)
    }
  }, [])
  return <LocationContext value={location}>{children}</LocationContext>
}

export const useLocation = () => use(LocationContext)

/** The query of the address, and a function that changes parts of it. null removes a part. */
export function useQueryParams(): [
  URLSearchParams,
  (parts: Record<string, string | null>, options?: { replace?: boolean }) => void,
] {
  const { search } = useLocation()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (parts: Record<string, string | null>, options: { replace?: boolean } = {}) =>
      navigate(`?${withQueryParams(new URLSearchParams(window.location.search), parts)}`, options),
    [],
  )
  return [query, change]
}

export function withQueryParams(
  query: URLSearchParams,
  parts: Record<string, string | null>,
): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(parts)) {
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  // Commas stay readable.
  return next.toString().replaceAll('%2C', ',')
}

type BackofficeLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string
  replace?: boolean
}

/** A link within the back office. It is a real link, so that new tabs, copying and the status bar work. */
export function BackofficeLink({ to, replace = false, onClick, ...rest }: BackofficeLinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to, { replace })
  }
  // The content of the link is its name.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={to} onClick={follow} />
}
