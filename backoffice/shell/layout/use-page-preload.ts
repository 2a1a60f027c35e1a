import { useEffect } from 'react'

import { findPage } from '#backoffice/shell/pages/all-pages.ts'

const AT_A_LINK = ['pointerover', 'focusin'] as const

/**
 * The list code, which most pages need, loads while the browser is idle. A page's own code loads when the pointer or
 * the focus reaches a link to it.
 */
export function usePagePreload() {
  useEffect(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(fetchList)
  }, [])
  useEffect(() => {
    function look({ target }: Event) {
      const link =
        target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/backoffice"]')
      // Browsers remember a failed module import, so nothing is fetched offline.
      if (!link || !navigator.onLine) return
      findPage(link.pathname)
        ?.page.load()
        .catch(() => {})
    }
    for (const event of AT_A_LINK) document.addEventListener(event, look, { passive: true })
    return () => {
      for (const event of AT_A_LINK) document.removeEventListener(event, look)
    }
  }, [])
}

const fetchList = () => void import('#backoffice/kit/list/ListPage.tsx').catch(() => {})
