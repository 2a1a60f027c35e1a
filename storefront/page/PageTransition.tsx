import { Activity, type ReactNode, startTransition, useCallback, useState } from 'react'

import { pageAt, stepsOf } from '#contract/content/page-table.ts'
import type { Place } from '#storefront/router/history.ts'
import { type Ahead, DrawAhead, Pages } from '#storefront/router/page-prerender.ts'
import { At, useLocation } from '#storefront/router/router.tsx'

/** By their paths, made once: a page is drawn anew by what it reads, not because its address was looked at. */
export type DrawnPages = ReadonlyMap<string, ReactNode>

/** A page that was drawn longer ago is drawn anew. */
const FRESH_MS = 60_000

let drawn = 0
const newKey = () => `page ${(drawn += 1)}`

/**
 * The page that is shown, and the one that may be next. That one is drawn out of sight when the browser has time, so that
 * a click only has to show it. Nothing of it is at work before: it announces nothing, asks for nothing of its own accord,
 * and is not there for who reads the page aloud or searches in it.
 */
export function Stage({ pages, children }: { pages: DrawnPages; children: ReactNode }) {
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
    <DrawAhead value={draw}>
      <Pages value={<Shown pages={pages} ahead={ahead} />}>{children}</Pages>
    </DrawAhead>
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
  // Another address of the same page is that page, changed: there is nothing to be drawn ahead.
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
    <At place={place} params={stepsOf(path, place.pathname)}>
      {pages.get(path)}
    </At>
  )
}
