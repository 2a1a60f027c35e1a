import { useEffect } from 'react'

import { findPage } from '#backoffice/shell/pages/all-pages.ts'

const AT_A_LINK = ['pointerover', 'focusin'] as const

/**
 * Most pages are a list, which comes while nobody waits for anything. The part of a page is fetched as soon as a pointer or
 * the keyboard is at a link to it: whoever follows finds it there.
 */
export function usePartsAhead() {
  useEffect(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(fetchList)
  }, [])
  useEffect(() => {
    function look({ target }: Event) {
      const link =
        target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/backoffice"]')
      // What failed to come is remembered by the browser as failed; so nothing is fetched that is not asked for.
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
