import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { pageAt, wordsOf } from '#contract/page-table.ts'
import { currentLanguage } from '#storefront/chosen-language.ts'
import { useLoadPage } from '#storefront/page-loader.ts'
import { prepareWords } from '#storefront/queries.ts'

const SIGNS = ['pointermove', 'touchstart', 'wheel', 'keydown']

/** Fetches code and words of the next pages at the first sign of somebody who is there: what is opened comes first. */
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
    }
    for (const sign of SIGNS) {
      addEventListener(sign, fetchThem, { passive: true, signal: listening.signal })
    }
    return () => listening.abort()
  }, [pathname, queries, loadPage])
}
