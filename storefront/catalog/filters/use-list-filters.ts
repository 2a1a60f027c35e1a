import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import type { Balance } from '#domain/vouchers/points.ts'
import {
  eraseFilters,
  recalledFilters,
  rememberFilters,
} from '#storefront/catalog/filters/filter-memory.ts'
import {
  alteredBy,
  filtersIn,
  hasFilters,
  type ListFilters,
  noFilters,
  scopeOf,
  withFilters,
} from '#storefront/catalog/filters/list-filters.ts'
import { OPENED } from '#storefront/router/history.ts'
import { sheetIn } from '#storefront/router/use-sheet.ts'

const DEBOUNCE_MS = 300

/** The tab shows again what it has shown before; whoever types an address or follows one begins anew. */
function comesBack(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return (
    load instanceof PerformanceNavigationTiming &&
    (load.type === 'reload' || load.type === 'back_forward')
  )
}

/**
 * The filters as the panel shows them at once, and the search string that the list asks for: the address, which
 * follows when nothing was changed for 300 ms. A link to a list opens it without filters; so does its
 * address, typed. One that is loaded again, or come back to, and says nothing of them takes over what is remembered.
 */
export function useListFilters(balance: Balance) {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const opened = key === OPENED
  const given = useMemo(
    () =>
      opened && comesBack() && !hasFilters(search)
        ? recalledFilters(search, balance)
        : filtersIn(search, balance),
    [opened, search, balance],
  )
  const scope = scopeOf(search)
  const [draft, setDraft] = useState<{ scope: string; filters: ListFilters } | null>(null)
  const drafted = draft?.scope === scope ? draft.filters : null
  const canonical = withFilters(search, given, balance)
  // Not sooner: the address changes a moment after it was told to, and clicks go on meanwhile. And not while
  // rendering: React computes the next click from what such a render left, even when it was thrown away.
  const settled = draft && (!drafted || withFilters(search, drafted, balance) === canonical)
  useEffect(() => {
    if (settled) setDraft((now) => (now === draft ? null : now))
  }, [settled, draft])

  useEffect(() => {
    if (!drafted) return
    const timer = setTimeout(() => {
      rememberFilters(drafted, search, balance)
      void navigate({ search: withFilters(search, drafted, balance) }, { replace: true, state })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [drafted, search, state, balance, navigate])

  useEffect(() => {
    rememberFilters(given, search, balance)
    // What was taken over is in the address from now on: whoever comes back finds what was left, and not what came since.
    if (canonical !== search || opened)
      void navigate({ search: canonical }, { replace: true, state })
  }, [given, canonical, search, state, opened, balance, navigate])

  useKeptFromSheet(search, state)

  return {
    filters: drafted ?? given,
    asked: useSettledTerm(canonical),
    change: (alter: (filters: ListFilters) => ListFilters) =>
      setDraft((draft) => ({
        scope,
        filters: alteredBy(alter, draft?.scope === scope ? draft.filters : given, balance),
      })),
    reset: () => {
      eraseFilters()
      setDraft({ scope, filters: noFilters(balance) })
    },
  }
}

/**
 * The sheet with the filters has an entry of its own in the history. What was set in it goes along to the list's
 * own entry, which lies under it, however the sheet was closed.
 */
function useKeptFromSheet(search: string, state: unknown) {
  const navigate = useNavigate()
  const before = useRef({ search, sheet: sheetIn(state) })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { search, sheet: sheetIn(state) }
    if (last.sheet === undefined || sheetIn(state) !== undefined) return
    if (last.search === search || scopeOf(last.search) !== scopeOf(search)) return
    void navigate({ search: last.search }, { replace: true, state })
  }, [search, state, navigate])
}

/** Another word to search for is waited for as a filter is; another part of the shop is there at once. */
function useSettledTerm(search: string): string {
  const [settled, setSettled] = useState(search)
  const waits = settled !== search && onlyTermDiffers(settled, search)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), waits ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [search, waits])
  return waits ? settled : search
}

function onlyTermDiffers(a: string, b: string): boolean {
  const term = (search: string) => new URLSearchParams(search).get('search') ?? ''
  const rest = (search: string) => {
    const query = new URLSearchParams(scopeOf(search))
    query.delete('search')
    return query.toString()
  }
  return term(a) !== term(b) && rest(a) === rest(b)
}
