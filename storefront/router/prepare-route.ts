import type { QueryClient } from '@tanstack/react-query'

import {
  allComponentsOf,
  dataOf,
  frameDataOf,
  type PageRequest,
  pageAt,
} from '#contract/content/page-table.ts'
import type { Language } from '#domain/language.ts'
import { hasNoPoints } from '#domain/vouchers/spent-points.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import {
  cartQuery,
  companyQuery,
  countriesQuery,
  earlierDetailsQuery,
  navigationQuery,
  orderQuery,
  employerSeesQuery,
  ordersQuery,
  pageQuery,
  prefetchTexts,
  productQuery,
  productsQuery,
  wishlistQuery,
} from '#storefront/api/queries.ts'
import { currentSession } from '#storefront/session/holder-session.ts'

/**
 * Requests all data of a page at once, so that its parts do not wait for each other. Fresh data is not requested
 * again. Failures surface where the page uses the data.
 */
export async function prepareRoute(
  queries: QueryClient,
  pathname: string,
  search: string,
  {
    frame = true,
    language = currentLanguage(),
  }: {
    /** False before a link is followed, because the layout has its data already. */
    frame?: boolean
    /** The language that the recipient is about to choose. */
    language?: Language
  } = {},
): Promise<void> {
  const session = currentSession()
  if (!session && !pageAt(pathname).open) return
  const data = dataOf(pathname, new URLSearchParams(search), language)
  if (frame && session) data.push(...frameDataOf(pathname, data, language))
  const requests = [prefetchTexts(queries, allComponentsOf(pathname), language)]
  for (const need of data) requests.push(prepareNeed(queries, need, search, language))
  await Promise.all(requests)
  if (session && pathname === '/') await prepareSpentHome(queries, language)
}

/** Without points, the home page depends on the orders. */
async function prepareSpentHome(queries: QueryClient, language: Language): Promise<void> {
  const cart = queries.getQueryData(cartQuery(language).queryKey)
  if (cart && hasNoPoints(cart)) await queries.prefetchQuery(ordersQuery)
}

/** Refreshes the data of the layout. */
export function prepareFrame(queries: QueryClient, pathname: string): void {
  if (!currentSession()) return
  const language = currentLanguage()
  const needs = frameDataOf(pathname, dataOf(pathname, new URLSearchParams(), language), language)
  for (const need of needs) void prepareNeed(queries, need, '', language)
}

async function prepareNeed(
  queries: QueryClient,
  { call, input }: PageRequest,
  search: string,
  language: Language,
): Promise<void> {
  if (call === 'product') {
    await queries.prefetchQuery(productQuery(String(input['scpId']), language))
  }
  if (call === 'products') await queries.prefetchQuery(productsQuery(search, 1, language))
  if (call === 'order') await queries.prefetchQuery(orderQuery(String(input['order_number'])))
  if (call === 'employerSees') await queries.prefetchQuery(employerSeesQuery)
  if (call === 'orders') await queries.prefetchQuery(ordersQuery)
  if (call === 'earlierDetails') await queries.prefetchQuery(earlierDetailsQuery)
  if (call === 'countries') await queries.prefetchQuery(countriesQuery(language))
  if (call === 'readCart') await queries.prefetchQuery(cartQuery(language))
  if (call === 'navigation') await queries.prefetchQuery(navigationQuery(language))
  if (call === 'wishlist') await queries.prefetchQuery(wishlistQuery(language))
  if (call === 'companyInfo') await queries.prefetchQuery(companyQuery(language))
  if (call === 'component') {
    await queries.prefetchQuery(pageQuery(String(input['path']), input['language'] as Language))
  }
}
