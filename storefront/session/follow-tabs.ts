import type { QueryClient } from '@tanstack/react-query'

import { notifyStorageChange } from '#storefront/storage/browser-storage.ts'
import { closeSession, token } from '#storefront/session/holder-session.ts'
import { openTabs } from '#storefront/session/open-tabs.ts'

/** Updates this page when a session started or ended in another tab. */
export function syncSessionAcrossTabs(queries: QueryClient): () => void {
  const stopRefreshing = refreshCartOnReturn(queries)
  const tabs = openTabs()
  if (!tabs) return stopRefreshing
  tabs.onChange = (change) => {
    if (change === 'ended') closeSession({ everything: true })
    queries.clear()
    notifyStorageChange()
  }
  return () => {
    stopRefreshing()
    tabs.onChange = () => {}
  }
}

/** Fetches the cart again when this tab becomes visible, because another tab may have changed it. */
function refreshCartOnReturn(queries: QueryClient): () => void {
  const refreshCart = () => {
    if (document.visibilityState === 'hidden' || token() === null) return
    void queries.invalidateQueries({ queryKey: ['cart'] }, { cancelRefetch: false })
  }
  document.addEventListener('visibilitychange', refreshCart)
  window.addEventListener('focus', refreshCart)
  return () => {
    document.removeEventListener('visibilitychange', refreshCart)
    window.removeEventListener('focus', refreshCart)
  }
}
