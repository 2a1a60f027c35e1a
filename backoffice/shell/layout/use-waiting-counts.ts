import { useQueries } from '@tanstack/react-query'

import { backofficePages, mayOpen } from '#backoffice/shell/pages/all-pages.ts'
import { type NavigationEntry, pathOf } from '#backoffice/shell/pages/navigation.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

const POLL_INTERVAL_MS = 60_000

/** The number of open items per page. */
export function useWaitingCounts(staff: Staff): ReadonlyMap<string, number> {
  const pages = backofficePages.filter((page) => page.countWaiting && mayOpen(page, staff))
  return useQueries({
    queries: pages.map(({ path, countWaiting }) => ({
      queryKey: ['waits', path],
      queryFn: async () => (await countWaiting?.()) ?? 0,
      refetchInterval: POLL_INTERVAL_MS,
      meta: { isPolled: true },
    })),
    combine: (answers) =>
      new Map(pages.map(({ path }, index) => [path, answers[index]?.data ?? 0])),
  })
}

/** The number of open items in all tabs of an entry. */
export const waitingCountIn = (entry: NavigationEntry, waiting: ReadonlyMap<string, number>) =>
  entry.tabs.reduce((sum, tab) => sum + (waiting.get(pathOf(tab)) ?? 0), 0)
