import { Activity, type ReactNode, startTransition, useCallback, useState } from 'react'

import { pageAt, pathParametersOf } from '#contract/content/page-table.ts'
import type { Place } from '#storefront/router/history.ts'
import { type Ahead, PrerenderContext, Pages } from '#storefront/router/page-prerender.ts'
import { StaticLocation, useLocation } from '#storefront/router/router.tsx'

/** Created once per path, so that a page renders when its data changes and not when the address is read. */
export type DrawnPages = ReadonlyMap<string, ReactNode>

/** An older prerender is discarded. */
const FRESH_MS = 60_000

let drawn = 0
const newKey = () => `page ${(drawn += 1)}`

/**
 * The visible page, and the page that may be next. The next page renders out of sight when the browser is idle, so
 * that a click only has to show it. It is inactive before that: it announces nothing, starts no requests of its own,
 * and is hidden from screen readers and page search.
 */
export function PageTransition({ pages, children }: { pages: DrawnPages; children: ReactNode }) {
  const [ahead, setAhead] = useState<(Ahead & { since: number }) | null>(null)
  const draw = useCallback((address: string) => {
    const { pathname, search, hash } = new URL(address, location.origin)
    const place = { pathname, search, hash, state: null, key: newKey() }
    startTransition(() =>
      setAhead((now) =>
        now && isAt(now.place, place) && performance.now() - now.since < FRESH_MS
          ? now
          : { key: place.key, place, since: performance.now() },
      ),
    )
  }, [])
  return (
    <PrerenderContext value={draw}>
      <Pages value={<Shown pages={pages} ahead={ahead} />}>{children}</Pages>
    </PrerenderContext>
  )
}

function Shown({ pages, ahead }: { pages: DrawnPages; ahead: Ahead | null }) {
  const place = useLocation()
  const { path } = pageAt(place.pathname)
  const [shown, setShown] = useState(() => ({ path, key: newKey() }))
  let now = shown
  if (shown.path !== path) {
    now = { path, key: ahead && isAt(ahead.place, place) ? ahead.key : newKey() }
    setShown(now)
  }
  // Another address of the same page only changes that page, so there is nothing to prerender.
  const next = ahead && ahead.key !== now.key && pageAt(ahead.place.pathname).path !== path
  return (
    <>
      <Activity key={now.key} mode="visible">
        <PageAt pages={pages} place={place} />
      </Activity>
      {next ? (
        <Activity key={ahead.key} mode="hidden">
          <PageAt pages={pages} place={ahead.place} />
        </Activity>
      ) : null}
    </>
  )
}

const isAt = (a: Place, b: Place) => a.pathname === b.pathname && a.search === b.search

function PageAt({ pages, place }: { pages: DrawnPages; place: Place }) {
  const { path } = pageAt(place.pathname)
  return (
    <StaticLocation place={place} params={pathParametersOf(path, place.pathname)}>
      {pages.get(path)}
    </StaticLocation>
  )
}
