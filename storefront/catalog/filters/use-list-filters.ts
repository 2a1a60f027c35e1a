import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import type { Balance } from '#domain/vouchers/points.ts'
import {
  eraseFilters,
  recallFilters,
  rememberFilters,
} from '#storefront/catalog/filters/filter-memory.ts'
import {
  applyChange,
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

/** Whether the page was reloaded or reached by the back button, and not by a link or a typed address. */
function isReturnVisit(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return (
    load instanceof PerformanceNavigationTiming &&
    (load.type === 'reload' || load.type === 'back_forward')
  )
}

/**
 * `filters` change at once. `listSearch`, the search string of the list and its address, follows after 300 ms without a
 * change. A link or a typed address opens the list without filters. A reload or a return to an address without filters
 * restores the stored ones.
 */
export function useListFilters(balance: Balance, today: string) {
  const { search, state, key } = useLocation()
  const navigate = useNavigate()
  const opened = key === OPENED
  const fromAddress = useMemo(
    () =>
      opened && isReturnVisit() && !hasFilters(search)
        ? recallFilters(search, balance, today)
        : filtersIn(search, balance, today),
    [opened, search, balance, today],
  )
  const scope = scopeOf(search)
  const [draft, setDraft] = useState<{ scope: string; filters: ListFilters } | null>(null)
  const draftFilters = draft?.scope === scope ? draft.filters : null
  const canonical = withFilters(search, fromAddress, balance)
  // The draft ends when the address has it. Not earlier, because the address changes some time after `navigate`. Not
  // during render, because React computes the next click from the state of such a render, even if it was discarded.
  const settled =
    draft && (!draftFilters || withFilters(search, draftFilters, balance) === canonical)
  useEffect(() => {
    if (settled) setDraft((current) => (current === draft ? null : current))
  }, [settled, draft])

  useEffect(() => {
    if (!draftFilters) return
    const timer = setTimeout(() => {
      rememberFilters(draftFilters, search, balance)
      void navigate(
        { search: withFilters(search, draftFilters, balance) },
        { replace: true, state },
      )
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draftFilters, search, state, balance, navigate])

  useEffect(() => {
    rememberFilters(fromAddress, search, balance)
    // Puts the restored filters into the address, so that a later return shows them and not newer stored ones.
    if (canonical !== search || opened)
      void navigate({ search: canonical }, { replace: true, state })
  }, [fromAddress, canonical, search, state, opened, balance, navigate])

  useKeepSheetFilters(search, state)

  return {
    filters: draftFilters ?? fromAddress,
    listSearch: useDebouncedTerm(canonical),
    change: (alter: (filters: ListFilters) => ListFilters) =>
      setDraft((draft) => ({
        scope,
        filters: applyChange(alter, draft?.scope === scope ? draft.filters : fromAddress, balance),
      })),
    reset: () => {
      eraseFilters()
      setDraft({ scope, filters: noFilters(balance) })
    },
  }
}

/**
 * The sheet with the filters has its own history entry. When the sheet closes, the list's entry below it takes over the
 * filters.
 */
function useKeepSheetFilters(search: string, state: unknown) {
  const navigate = useNavigate()
  const before = useRef({ search, sheet: sheetIn(state) })
  useLayoutEffect(() => {
    const previous = before.current
    before.current = { search, sheet: sheetIn(state) }
    if (previous.sheet === undefined || sheetIn(state) !== undefined) return
    if (previous.search === search || scopeOf(previous.search) !== scopeOf(search)) return
    void navigate({ search: previous.search }, { replace: true, state })
  }, [search, state, navigate])
}

/** The search text changes after a pause, like a filter. A change to another list takes effect at once. */
function useDebouncedTerm(search: string): string {
  const [settled, setSettled] = useState(search)
  const isTyping = settled !== search && onlyTermDiffers(settled, search)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(search), isTyping ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [search, isTyping])
  return isTyping ? settled : search
}

function onlyTermDiffers(a: string, b: string): boolean {
  const term = (search: string) => new URLSearchParams(search).get('search') ?? ''
  const otherParameters = (search: string) => {
    const query = new URLSearchParams(scopeOf(search))
    query.delete('search')
    return query.toString()
  }
  return term(a) !== term(b) && otherParameters(a) === otherParameters(b)
}
