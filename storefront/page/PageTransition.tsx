import { Activity, type ReactNode, startTransition, useCallback, useState } from 'react'

import { pageAt, pathParametersOf } from '#contract/content/page-table.ts'
import type { Place } from '#storefront/router/history.ts'
import { type NextPage, PrerenderContext, Pages } from '#storefront/router/page-prerender.ts'
import { StaticLocation, useLocation } from '#storefront/router/router.tsx'

/**
 * The element of each page, created once. React does not render an identical element again, so a change of address
 * renders only what reads it.
 */
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
      setNextPage((current) =>
        current &&
        isSameAddress(current.place, place) &&
        performance.now() - current.since < MAX_AGE_MS
          ? current
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
  let current = shown
  if (shown.path !== path) {
    const isPrerendered = nextPage !== null && isSameAddress(nextPage.place, place)
    current = { path, key: isPrerendered ? nextPage.key : newKey() }
    setShown(current)
  }
  // Another address of the same page only changes that page, so there is nothing to prerender.
  const isOtherPage =
    nextPage !== null &&
    nextPage.key !== current.key &&
    pageAt(nextPage.place.pathname).path !== path
  return (
    <>
      <Activity key={current.key} mode="visible">
        <PageAt pages={pages} place={place} />
      </Activity>
      {isOtherPage ? (
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
