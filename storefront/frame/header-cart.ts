import { useSuspenseQuery } from '@tanstack/react-query'

import { pointsLeft } from '#domain/points.ts'
import { cartQuery } from '#storefront/queries.ts'
import { useLanguage } from '#storefront/use-language.ts'

/** What the frame shows of the cart, which every change of it brings up to date. */
export function useHeaderCart(): {
  points: number
  /** Of these, while the basket holds something. */
  left: number | null
  pieces: number
  splitShipment: boolean
} {
  const { data: cart } = useSuspenseQuery(cartQuery(useLanguage()))
  return {
    points: cart.totals.voucher_points,
    left: pointsLeft(cart.totals.order_total_points, cart.totals.voucher_points),
    pieces: cart.Totals.number_of_products,
    splitShipment: cart.split_shipment_allowed === 'true',
  }
}
