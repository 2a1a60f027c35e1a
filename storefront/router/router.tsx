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
import { isPlainClick, type Move, type Place, type To, travel } from '#storefront/router/history.ts'

/** The location of a part of the page: usually that of the browser, ahead of it in a prerendered page. */
type Here = {
  place: Place
  /** How one came here. */
  by: 'pop' | 'push' | 'replace'
}

const HereContext = createContext<Here | null>(null)
const ParamsContext = createContext<Readonly<Record<string, string>>>({})

function useHere(): Here {
  const here = useContext(HereContext)
  if (!here) throw new Error('there is no router around this')
  return here
}

/** Follows the browser's history. */
export function Router({ children }: { children: ReactNode }) {
  const [here, setHere] = useState<Here>(() => travel.now())
  useLayoutEffect(() => {
    let last = travel.now()
    return travel.follow((next) => {
      const samePage = pageAt(last.place.pathname) === pageAt(next.place.pathname)
      last = next
      // A change within a page is a transition: the old content stays until the new content is ready.
      if (samePage) startTransition(() => setHere(next))
      else {
        atOnce(() => {
          if (last === next) setHere(next)
        })
      }
    })
  }, [])
  return <HereContext value={here}>{children}</HereContext>
}

/**
 * Another page is drawn in one go: in slices, which leave room for what else there is to do, it comes later by as much
 * as there is. As a task of its own, so that what it does after it is painted does not come before.
 */
function atOnce(work: () => void) {
  const { scheduler } = globalThis as { scheduler?: TaskScheduler }
  if (scheduler) void scheduler.postTask(work, { priority: 'user-blocking' })
  else setTimeout(work)
}

/** Not in every browser yet, and not in TypeScript's list of what browsers know. */
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
  const { by } = useContext(HereContext) ?? { by: 'pop' as const }
  const here = useMemo(() => ({ place, by }), [place, by])
  return (
    <HereContext value={here}>
      {params ? <ParamsContext value={params}>{children}</ParamsContext> : children}
    </HereContext>
  )
}

export const useLocation = (): Place => useHere().place

/** Whether this entry of the history took the place of another one. */
export const useWasReplaced = (): boolean => useHere().by === 'replace'

/** What the address has in place of the names in its page's path. */
export const useParams = (): Readonly<Record<string, string>> => useContext(ParamsContext)

export function useQueryParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

export type Navigate = (to: To | number, move?: Move) => Promise<void>

/** Goes to an address, or so many entries back; what the address leaves out is that of the page it is called from. */
export function useNavigate(): Navigate {
  const { pathname } = useLocation()
  return useCallback(async (to, move) => travel.go(to, move, pathname), [pathname])
}

/** Navigates once after mount. Only `to` is a dependency: later renders may pass an equal `state` as a new object. */
export function Navigate({ to, replace, state }: Move & { to: string }) {
  const lead = useEffectEvent(() => travel.go(to, { replace, state }, '/'))
  useEffect(() => lead(), [to])
  return null
}

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Move & {
    /** A whole path of the shop. */
    to: string
  }

/** A link within the shop. It follows nothing that changes from page to page: many of them cost a page little. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    travel.go(to, { replace: replace ?? travel.isHere(to), state }, '/')
  }
  // The words in it are its name.
  // oxlint-disable-next-line jsx-a11y/anchor-has-content
  return <a {...rest} href={to} onClick={follow} />
}
