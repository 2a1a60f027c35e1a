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
 * The cart that a change answered is the cart, for every page and for the counts in the header. An older
 * answer that is still on its way must not come after this one.
 */
export async function keepCart(
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
