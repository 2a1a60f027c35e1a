import { useQuery } from '@tanstack/react-query'

import { pointsLeft } from '#domain/vouchers/points.ts'
import { isYes } from '#domain/text/wire-boolean.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'

/**
 * The cart data in header and footer, current after every change. If the cart fails to load, it is the data from the
 * login.
 */
export function useHeaderCart(): {
  points: number
  /** The points left after the cart. Null for an empty cart. */
  left: number | null
  giftCount: number
  splitShipment: boolean
  /** The voucher has expired during the session. */
  ended: boolean
} {
  const { data: cart } = useQuery(cartQuery(useLanguage()))
  const session = useSession()?.shoppingcart
  return {
    points: cart?.totals.voucher_points ?? session?.available_points ?? 0,
    left: cart ? pointsLeft(cart.totals.order_total_points, cart.totals.voucher_points) : null,
    ended: cart?.problems.some(({ code }) => code === 'voucher-expired') ?? false,
    giftCount: cart?.Totals.number_of_products ?? session?.number_of_products ?? 0,
    splitShipment: isYes(
      cart?.split_shipment_allowed ?? session?.split_shipment_allowed ?? 'false',
    ),
  }
}
