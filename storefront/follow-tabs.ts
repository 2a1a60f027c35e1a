import type { QueryClient } from '@tanstack/react-query'

import { noticeStorage } from '#storefront/browser-storage.ts'
import { closeSession } from '#storefront/holder-session.ts'
import { openTabs } from '#storefront/open-tabs.ts'

/** What this page shows when a session came from another tab, or ended there. */
export function followTabs(queries: QueryClient): () => void {
  const tabs = openTabs()
  if (!tabs) return () => {}
  tabs.onChange = (change) => {
    if (change === 'ended') closeSession({ everything: true })
    queries.clear()
    noticeStorage()
  }
  return () => {
    tabs.onChange = () => {}
  }
}
