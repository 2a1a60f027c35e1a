import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { pageAt, componentsOf } from '#contract/content/page-table.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { useLoadPage } from '#storefront/router/page-loader.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { prefetchTexts } from '#storefront/api/queries.ts'
import { prefetchImages } from '#storefront/router/prefetch-images.ts'
import { whenIdle } from '#storefront/hooks/when-idle.ts'

const SIGNS = ['pointermove', 'touchstart', 'wheel', 'keydown']

/** How many visible links are prefetched. Responses are small, images are not. */
const MOST_ANSWERS = 6
const MOST_PICTURES = 2

/** The opened page loads its own images first. */
const REST_MS = 200

/**
 * Prepares the most likely next pages. Once the page is idle, loads their code and texts, and the data of the first
 * list that a link in view leads to. After the first input, also loads the data of other links in view.
 */
export function usePrepareNextPages(pathname: string) {
  const queries = useQueryClient()
  const loadPage = useLoadPage()
  useEffect(() => {
    const next = pageAt(pathname).next ?? []
    const listening = new AbortController()
    const fetchPages = () => {
      for (const path of next) void loadPage(path)
      void prefetchTexts(queries, next.flatMap(componentsOf), currentLanguage())
    }
    const followPointer = () => {
      listening.abort()
      fetchPages()
      if (!spares()) followAhead(queries, linksInView(next))
    }
    for (const sign of SIGNS) {
      addEventListener(sign, followPointer, { passive: true, signal: listening.signal })
    }
    const atRest = () => {
      fetchPages()
      followAhead(queries, linksInView(next).filter(leadsToList).slice(0, 1))
    }
    const callOff = spares() ? undefined : whenAtRest(atRest)
    return () => {
      listening.abort()
      callOff?.()
    }
  }, [pathname, queries, loadPage])
}

const leadsToList = (address: string) => pageAt(new URL(address).pathname) === pageAt('/products')

function whenAtRest(work: () => void): () => void {
  let callOff = () => {}
  const rest = () => {
    const timer = setTimeout(() => {
      callOff = whenIdle(work)
    }, REST_MS)
    callOff = () => clearTimeout(timer)
  }
  if (document.readyState === 'complete') rest()
  else {
    addEventListener('load', rest, { once: true })
    callOff = () => removeEventListener('load', rest)
  }
  return () => callOff()
}

/** Nothing is prefetched with the browser's data saver. */
const spares = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

function followAhead(queries: QueryClient, addresses: string[]) {
  for (const [at, address] of addresses.entries()) {
    const { pathname, search } = new URL(address)
    const coming = prepareRoute(queries, pathname, search, { frame: false })
    if (at < MOST_PICTURES) void coming.then(() => prefetchImages(queries, pathname, search))
  }
}

/** The addresses of links in view that lead to likely next pages: those in the page first, then in the header. */
function linksInView(next: readonly string[]): string[] {
  const patterns = new Set(next.map((path) => pageAt(path).path))
  const found = new Set<string>()
  const links = ['main', 'header'].flatMap((place) => [
    ...document.querySelectorAll<HTMLAnchorElement>(`${place} a[href]`),
  ])
  for (const link of links) {
    if (found.size === MOST_ANSWERS) break
    if (link.origin !== location.origin || !patterns.has(pageAt(link.pathname).path)) continue
    const { top, bottom, width } = link.getBoundingClientRect()
    if (width > 0 && bottom > 0 && top < innerHeight) found.add(link.href)
  }
  return [...found]
}
