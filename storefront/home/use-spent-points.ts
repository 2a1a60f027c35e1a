import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { cartQuery, navigationQuery, ordersQuery } from '#storefront/api/queries.ts'
import { hasNoPoints, spentPoints } from '#domain/vouchers/spent-points.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** The result of `spentPoints` for this holder. Undefined while the cart or the orders load. */
export function useSpentPoints(): ReturnType<typeof spentPoints> | undefined {
  const language = useLanguage()
  const { data: navigation } = useSuspenseQuery(navigationQuery(language))
  const { data: cart, isLoading } = useQuery(cartQuery(language))
  const orders = useQuery({ ...ordersQuery, enabled: cart !== undefined && hasNoPoints(cart) })
  if (isLoading || orders.isLoading) return undefined
  return cart ? spentPoints(cart, orders.data ?? [], navigation.gift_points) : null
}
