import { useQuery } from '@tanstack/react-query'

import { isYes } from '#domain/text/wire-boolean.ts'
import { cartQuery, ordersQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'

/** Set if all points went into orders. `byCard`: more gifts can be ordered and paid by card. */
export function useSpentPoints(): { byCard: boolean } | null {
  const { data: cart } = useQuery(cartQuery(useLanguage()))
  const noneLeft = cart?.totals.voucher_points === 0
  const { data: orders } = useQuery({ ...ordersQuery, enabled: noneLeft })
  if (!noneLeft || orders === undefined || orders.length === 0) return null
  return { byCard: isYes(cart.can_buy_points) }
}
