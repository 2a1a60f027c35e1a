import { type RefObject, useEffect, useRef } from 'react'

import { useLocation } from '#backoffice/kit/router/address.tsx'

/** The last opened row, by the list's complete address. */
const opened = new Map<string, string>()
const addressNow = () => window.location.pathname + window.location.search

/** After the user returns from an item, the focus is on its row again. */
export function useLastOpenedRow(page: RefObject<HTMLElement | null>, isDrawn: boolean) {
  const { navigationType } = useLocation()
  const wasRestored = useRef(false)
  useEffect(() => {
    if (!isDrawn || wasRestored.current) return
    wasRestored.current = true
    const href = navigationType === 'pop' ? opened.get(addressNow()) : undefined
    const hasNoFocus = document.activeElement === null || document.activeElement === document.body
    const links = page.current?.querySelectorAll<HTMLAnchorElement>('[data-row-link]') ?? []
    if (hasNoFocus) [...links].find((link) => link.getAttribute('href') === href)?.focus()
  }, [page, isDrawn, navigationType])
  useEffect(() => {
    const list = page.current
    const rememberRow = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('[data-row-link]') : null
      const href = link?.getAttribute('href')
      if (href) opened.set(addressNow(), href)
    }
    // Before the link is followed, because the address changes with it.
    list?.addEventListener('click', rememberRow, { capture: true })
    return () => list?.removeEventListener('click', rememberRow, { capture: true })
  }, [page])
}
