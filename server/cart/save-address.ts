import type { z } from 'zod'

import type { saveAddress } from '#contract/cart-api.ts'
import { type Refusal, refuse } from '#contract/refusal.ts'
import { alpha3, type Country, countryOf } from '#domain/countries.ts'
import { type Address, switchToAddress } from '#domain/delivery.ts'
import { isEmail, tidyEmail } from '#domain/email.ts'
import { joinHouseNumber, splitHouseNumber } from '#domain/house-number.ts'
import { type Language, languageOf } from '#domain/language.ts'
import { phoneMessages, phoneProblem, tidyPhone } from '#domain/phone.ts'
import { tidyPostalCode } from '#domain/postal-code.ts'
import {
  type CartRow,
  findOffered,
  lockCart,
  type Person,
  saveDelivery,
  type StoredDelivery,
} from '#server/cart/cart-queries.ts'
import type { Channel } from '#server/catalogue/channel-queries.ts'
import { letGo } from '#server/payments/let-go.ts'
import { ServiceDown, ServiceRefused, type Timeframe } from '#server/ports.ts'
import { sameValue } from '#server/same-value.ts'
import type { Shop } from '#server/shop.ts'

type Ask = z.output<typeof saveAddress.input>
type AddressParts = Pick<Address, 'street' | 'postalCode' | 'city' | 'country' | 'line'> & {
  number: string
  appendix: string
}

/** Who and where, checked and tidied; saved as one value, so that no half of an old address survives. */
export async function saveContactAndAddress(
  shop: Shop,
  channel: Channel,
  voucherId: number,
  ask: Ask,
): Promise<
  CartRow | Refusal<'invalid-input' | 'address-invalid' | 'no-such-cart' | 'cart-ordered'>
> {
  const deliverTo = partsOf(ask, 'delivery')
  const country = countryOf(deliverTo.country || 'NL') ?? 'NL'
  const person = personOf(ask, country)
  if ('refused' in person) return person

  let checked: { address: Address; verified: boolean } | null = null
  if (channel.homeDeliveryAllowed && hasAddress(deliverTo)) {
    const tidy = tidyAddress(deliverTo, channel)
    if ('refused' in tidy) return tidy
    const verified = await isKnownAddress(shop, tidy)
    if (!verified.known && !ask.address_confirmed) return refuse('address-invalid')
    checked = { address: tidy, verified: verified.sure }
  }

  return shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, voucherId, ask.cart_guid)
    if (!cart) return refuse('no-such-cart')
    if (cart.state === 'ordered') return refuse('cart-ordered')
    const offered = await findOffered(sql, cart.guid)
    const delivery = deliveryAfter(cart, checked, offered)
    const consented = ask.direct_delivery_consent === true
    const language = languageOf(ask.language) ?? cart.language
    if (isSame(cart, person, delivery, consented, language)) return cart

    await letGo(shop, sql, cart)
    await saveDelivery(sql, cart.guid, {
      person,
      delivery,
      offered: addressOf(cart.delivery) === addressOf(delivery) ? null : [],
      consented,
      language,
    })
    return (await lockCart(sql, voucherId, cart.guid)) ?? refuse('no-such-cart')
  })
}

/**
 * A client that chose a pickup point sends the point's own address before it sends the choice; that is no
 * move of house. The same address once more changes nothing, a new one starts the choice of carrier again.
 */
function deliveryAfter(
  cart: CartRow,
  checked: { address: Address; verified: boolean } | null,
  offered: Timeframe[],
): StoredDelivery | null {
  if (!checked) return cart.delivery
  const { address, verified } = checked
  if (cart.delivery && isPickupPoint(address, offered)) return cart.delivery
  if (cart.delivery?.kind === 'home' && sameAddress(cart.delivery.address, address)) {
    return { ...cart.delivery, verified }
  }
  return switchToAddress(address, verified)
}

function isPickupPoint(address: Address, offered: Timeframe[]) {
  return offered.some(({ PickupPointDetails: point }) => {
    if (!point) return false
    const plain = (text: string) => text.replace(/\s/g, '').toLowerCase()
    return (
      plain(point.PostalCode) === plain(address.postalCode) &&
      plain(point.HouseNumber + point.addition) === plain(address.houseNumber + address.addition)
    )
  })
}

