import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { pageAt, componentsOf } from '#contract/content/page-table.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { useLoadPage } from '#storefront/router/page-loader.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { prefetchTexts } from '#storefront/api/queries.ts'
import { prefetchImages } from '#storefront/router/prefetch-images.ts'
import { whenIdle } from '#storefront/hooks/when-idle.ts'

const INPUT_EVENTS = ['pointermove', 'touchstart', 'wheel', 'keydown']

/** The most visible links whose data is prefetched. Images are larger, so they are prefetched for fewer links. */
const MAX_LINKS = 6
const MAX_LINKS_WITH_IMAGES = 2

/** The delay until the opened page has requested its own images. */
const IDLE_DELAY_MS = 200

/**
 * Prepares the most likely next pages. Once the page is idle, loads their code and texts, and the data of the first
 * list that a link in view leads to. After the first input, also loads the data of other links in view.
 */
export function usePrepareNextPages(pathname: string) {
  const queries = useQueryClient()
  const loadPage = useLoadPage()
  useEffect(() => {
    const next = pageAt(pathname).next ?? []
    const listeners = new AbortController()
    const fetchPages = () => {
      for (const path of next) void loadPage(path)
      void prefetchTexts(queries, next.flatMap(componentsOf), currentLanguage())
    }
    const onFirstInput = () => {
      listeners.abort()
      fetchPages()
      if (!savesData()) prefetchLinks(queries, linksInView(next))
    }
    for (const event of INPUT_EVENTS) {
      addEventListener(event, onFirstInput, { passive: true, signal: listeners.signal })
    }
    const onIdle = () => {
      fetchPages()
      prefetchLinks(queries, linksInView(next).filter(leadsToList).slice(0, 1))
    }
    const cancel = savesData() ? undefined : whenPageIdle(onIdle)
    return () => {
      listeners.abort()
      cancel?.()
    }
  }, [pathname, queries, loadPage])
}

const leadsToList = (address: string) => pageAt(new URL(address).pathname) === pageAt('/products')

function whenPageIdle(work: () => void): () => void {
  let cancel = () => {}
  const onLoaded = () => {
    const timer = setTimeout(() => {
      cancel = whenIdle(work)
    }, IDLE_DELAY_MS)
    cancel = () => clearTimeout(timer)
  }
  if (document.readyState === 'complete') onLoaded()
  else {
    addEventListener('load', onLoaded, { once: true })
    cancel = () => removeEventListener('load', onLoaded)
  }
  return () => cancel()
}

/** Whether the user has switched on the browser's data saver. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

function prefetchLinks(queries: QueryClient, addresses: string[]) {
  for (const [index, address] of addresses.entries()) {
    const { pathname, search } = new URL(address)
    const loading = prepareRoute(queries, pathname, search, { frame: false })
    if (index < MAX_LINKS_WITH_IMAGES)
      void loading.then(() => prefetchImages(queries, pathname, search))
  }
}

/** The addresses of links in view that lead to likely next pages: those in the page first, then in the header. */
function linksInView(next: readonly string[]): string[] {
  const patterns = new Set(next.map((path) => pageAt(path).path))
  const found = new Set<string>()
  const links = ['main', 'header'].flatMap((container) => [
    ...document.querySelectorAll<HTMLAnchorElement>(`${container} a[href]`),
  ])
  for (const link of links) {
    if (found.size === MAX_LINKS) break
    if (link.origin !== location.origin || !patterns.has(pageAt(link.pathname).path)) continue
    const { top, bottom, width } = link.getBoundingClientRect()
    if (width > 0 && bottom > 0 && top < innerHeight) found.add(link.href)
  }
  return [...found]
}
