import type { QueryClient } from '@tanstack/react-query'

import type { Language } from '#domain/language.ts'
import { chooseLanguage } from '#storefront/i18n/chosen-language.ts'
import { prepareRoute } from '#storefront/router/prepare-route.ts'
import { prefetchTexts, textsQuery } from '#storefront/api/queries.ts'

/**
 * Loads everything for the other language first and only then switches, so that cart, filters and input stay and
 * nothing flashes. False if the texts did not load.
 */
export async function switchLanguage(queries: QueryClient, language: Language): Promise<boolean> {
  const { pathname, search } = location
  const paths = textsInUse(queries)
  await prefetchTexts(queries, paths, language)
  await prepareRoute(queries, pathname, search, { language })
  const missing = paths.some(
    (path) => queries.getQueryData(textsQuery(path, language).queryKey) === undefined,
  )
  if (missing) return false
  chooseLanguage(language)
  return true
}

/** The texts of everything on the page, including parts that its address does not show: overlays, bars, panels. */
function textsInUse(queries: QueryClient): string[] {
  const components = queries.getQueryCache().findAll({
    type: 'active',
    queryKey: ['component'],
    predicate: ({ state }) => state.data !== undefined,
  })
  return [...new Set(components.map(({ queryKey }) => String(queryKey[1])))]
}
