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

type Input = z.output<typeof ContactAndAddress>
type AddressParts = Pick<Address, 'street' | 'postalCode' | 'city' | 'country' | 'line'> & {
  number: string
  appendix: string
}

export type CheckedAddress = { address: Address; verified: boolean }
/** `checked` is null if the input has no address or the channel does not deliver to homes. */
export type CheckedContact = { person: Person; checked: CheckedAddress | null }

/** Checks and normalises recipient and address, for carts and orders alike. */
export async function checkContact(
  shop: Pick<Shop, 'ports' | 'log' | 'addressRateLimit'>,
  voucherId: number,
  channel: Channel,
  input: Input,
): Promise<CheckedContact | Refusal<'invalid-input' | 'address-invalid'>> {
  const parts = partsOf(input)
  const country = countryOf(parts.country || 'NL') ?? 'NL'
  const person = personOf(input, country)
  if ('refused' in person) return person

  if (!channel.homeDeliveryAllowed || !hasAddress(input)) return { person, checked: null }
  const address = tidyAddress(parts, channel)
  if ('refused' in address) return address
  const { isAccepted, isVerified } = await verifyAddress(shop, voucherId, address)
  if (!isAccepted && !input.address_confirmed) return refuse('address-invalid')
  return { person, checked: { address, verified: isVerified } }
}

function personOf(input: Input, country: Country): Person | Refusal<'invalid-input'> {
  const email = tidyEmail(input.contact_email)
  if (!isEmail(email)) {
    return refuse('invalid-input', {
      field: 'contact_email',
      message: 'contact_email: Invalid email address',
    })
  }
  const typed = input.contact_telephone ?? ''
  const phone = phoneProblem(typed, country)
  if (phone)
    return refuse('invalid-input', { field: 'contact_telephone', message: phoneMessages[phone] })
  return {
    firstName: input.contact_first_name,
    prefix: input.contact_surname_prefix ?? '',
    surname: input.contact_surname,
    email,
    telephone: normalizePhone(typed, country) ?? '',
  }
}

function partsOf(input: Input): AddressParts {
  return {
    street: input.delivery_address_street ?? '',
    number: String(input.delivery_address_housenr ?? ''),
    appendix: input.delivery_address_housenr_appendix ?? '',
    postalCode: input.delivery_address_postal_code ?? '',
    city: input.delivery_address_city ?? '',
    country: input.delivery_address_country_code ?? '',
    line: input.delivery_address_additional_line ?? '',
  }
}

/** Whether the input contains an address. A country alone is none, because the form preselects one. */
export function hasAddress(input: Input): boolean {
  const { street, number, postalCode, city } = partsOf(input)
  return [street, number, postalCode, city].some((part) => part !== '')
}

function tidyAddress(parts: AddressParts, channel: Channel): Address | Refusal<'invalid-input'> {
  const invalid = (field: string, why: string) =>
    refuse('invalid-input', {
      field: `delivery_address_${field}`,
      message: `delivery_address_${field}: ${why}`,
    })
  const country = countryOf(parts.country || 'NL')
  if (!country || !channel.countries.includes(country)) {
    return invalid('country_code', 'is not a country this shop delivers to')
  }
  if (parts.street === '') return invalid('street', 'is required')
  if (parts.city === '') return invalid('city', 'is required')
  const postalCode = tidyPostalCode(country, parts.postalCode)
  if (postalCode === undefined)
    return invalid('postal_code', 'is not a postal code of this country')
  const number = splitHouseNumber(
    country,
    joinHouseNumber(country, { number: parts.number, addition: parts.appendix }),
  )
  if (!number) return invalid('housenr', 'is not a house number')
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
 * The address service never blocks an order. An address is accepted as unverified while the service is down, for a
 * country that it does not support, and for a recipient who has called it too often.
 */
async function verifyAddress(
  shop: Pick<Shop, 'ports' | 'log' | 'addressRateLimit'>,
  voucherId: number,
  address: Address,
): Promise<{ isAccepted: boolean; isVerified: boolean }> {
  const code = alpha3(address.country)
  if (!code || shop.addressRateLimit.check(voucherId) > 0)
    return { isAccepted: true, isVerified: false }
  try {
    const { valid } = await shop.ports.addresses.validate({
      alpha3: code,
      postalCode: address.postalCode,
      city: address.city,
      street: address.street,
      building: `${address.houseNumber} ${address.addition}`.trim(),
    })
    return { isAccepted: valid, isVerified: valid }
  } catch (error) {
    if (!(error instanceof ServiceDown) && !(error instanceof ServiceRefused)) throw error
    shop.log.warn({ err: error }, 'address check failed')
    return { isAccepted: true, isVerified: false }
  }
}
