import type { QueryClient } from '@tanstack/react-query'

import { noticeStorage } from '#storefront/storage/browser-storage.ts'
import { closeSession, token } from '#storefront/session/holder-session.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'

/** Updates this page when a session started or ended in another tab. */
export function syncSessionAcrossTabs(queries: QueryClient): () => void {
  const unfollow = followBasket(queries)
  const tabs = openTabs()
  if (!tabs) return unfollow
  tabs.onChange = (change) => {
    if (change === 'ended') closeSession({ everything: true })
    queries.clear()
    noticeStorage()
  }
  return () => {
    unfollow()
    tabs.onChange = () => {}
  }
}

/** Changes of the basket in another tab appear as soon as this tab is visible again. */
function followBasket(queries: QueryClient): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden' || token() === null) return
    void queries.invalidateQueries({ queryKey: ['cart'] }, { cancelRefetch: false })
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
  }
}
