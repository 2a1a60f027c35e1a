import type { QueryClient } from '@tanstack/react-query'

import type { Answer } from '#contract/client.shop.ts'
import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import type { Language } from '#domain/language.ts'

/** A gift from a cached list, for the first render of its page. */
export function giftInList(
  queries: QueryClient,
  scp: string,
  language: Language,
): ProductCard | undefined {
  return queries
    .getQueriesData<Answer<'products'>>({
      predicate: ({ queryKey }) => queryKey[0] === 'products' && queryKey.at(-1) === language,
    })
    .flatMap(([, page]) => page?.response ?? [])
    .find(({ SCP }) => SCP === scp)
}
