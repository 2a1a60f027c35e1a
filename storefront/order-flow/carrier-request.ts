import type { Cart, PersonalData } from '#contract/cart.shop.ts'
import {
  type Address,
  type DeliveryCondition,
  deliveryKinds,
  type DeliveryKind,
  isComplete,
} from '#domain/fulfilment/delivery.ts'
import { isYes } from '#domain/text/wire-boolean.ts'

/** The number of pickup points that a holder can choose from. */
export const MAX_PICKUP_POINTS = 5

export function homeAddress(person: PersonalData): Address {
  return {
    street: person.delivery_address_street,
    houseNumber: person.delivery_address_housenr,
    addition: person.delivery_address_housenr_appendix,
    postalCode: person.delivery_address_postal_code,
    city: person.delivery_address_city,
    country: person.delivery_address_country_code,
    line: person.delivery_address_additional_line,
  }
}

export const conditionsOf = (cart: Cart): DeliveryCondition[] =>
  cart.shopping_cart_items.flatMap(({ delivery_condition }) => delivery_condition ?? [])

/** The kinds of delivery of this cart, as the specification defines them. */
export function kindsOf(cart: Cart): DeliveryKind[] {
  return deliveryKinds({
    homeDeliveryAllowed: isYes(cart.home_delivery_allowed),
    conditions: conditionsOf(cart),
    country: cart.personal_data.delivery_address_country_code,
  })
}

/** Carriers deliver only gifts from our warehouse. Suppliers use their own carriers. */
export const needsCarrier = (cart: Cart) =>
  kindsOf(cart).includes('home') && conditionsOf(cart).includes('monta')

/** Whether step 2 is complete for the current basket. */
export function hasPersonalData(cart: Cart): boolean {
  const { personal_data: person } = cart
  if (person.contact_email === '') return false
  if (kindsOf(cart).includes('home') && !isComplete(homeAddress(person))) return false
  return !conditionsOf(cart).includes('digital') || isYes(cart.direct_delivery_consent)
}

/** The request always has the holder's own address, because pickup points near it are offered. */
export const carrierRequest = ({ cart_guid, personal_data: home }: Cart) => ({
  cart_guid,
  Address: {
    CountryCode: home.delivery_address_country_code,
    Street: home.delivery_address_street,
    HouseNumber: home.delivery_address_housenr,
    HouseNumberAddition: home.delivery_address_housenr_appendix,
    PostalCode: home.delivery_address_postal_code,
    City: home.delivery_address_city,
  },
  MaximumNumberOfPickupPoints: MAX_PICKUP_POINTS,
  OnlyPickupPoint: false,
  HideDHLPackStations: false,
})
