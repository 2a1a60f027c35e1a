import { Activity, type ReactNode, startTransition, useCallback, useState } from 'react'

import { pageAt, pathParametersOf } from '#contract/content/page-table.ts'
import type { Place } from '#storefront/router/history.ts'
import { type NextPage, PrerenderContext, Pages } from '#storefront/router/page-prerender.ts'
import { StaticLocation, useLocation } from '#storefront/router/router.tsx'

/** Created once per path, so that a page renders when its data changes and not when the address is read. */
export type PageElements = ReadonlyMap<string, ReactNode>

/** An older prerender is discarded. */
const MAX_AGE_MS = 60_000

let pageCount = 0
const newKey = () => `page ${(pageCount += 1)}`

/**
 * The visible page, and the page that may be next. The next page renders out of sight when the browser is idle, so
 * that a click only has to show it. It is inactive before that: it announces nothing, starts no requests of its own,
 * and is hidden from screen readers and page search.
 */
export function PageTransition({ pages, children }: { pages: PageElements; children: ReactNode }) {
  const [nextPage, setNextPage] = useState<(NextPage & { since: number }) | null>(null)
  const prerender = useCallback((address: string) => {
    const { pathname, search, hash } = new URL(address, location.origin)
    const place = { pathname, search, hash, state: null, key: newKey() }
    startTransition(() =>
      setNextPage((now) =>
        now && isSameAddress(now.place, place) && performance.now() - now.since < MAX_AGE_MS
          ? now
          : { key: place.key, place, since: performance.now() },
      ),
    )
  }, [])
  return (
    <PrerenderContext value={prerender}>
      <Pages value={<VisiblePages pages={pages} nextPage={nextPage} />}>{children}</Pages>
    </PrerenderContext>
  )
}

function VisiblePages({ pages, nextPage }: { pages: PageElements; nextPage: NextPage | null }) {
  const place = useLocation()
  const { path } = pageAt(place.pathname)
  const [shown, setShown] = useState(() => ({ path, key: newKey() }))
  let now = shown
  if (shown.path !== path) {
    now = { path, key: nextPage && isSameAddress(nextPage.place, place) ? nextPage.key : newKey() }
    setShown(now)
  }
  // Another address of the same page only changes that page, so there is nothing to prerender.
  const next = nextPage && nextPage.key !== now.key && pageAt(nextPage.place.pathname).path !== path
  return (
    <>
      <Activity key={now.key} mode="visible">
        <PageAt pages={pages} place={place} />
      </Activity>
      {next ? (
        <Activity key={nextPage.key} mode="hidden">
          <PageAt pages={pages} place={nextPage.place} />
        </Activity>
      ) : null}
    </>
  )
}

const isSameAddress = (a: Place, b: Place) => a.pathname === b.pathname && a.search === b.search

function PageAt({ pages, place }: { pages: PageElements; place: Place }) {
  const { path } = pageAt(place.pathname)
  return (
    <StaticLocation place={place} params={pathParametersOf(path, place.pathname)}>
      {pages.get(path)}
    </StaticLocation>
  )
}
