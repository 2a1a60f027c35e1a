import type { z } from 'zod'

import type { ContactAndAddress } from '#contract/cart.shop.ts'
import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { alpha3, type Country, countryOf } from '#domain/addresses/countries.ts'
import type { Address } from '#domain/fulfilment/delivery.ts'
import { isEmail, tidyEmail } from '#domain/mail/email.ts'
import { joinHouseNumber, splitHouseNumber } from '#domain/addresses/house-number.ts'
import { phoneMessages, phoneProblem, normalizePhone } from '#domain/addresses/phone.ts'
import { tidyPostalCode } from '#domain/addresses/postal-code.ts'
import type { Person } from '#server/modules/cart/cart.sql.ts'
import type { Channel } from '#server/modules/channels/core/channel.sql.ts'
import { ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Ask = z.output<typeof ContactAndAddress>
type AddressParts = Pick<Address, 'street' | 'postalCode' | 'city' | 'country' | 'line'> & {
  number: string
  appendix: string
}

export type CheckedAddress = { address: Address; verified: boolean }
/** null: no address was given, or the channel has no use for one. */
export type CheckedContact = { person: Person; checked: CheckedAddress | null }

/** Checks and normalises recipient and address, for carts and orders alike. */
export async function checkContact(
  shop: Pick<Shop, 'ports' | 'log' | 'addressAllowance'>,
  voucherId: number,
  channel: Channel,
  ask: Ask,
): Promise<CheckedContact | Refusal<'invalid-input' | 'address-invalid'>> {
  const deliverTo = partsOf(ask)
  const country = countryOf(deliverTo.country || 'NL') ?? 'NL'
  const person = personOf(ask, country)
  if ('refused' in person) return person

  if (!channel.homeDeliveryAllowed || !hasAddress(ask)) return { person, checked: null }
  const tidy = tidyAddress(deliverTo, channel)
  if ('refused' in tidy) return tidy
  const verified = await isKnownAddress(shop, voucherId, tidy)
  if (!verified.known && !ask.address_confirmed) return refuse('address-invalid')
  return { person, checked: { address: tidy, verified: verified.sure } }
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
    telephone: normalizePhone(typed, country) ?? '',
  }
}

function partsOf(ask: Ask): AddressParts {
  return {
    street: ask.delivery_address_street ?? '',
    number: String(ask.delivery_address_housenr ?? ''),
    appendix: ask.delivery_address_housenr_appendix ?? '',
    postalCode: ask.delivery_address_postal_code ?? '',
    city: ask.delivery_address_city ?? '',
    country: ask.delivery_address_country_code ?? '',
    line: ask.delivery_address_additional_line ?? '',
  }
}

/** A country alone is no address, because the form preselects one. */
export function hasAddress(ask: Ask): boolean {
  const { street, number, postalCode, city } = partsOf(ask)
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
 * The address service never blocks an order: the address passes as unverified while the service is down, for a
 * country it does not know, and for a recipient who has used it too often.
 */
async function isKnownAddress(
  shop: Pick<Shop, 'ports' | 'log' | 'addressAllowance'>,
  voucherId: number,
  address: Address,
): Promise<{ known: boolean; sure: boolean }> {
  const code = alpha3(address.country)
  if (!code || shop.addressAllowance.check(voucherId) > 0) return { known: true, sure: false }
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
    shop.log.warn({ err: error }, 'address check failed')
    return { known: true, sure: false }
  }
}
