import type { QueryClient } from '@tanstack/react-query'

import type { Language } from '#domain/language.ts'
import { chooseLanguage } from '#storefront/i18n/chosen-language.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { prepareWords, wordsQuery } from '#storefront/api/queries.ts'

/**
 * Fetches what the page needs in the other language first, and only then switches: the page is drawn anew with
 * its cart, filters and typed values, and nothing blinks. False when the words did not come.
 */
export async function switchLanguage(queries: QueryClient, language: Language): Promise<boolean> {
  const { pathname, search } = location
  const paths = wordsInUse(queries)
  await prepareWords(queries, paths, language)
  await prepareRoute(queries, pathname, search, { language })
  const missing = paths.some(
    (path) => queries.getQueryData(wordsQuery(path, language).queryKey) === undefined,
  )
  if (missing) return false
  chooseLanguage(language)
  return true
}

/** Whatever stands on the page now, also what its address does not tell: overlays, bars, panels. */
function wordsInUse(queries: QueryClient): string[] {
  const components = queries.getQueryCache().findAll({
    type: 'active',
    queryKey: ['component'],
    predicate: ({ state }) => state.data !== undefined,
  })
  return [...new Set(components.map(({ queryKey }) => String(queryKey[1])))]
}
