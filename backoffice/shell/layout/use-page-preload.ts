import { useEffect } from 'react'

import { findPage } from '#backoffice/shell/pages/all-pages.ts'

const LINK_EVENTS = ['pointerover', 'focusin'] as const

/**
 * The list code, which most pages need, loads while the browser is idle. A page's own code loads when the pointer or
 * the focus reaches a link to it.
 */
export function usePagePreload() {
  useEffect(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(preloadList)
  }, [])
  useEffect(() => {
    function preloadPage({ target }: Event) {
      const link =
        target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/backoffice"]')
      // Browsers remember a failed module import, so nothing is fetched offline.
      if (!link || !navigator.onLine) return
      findPage(link.pathname)
        ?.page.load()
        .catch(() => {})
    }
    for (const event of LINK_EVENTS)
      document.addEventListener(event, preloadPage, { passive: true })
    return () => {
      for (const event of LINK_EVENTS) document.removeEventListener(event, preloadPage)
    }
  }, [])
}

const preloadList = () => void import('#backoffice/kit/list/ListPage.tsx').catch(() => {})
