import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { pageAt, wordsOf } from '#contract/page-table.ts'
import { currentLanguage } from '#storefront/chosen-language.ts'
import { useLoadPage } from '#storefront/page-loader.ts'
import { prepareRoute } from '#storefront/prepare-route.ts'
import { prepareWords } from '#storefront/queries.ts'
import { warmPictures } from '#storefront/warm-pictures.ts'

const SIGNS = ['pointermove', 'touchstart', 'wheel', 'keydown']

/** So many of the links in view are followed ahead: their answers are small, their pictures are not. */
const MOST_ANSWERS = 6
const MOST_PICTURES = 2

/**
 * At the first sign of somebody who is there: code and words of the pages that mostly come next, and what those of
 * them show that links in view lead to. What was opened comes first.
 */
export function useNextPages(pathname: string) {
  const queries = useQueryClient()
  const loadPage = useLoadPage()
  useEffect(() => {
    const next = pageAt(pathname).next ?? []
    const listening = new AbortController()
    const fetchThem = () => {
      listening.abort()
      for (const path of next) void loadPage(path)
      void prepareWords(queries, next.flatMap(wordsOf), currentLanguage())
      void followAhead(queries, linksInView(next))
    }
    for (const sign of SIGNS) {
      addEventListener(sign, fetchThem, { passive: true, signal: listening.signal })
    }
    return () => listening.abort()
  }, [pathname, queries, loadPage])
}

/** Who pays for what comes gets what was asked for, and nothing else. */
const spares = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

async function followAhead(queries: QueryClient, addresses: string[]) {
  if (spares()) return
  for (const [at, address] of addresses.entries()) {
    const { pathname, search } = new URL(address)
    const coming = prepareRoute(queries, pathname, search, { frame: false })
    if (at < MOST_PICTURES) void coming.then(() => warmPictures(queries, pathname, search))
  }
}

/** The first links that can be pressed now, of the pages that mostly come next, each address once. */
function linksInView(next: readonly string[]): string[] {
  const patterns = new Set(next.map((path) => pageAt(path).path))
  const found = new Set<string>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href], header a[href]')) {
    if (found.size === MOST_ANSWERS) break
    if (link.origin !== location.origin || !patterns.has(pageAt(link.pathname).path)) continue
    const { top, bottom, width } = link.getBoundingClientRect()
    if (width > 0 && bottom > 0 && top < innerHeight) found.add(link.href)
  }
  return [...found]
}
