import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Answer } from '#contract/call.ts'
import type { Cart, Timeframe } from '#contract/cart-api.ts'
import { type DeliveryCondition, deliveryKinds, type DeliveryKind } from '#domain/delivery.ts'
import { isYes } from '#domain/wire-bool.ts'
import { homeAddress } from '#storefront/checkout/delivery-words.ts'
import { ask } from '#storefront/shop-client.ts'

const MOST_PICKUP_POINTS = 5
const STALE_MS = 60_000

/** What the carriers offer for this cart, in the order in which it is shown. */
export type DeliveryOffers = {
  /** Windows at the door that the carriers recommend. */
  home: Timeframe[]
  /** Nearest first, five at most. */
  points: Timeframe[]
  mayPickUp: boolean
  /** The carriers do not answer: only the standard shipment is to be had. */
  fallback: boolean
}

export const conditionsOf = (cart: Cart): DeliveryCondition[] =>
  cart.shopping_cart_items.flatMap(({ delivery_condition }) => delivery_condition ?? [])

/** What this cart may go to, the specification's own way. */
export function kindsOf(cart: Cart): DeliveryKind[] {
  return deliveryKinds({
    homeDeliveryAllowed: isYes(cart.home_delivery_allowed),
    conditions: conditionsOf(cart),
    country: cart.personal_data.delivery_address_country_code,
  })
}

/** Suppliers send with carriers of their own: these are asked only for what leaves our warehouse. */
export const asksCarriers = (cart: Cart) =>
  kindsOf(cart).includes('home') && conditionsOf(cart).includes('monta')

/** Always for the holder's own address: points are looked for around it, whichever was chosen. */
export const askForOffers = ({ cart_guid, personal_data: home }: Cart) =>
  ask('deliveryMethods', {
    cart_guid,
    Address: {
      CountryCode: home.delivery_address_country_code,
      Street: home.delivery_address_street,
      HouseNumber: home.delivery_address_housenr,
      HouseNumberAddition: home.delivery_address_housenr_appendix,
      PostalCode: home.delivery_address_postal_code,
      City: home.delivery_address_city,
    },
    MaximumNumberOfPickupPoints: MOST_PICKUP_POINTS,
    OnlyPickupPoint: false,
    HideDHLPackStations: false,
  })

function deliveryOfferQuery(cart: Cart) {
  const { cart_guid, language, personal_data, cart_items } = cart
  return queryOptions({
    queryKey: ['deliveryMethods', cart_guid, language, homeAddress(personal_data), cart_items],
    staleTime: STALE_MS,
    queryFn: () => askForOffers(cart),
  })
}

export function useDeliveryOffers(cart: Cart) {
  const query = useQuery({ ...deliveryOfferQuery(cart), enabled: asksCarriers(cart) })
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
          .slice(0, MOST_PICKUP_POINTS)
      : [],
    // With no answer of the carriers there are no points to choose from either.
    mayPickUp: mayPickUp && !fallback,
    fallback,
  }
}
