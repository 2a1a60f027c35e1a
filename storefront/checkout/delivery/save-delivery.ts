import type { Cart, Timeframe } from '#contract/cart.shop.ts'
import { type ReasonOf, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import type { Language } from '#domain/language.ts'
import {
  type ChoiceKind,
  findMethod,
  methodIdOf,
} from '#storefront/checkout/delivery/delivery-choice.ts'
import { homeAddress, kindsOf } from '#storefront/order-flow/carrier-request.ts'
import { fetchDeliveryOffers } from '#storefront/checkout/delivery/delivery-offers.ts'
import { pointAddress } from '#storefront/checkout/delivery/delivery-labels.ts'
import { call } from '#storefront/api/shop-client.ts'

type SaveRefusal = Refusal<ReasonOf<'saveAddress' | 'chooseDelivery'>>

export type SavedDelivery =
  | { kind: 'saved'; cart: Cart }
  | { kind: 'refused'; step: 'address' | 'method'; refusal: SaveRefusal }

/**
 * The first two steps of an order: save the address, then the method. Each can be repeated. Equal data changes
 * nothing, so that a repetition does not cancel an open payment.
 */
export async function saveDelivery({
  cart,
  kind,
  method,
  language,
}: {
  cart: Cart
  kind: ChoiceKind
  method: Timeframe | null
  language: Language
}): Promise<SavedDelivery> {
  const { personal_data: person, cart_guid } = cart
  const saved = await call('saveAddress', {
    cart_guid,
    contact_email: person.contact_email,
    contact_first_name: person.contact_first_name,
    contact_surname_prefix: person.contact_surname_prefix,
    contact_surname: person.contact_surname,
    contact_telephone: person.contact_telephone,
    ...addressFields(cart, kind, method),
    is_delivery_address: false,
    // The address was validated or confirmed when it was entered. A pickup point's address comes from the carrier.
    address_confirmed: true,
    language,
  })
  if (refused(saved)) return { kind: 'refused', step: 'address', refusal: saved }
  if (!method) return { kind: 'saved', cart: saved.response }

  // Mails contain the carrier's description of the method, so it must be in the order's language.
  const localized =
    cart.language === language ? method : await refetchMethod(saved.response, method)
  let chosen = localized && (await chooseMethod(cart_guid, localized, language))
  if (chosen && refused(chosen, 'not-offered')) {
    const current = await refetchMethod(saved.response, method)
    chosen = current && (await chooseMethod(cart_guid, current, language))
  }
  if (!chosen) return { kind: 'refused', step: 'method', refusal: { refused: 'not-offered' } }
  if (refused(chosen)) return { kind: 'refused', step: 'method', refusal: chosen }
  return { kind: 'saved', cart: chosen.response }
}

const chooseMethod = (cart_guid: string, method: Timeframe, language: Language) =>
  call('chooseDelivery', { ...methodIdOf(method), cart_guid, language })

/** Fetches the method again, because the offers may have changed in another tab or since another day. */
async function refetchMethod(cart: Cart, method: Timeframe): Promise<Timeframe | null> {
  const { Timeframes } = await fetchDeliveryOffers(cart)
  return findMethod(Timeframes, methodIdOf(method))
}

function addressFields(cart: Cart, kind: ChoiceKind, method: Timeframe | null) {
  if (!kindsOf(cart).includes('home')) return {}
  const point = kind === 'pickup' ? method?.PickupPointDetails : null
  const address = point ? pointAddress(point) : homeAddress(cart.personal_data)
  return {
    delivery_address_street: address.street,
    delivery_address_housenr: address.houseNumber,
    delivery_address_housenr_appendix: address.addition,
    delivery_address_postal_code: address.postalCode,
    delivery_address_city: address.city,
    delivery_address_country_code: address.country,
    delivery_address_additional_line: address.line,
  }
}
