import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import type { Answer } from '#contract/client.shop.ts'
import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import type { Language } from '#domain/language.ts'
import { productsQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

type Page = Answer<'products'>

type Shown = { search: string; language: Language; pages: Page[] }

const NO_PAGES: Page[] = []

/**
 * Pages 1 to `count` of a list, fetched in parallel and joined. The previous list stays visible while new pages load,
 * and outdated responses are ignored.
 */
export function useListPages(search: string, count: number) {
  const language = useLanguage()
  const client = useQueryClient()
  const queries = useMemo(
    () => Array.from({ length: count }, (_, index) => productsQuery(search, index + 1, language)),
    [search, count, language],
  )
  const { pages, isComplete, error } = useQueries({ queries, combine })

  const [lastShown, setLastShown] = useState<Shown | null>(null)
  const isGrowing =
    lastShown?.search === search && lastShown.language === language && pages.length > 0
  const isCurrent = isComplete || isGrowing
  // Stored during render, so that the next render has it.
  if (isCurrent && !(isGrowing && lastShown.pages === pages))
    setLastShown({ search, language, pages })

  const shown = isCurrent ? pages : (lastShown?.pages ?? NO_PAGES)
  const gifts = useMemo(() => mergePages(shown), [shown])
  const pagination = shown.at(-1)?.pagination
  return {
    gifts,
    brands: shown[0]?.brands ?? [],
    colours: shown[0]?.colours ?? [],
    digital: shown[0]?.digital_total ?? 0,
    /** The replacement for the search word, or similar words. */
    didYouMean: shown[0]?.did_you_mean,
    total: pagination?.total ?? 0,
    /** For an empty search: the number of results above the available points. */
    above: shown[0]?.above_total ?? 0,
    /** Nothing has been shown yet. */
    isFirst: !isCurrent && lastShown === null,
    /** The visible list is the result of the previous query. */
    stale: !isCurrent,
    loadingMore: isCurrent && !isComplete && !error,
    hasMore: isCurrent && (pagination?.total_pages ?? 0) > pages.length,
    error: isComplete ? null : error,
    retry: () => void client.refetchQueries({ queryKey: ['products', search], type: 'active' }),
  }
}

/** The loaded pages before the first gap. */
function combine(results: UseQueryResult<Page>[]) {
  const loaded = results.map(({ data }) => data)
  const gap = loaded.indexOf(undefined)
  const pages = loaded.slice(0, gap === -1 ? undefined : gap).filter((page) => page !== undefined)
  const failed = results.find(({ data, error }) => data === undefined && error)
  return { pages, isComplete: gap === -1, error: failed?.error ?? null }
}

/** Joins the pages without duplicates: a change of stock between two requests can move a gift to the next page. */
function mergePages(pages: Page[]): ProductCard[] {
  const gifts = new Map<string, ProductCard>()
  for (const { response } of pages) {
    for (const gift of response) if (!gifts.has(gift.SCP)) gifts.set(gift.SCP, gift)
  }
  return [...gifts.values()]
}
