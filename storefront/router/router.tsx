import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'

import { pageAt } from '#contract/content/page-table.ts'
import {
  isPlainClick,
  type Move,
  type Place,
  type To,
  shopHistory,
} from '#storefront/router/history.ts'

/** The location of a part of the page: that of the browser, or in a prerendered page the address of that page. */
type Here = {
  place: Place
  /** How this address was reached. */
  action: 'pop' | 'push' | 'replace'
}

const HereContext = createContext<Here | null>(null)
const ParamsContext = createContext<Readonly<Record<string, string>>>({})

function useHere(): Here {
  const here = useContext(HereContext)
  if (!here) throw new Error('the router is missing')
  return here
}

/** Follows the browser's history. */
export function Router({ children }: { children: ReactNode }) {
  const [here, setHere] = useState<Here>(() => shopHistory.now())
  useLayoutEffect(() => {
    let last = shopHistory.now()
    return shopHistory.subscribe((next) => {
      const samePage = pageAt(last.place.pathname) === pageAt(next.place.pathname)
      last = next
      // A change within a page is a transition: the old content stays until the new content is ready.
      if (samePage) startTransition(() => setHere(next))
      else {
        runAtOnce(() => {
          if (last === next) setHere(next)
        })
      }
    })
  }, [])
  return <HereContext value={here}>{children}</HereContext>
}

/**
 * Runs the work in a task of its own with high priority. A new page then renders without pauses for other work, and
 * work that follows its paint does not run before it.
 */
function runAtOnce(work: () => void) {
  const { scheduler } = globalThis as { scheduler?: TaskScheduler }
  if (scheduler) void scheduler.postTask(work, { priority: 'user-blocking' })
  else setTimeout(work)
}

/** Not available in every browser, and missing in TypeScript's types. */
type TaskScheduler = { postTask(work: () => void, how: { priority: string }): Promise<void> }

/** A fixed location without navigation, for the server and for prerendered pages. */
export function StaticLocation({
  place,
  params,
  children,
}: {
  place: Place
  params?: Readonly<Record<string, string>>
  children: ReactNode
}) {
  const { action } = useContext(HereContext) ?? { action: 'pop' as const }
  const here = useMemo(() => ({ place, action }), [place, action])
  return (
    <HereContext value={here}>
      {params ? <ParamsContext value={params}>{children}</ParamsContext> : children}
    </HereContext>
  )
}

export const useLocation = (): Place => useHere().place

/** Whether this history entry replaced another one. */
export const useWasReplaced = (): boolean => useHere().action === 'replace'

/** The parameters of the page's path. */
export const useParams = (): Readonly<Record<string, string>> => useContext(ParamsContext)

export function useQueryParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

export type Navigate = (to: To | number, move?: Move) => Promise<void>

/** Navigates to an address or back by a number of entries. Omitted parts are those of the current page. */
export function useNavigate(): Navigate {
  const { pathname } = useLocation()
  return useCallback(async (to, move) => shopHistory.go(to, move, pathname), [pathname])
}

/** Navigates once after mount. Only `to` is a dependency: later renders may pass an equal `state` as a new object. */
export function Navigate({ to, replace, state }: Move & { to: string }) {
  const navigate = useEffectEvent(() => shopHistory.go(to, { replace, state }, '/'))
  useEffect(() => navigate(), [to])
  return null
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Move & {
    /** A complete path of the shop. */
    to: string
  }

/** A link within the shop. It subscribes to nothing, so that many links cost little. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  function onFollow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    shopHistory.go(to, { replace: replace ?? shopHistory.isHere(to), state }, '/')
  }
  // The content is part of `rest`.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={to} onClick={onFollow} />
}
