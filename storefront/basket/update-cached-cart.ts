import type { QueryClient } from '@tanstack/react-query'

import type { Answer } from '#contract/client.shop.ts'
import type { Language } from '#domain/language.ts'
import {
  rememberCart,
  rememberCartPoints,
  rememberValidity,
} from '#storefront/session/holder-session.ts'
import { cartQuery } from '#storefront/api/queries.ts'

/**
 * The cart in the response to a change replaces the cached cart for all pages and for the counts in the header. An
 * older response still in flight must not overwrite it.
 */
export async function cacheCart(
  queries: QueryClient,
  cart: Answer<'readCart'>['response'],
  language: Language,
): Promise<void> {
  const { queryKey } = cartQuery(language)
  if (queries.getQueryData(queryKey) !== undefined) await queries.cancelQueries({ queryKey })
  rememberCart(cart.cart_guid)
  rememberCartPoints(cart.totals.order_total_points)
  rememberValidity(cart.valid_until)
  queries.setQueryData(queryKey, cart)
}
