import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Answer } from '#contract/client.shop.ts'
import type { Cart, Timeframe } from '#contract/cart.shop.ts'
import {
  needsCarrier,
  carrierRequest,
  homeAddress,
  MAX_PICKUP_POINTS,
  hasPersonalData,
  kindsOf,
} from '#storefront/order-flow/carrier-request.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { ask } from '#storefront/api/shop-client.ts'

const STALE_MS = 60_000

/** The carriers' offers for this cart, in the order in which they are shown. */
export type DeliveryOffers = {
  /** Home delivery times that the carriers recommend. */
  home: Timeframe[]
  /** Nearest first, five at most. */
  points: Timeframe[]
  mayPickUp: boolean
  /** The carriers do not answer: only the standard shipment is available. */
  fallback: boolean
}

export const fetchDeliveryOffers = (cart: Cart) => ask('deliveryMethods', carrierRequest(cart))

function deliveryOfferQuery(cart: Cart) {
  const { cart_guid, language, personal_data, cart_items } = cart
  return queryOptions({
    queryKey: ['deliveryMethods', cart_guid, language, homeAddress(personal_data), cart_items],
    staleTime: STALE_MS,
    queryFn: () => fetchDeliveryOffers(cart),
  })
}

export async function prepareOffers(queries: QueryClient) {
  const cart = await queries.fetchQuery(cartQuery(currentLanguage()))
  if (needsCarrier(cart) && hasPersonalData(cart))
    await queries.prefetchQuery(deliveryOfferQuery(cart))
}

export function useDeliveryOffers(cart: Cart) {
  const query = useQuery({ ...deliveryOfferQuery(cart), enabled: needsCarrier(cart) })
  const { data } = query
  const mayPickUp = kindsOf(cart).includes('pickup')
  const offers = useMemo(() => data && offersOf(data, mayPickUp), [data, mayPickUp])
  return { offers, failed: query.isError, retry: () => void query.refetch() }
}

export function offersOf(
  { Timeframes, fallback }: Answer<'deliveryMethods'>,
  mayPickUp: boolean,
): DeliveryOffers {
  const offered = Timeframes.filter(({ ShippingOptions }) => ShippingOptions.length > 0)
  const meters = (method: Timeframe) => method.PickupPointDetails?.DistanceMeters ?? Infinity
  return {
    home: offered.filter((method) => method.Recommended && !method.IsPickupPoint),
    points: mayPickUp
      ? offered
          .filter((method) => method.IsPickupPoint && method.PickupPointDetails)
          .sort((a, b) => meters(a) - meters(b))
          .slice(0, MAX_PICKUP_POINTS)
      : [],
    // Without the carriers' response there are no pickup points.
    mayPickUp: mayPickUp && !fallback,
    fallback,
  }
}
