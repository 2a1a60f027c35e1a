import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { currentLanguage } from '#storefront/chosen-language.ts'
import { loadPage, pathPattern } from '#storefront/pages.ts'
import { prepareWords } from '#storefront/queries.ts'
import { wordsOf } from '#storefront/route-needs.ts'

/** Where people mostly go from each page. */
const NEXT: Readonly<Record<string, string[]>> = {
  '/': ['/products', '/product-description/any'],
  '/products': ['/product-description/any'],
  '/product-description/:scpId': ['/cart'],
  '/wishlist': ['/product-description/any', '/cart'],
  '/cart': ['/personal-details'],
  '/personal-details': ['/checkout'],
  '/checkout': ['/confirmation'],
}

const SIGNS = ['pointermove', 'touchstart', 'wheel', 'keydown']

/** Fetches code and words of the next pages at the first sign of somebody who is there: what is opened comes first. */
export function useNextPages(pathname: string) {
  const queries = useQueryClient()
  useEffect(() => {
    const next = NEXT[pathPattern(pathname)] ?? []
    const listening = new AbortController()
    const fetchThem = () => {
      listening.abort()
      for (const path of next) void loadPage(path)
      void prepareWords(queries, next.flatMap(wordsOf), currentLanguage())
    }
    for (const sign of SIGNS) {
      addEventListener(sign, fetchThem, { passive: true, signal: listening.signal })
    }
    return () => listening.abort()
  }, [pathname, queries])
}
