import type { Cart, DeliveryChoice as WireDelivery } from '#contract/cart.shop.ts'
import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import type { Language } from '#domain/language.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { type DeliveryChoice, methodIdOf } from '#storefront/checkout/delivery/delivery-choice.ts'
import { kindsOf } from '#storefront/order-flow/carrier-request.ts'
import type { DeliveryOffers } from '#storefront/checkout/delivery/delivery-offers.ts'
import {
  type DeliveryTexts,
  deliveryOfGift,
} from '#storefront/checkout/delivery/delivery-labels.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

export type ReviewedDelivery = DeliveryTexts & { gifts: string[] }

/** The destination of the gifts if the holder orders now. Gifts with the same delivery are grouped. */
export function reviewDeliveries(
  cart: Cart,
  choice: DeliveryChoice,
  offers: DeliveryOffers | undefined,
  texts: PageTexts,
  language: Language,
): ReviewedDelivery[] {
  const delivery = deliveryFor(cart, choice)
  const deliveries = new Map<string, ReviewedDelivery>()
  for (const item of cart.shopping_cart_items) {
    const name = fullName(item)
    const condition = item.delivery_condition
    if (!condition) continue
    const reviewed = deliveryOfGift(condition, { ...cart, delivery }, texts, language)
    const shown = { ...reviewed, gifts: [name] }
    if (isMethodOpen(condition, cart, choice, offers)) {
      shown.when = texts.text('notChosen')
      if (choice.kind === 'pickup') shown.lines = []
    }
    const key = [shown.title, shown.when, ...shown.lines].join('\n')
    const sameDelivery = deliveries.get(key)
    if (sameDelivery) sameDelivery.gifts.push(name)
    else deliveries.set(key, shown)
  }
  return [...deliveries.values()]
}

/** Whether the delivery of this gift must still be chosen. */
function isMethodOpen(
  condition: DeliveryCondition,
  cart: Cart,
  { kind: chosenKind, method }: DeliveryChoice,
  offers: DeliveryOffers | undefined,
): boolean {
  if (condition !== 'monta' || !kindsOf(cart).includes('home') || method) return false
  return chosenKind === 'pickup' || needsMethod(chosenKind, offers)
}

/** For home delivery no choice is needed if the carriers offer only the standard shipment. */
export function needsMethod(
  kind: DeliveryChoice['kind'],
  offers: DeliveryOffers | undefined,
): boolean {
  if (!offers) return true
  return kind === 'pickup' || (!offers.fallback && offers.home.length > 0)
}

/** The cart's delivery with this choice, in wire format. */
function deliveryFor(cart: Cart, { kind: chosenKind, method }: DeliveryChoice): WireDelivery {
  const { personal_data: person } = cart
  const kinds = kindsOf(cart)
  const kind = kinds.find((kind) => kind === 'digital' || kind === 'company') ?? chosenKind
  const point = chosenKind === 'pickup' ? method?.PickupPointDetails : null
  const { shipper_code, code, service_point_code } = method
    ? methodIdOf(method)
    : { shipper_code: '', code: '', service_point_code: '' }
  return {
    kind,
    address_verified: true,
    shipper_code,
    code,
    service_point_code,
    name: method?.ShippingOptions[0]?.DisplayName ?? '',
    from: method?.From ?? null,
    to: method?.To ?? null,
    pickup_company: point?.Company ?? '',
    street: point ? point.Street : person.delivery_address_street,
    housenr: point ? point.HouseNumber : person.delivery_address_housenr,
    housenr_appendix: point ? point.addition : person.delivery_address_housenr_appendix,
    postal_code: point ? point.PostalCode : person.delivery_address_postal_code,
    city: point ? point.City : person.delivery_address_city,
    country_code: point ? point.CountryCode : person.delivery_address_country_code,
  }
}
