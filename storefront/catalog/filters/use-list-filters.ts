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

/** On reload or back the tab restores what it showed before. A typed address or a link starts without filters. */
function comesBack(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return (
    load instanceof PerformanceNavigationTiming &&
    (load.type === 'reload' || load.type === 'back_forward')
  )
}

/**
 * The filters as the panel shows them at once, and the search string for the list: the address, which follows after
 * 300 ms without a change. A link or a typed address opens the list without filters. A reload or a return to an
 * address without filters restores the stored ones.
 */
export function useListFilters(balance: Balance, today: string) {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const opened = key === OPENED
  const given = useMemo(
    () =>
      opened && comesBack() && !hasFilters(search)
        ? recalledFilters(search, balance, today)
        : filtersIn(search, balance, today),
    [opened, search, balance, today],
  )
  const scope = scopeOf(search)
  const [draft, setDraft] = useState<{ scope: string; filters: ListFilters } | null>(null)
  const drafted = draft?.scope === scope ? draft.filters : null
  const canonical = withFilters(search, given, balance)
  // Not earlier: the address changes some time after `navigate`, and clicks continue meanwhile. Not during render
  // either: React computes the next click from the state of such a render, even if it was discarded.
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
    // Puts the restored filters into the address, so that a later return shows them and not newer stored ones.
    if (canonical !== search || opened)
      void navigate({ search: canonical }, { replace: true, state })
  }, [given, canonical, search, state, opened, balance, navigate])

  useStoredFromSheet(search, state)

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
function useStoredFromSheet(search: string, state: unknown) {
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

/** The search text changes after a pause, like a filter. A change to another list takes effect at once. */
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