function sameAddress(a: Address, b: Address) {
  return (
    ['street', 'houseNumber', 'addition', 'postalCode', 'city', 'country', 'line'] as const
  ).every((part) => a[part] === b[part])
}

/** Carriers make their offers for this; where it stays the same, they stay offered. */
function addressOf(delivery: StoredDelivery | null) {
  if (!delivery) return ''
  const { postalCode, houseNumber, country } =
    delivery.kind === 'pickup' ? delivery.home : delivery.address
  return `${country} ${postalCode} ${houseNumber}`
}

function isSame(
  cart: CartRow,
  person: Person,
  delivery: StoredDelivery | null,
  consented: boolean,
  language: Language,
) {
  return (
    sameValue(cart.person, person) &&
    sameValue(cart.delivery, delivery) &&
    cart.consented === consented &&
    cart.language === language
  )
}

function personOf(ask: Ask, country: Country): Person | Refusal<'invalid-input'> {
  const email = tidyEmail(ask.contact_email)
  if (!isEmail(email)) {
    return refuse('invalid-input', {
      field: 'contact_email',
      message: 'contact_email: Invalid email address',
    })
  }
  const typed = ask.contact_telephone ?? ''
  const phone = phoneProblem(typed, country)
  if (phone)
    return refuse('invalid-input', { field: 'contact_telephone', message: phoneMessages[phone] })
  return {
    firstName: ask.contact_first_name,
    prefix: ask.contact_surname_prefix ?? '',
    surname: ask.contact_surname,
    email,
    telephone: tidyPhone(typed, country) ?? '',
  }
}

function partsOf(ask: Ask, kind: 'delivery'): AddressParts {
  return {
    street: ask[`${kind}_address_street`] ?? '',
    number: String(ask[`${kind}_address_housenr`] ?? ''),
    appendix: ask[`${kind}_address_housenr_appendix`] ?? '',
    postalCode: ask[`${kind}_address_postal_code`] ?? '',
    city: ask[`${kind}_address_city`] ?? '',
    country: ask[`${kind}_address_country_code`] ?? '',
    line: ask[`${kind}_address_additional_line`] ?? '',
  }
}

function hasAddress({ street, number, postalCode, city }: AddressParts) {
  return [street, number, postalCode, city].some((part) => part !== '')
}

function tidyAddress(parts: AddressParts, channel: Channel): Address | Refusal<'invalid-input'> {
  const wrong = (field: string, why: string) =>
    refuse('invalid-input', {
      field: `delivery_address_${field}`,
      message: `delivery_address_${field}: ${why}`,
    })
  const country = countryOf(parts.country || 'NL')
  if (!country || !channel.countries.includes(country)) {
    return wrong('country_code', 'is not a country this shop delivers to')
  }
  if (parts.street === '') return wrong('street', 'is required')
  if (parts.city === '') return wrong('city', 'is required')
  const postalCode = tidyPostalCode(country, parts.postalCode)
  if (postalCode === undefined) return wrong('postal_code', 'is not a postal code of this country')
  const number = splitHouseNumber(
    country,
    joinHouseNumber(country, { number: parts.number, addition: parts.appendix }),
  )
  if (!number) return wrong('housenr', 'is not a house number')
  return {
    street: parts.street,
    houseNumber: number.number,
    addition: parts.appendix || number.addition,
    postalCode,
    city: parts.city,
    country,
    line: parts.line,
  }
}

/**
 * The address service helps and never blocks: while it is down, or for a country it does not know, the
 * address passes and is marked as not verified.
 */
async function isKnownAddress(
  shop: Shop,
  address: Address,
): Promise<{ known: boolean; sure: boolean }> {
  const code = alpha3(address.country)
  if (!code) return { known: true, sure: false }
  try {
    const { valid } = await shop.ports.addresses.validate({
      alpha3: code,
      postalCode: address.postalCode,
      city: address.city,
      street: address.street,
      building: `${address.houseNumber} ${address.addition}`.trim(),
    })
    return { known: valid, sure: valid }
  } catch (error) {
    if (!(error instanceof ServiceDown) && !(error instanceof ServiceRefused)) throw error
    shop.log.warn({ err: error }, 'an address could not be checked')
    return { known: true, sure: false }
  }
}
