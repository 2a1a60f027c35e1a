import type { QueryClient } from '@tanstack/react-query'

import type { Cart } from '#contract/cart.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { alpha3 } from '#domain/addresses/countries.ts'
import { houseNumberAsInteger, joinHouseNumber } from '#domain/addresses/house-number.ts'
import type { Language } from '#domain/language.ts'
import type { PersonalField, PersonalForm } from '#domain/checkout/personal-form.ts'
import { cacheCart } from '#storefront/basket/update-cached-cart.ts'
import type { Issue } from '#storefront/checkout/personal/personal-errors.ts'
import { countryIn, type PersonalValues } from '#storefront/checkout/personal/personal-values.ts'
import { call } from '#storefront/api/shop-client.ts'

export type SaveResult =
  | { kind: 'saved' }
  | { kind: 'address-invalid' }
  | { kind: 'field'; field: PersonalField; issue: Issue }
  | { kind: 'failed'; error?: unknown }

type SaveRequest = {
  cart: Cart
  form: PersonalForm
  /** The recipient confirms an address that could not be found. */
  confirmed: boolean
  language: Language
  queries: QueryClient
}

/** Validates the address if the form has one, and saves recipient and address with the cart. */
export async function savePersonal(
  values: PersonalValues,
  request: SaveRequest,
): Promise<SaveResult> {
  const { cart, form, confirmed, language, queries } = request
  if (form.address && !confirmed && !(await isKnownAddress(values))) {
    return { kind: 'address-invalid' }
  }
  const outcome = await call('saveAddress', {
    cart_guid: cart.cart_guid,
    contact_email: values.emailAddress,
    contact_first_name: values.firstName,
    contact_surname_prefix: '',
    contact_surname: values.lastName,
    contact_telephone: values.phoneNumber,
    ...invoiceAddress(cart),
    ...(form.address ? { ...deliveryAddress(values), address_confirmed: confirmed } : {}),
    ...(form.consent ? { direct_delivery_consent: values.consent } : {}),
    language,
  }).catch((error: unknown) => ({ error }))

  if ('error' in outcome) return { kind: 'failed', error: outcome.error }
  if (refused(outcome)) {
    if (outcome.refused === 'address-invalid') return { kind: 'address-invalid' }
    const fieldIssue =
      outcome.refused === 'invalid-input' ? fieldIssues[outcome.field ?? ''] : undefined
    return fieldIssue ? { kind: 'field', ...fieldIssue } : { kind: 'failed' }
  }
  if (!outcome.success) return { kind: 'failed' }
  await cacheCart(queries, outcome.response, language)
  return { kind: 'saved' }
}

/** False for a country without a code at the address service. True while the service is down. */
async function isKnownAddress(values: PersonalValues): Promise<boolean> {
  const country = countryIn(values)
  const countryCode3 = alpha3(country)
  if (countryCode3 === undefined) return false
  const { houseNumber: number, addition } = values
  const outcome = await call('validateAddress', {
    countryCode3,
    postcode: values.postalCode,
    locality: values.placeOfResidence,
    street: values.streetName,
    building: joinHouseNumber(country, { number: number.trim(), addition: addition.trim() }),
  }).catch(() => null)
  if (outcome === null) return true
  return refused(outcome) ? outcome.refused !== 'invalid-input' : outcome.success
}

function deliveryAddress(values: PersonalValues) {
  return {
    delivery_address_street: values.streetName,
    delivery_address_housenr: values.houseNumber,
    delivery_address_housenr_appendix: values.addition,
    delivery_address_postal_code: values.postalCode,
    delivery_address_city: values.placeOfResidence,
    delivery_address_country_code: countryIn(values),
  }
}

/** The company pays for the gifts. */
function invoiceAddress({ organization_address: organisation }: Cart) {
  return {
    invoice_address_street: organisation.invoice_address_street,
    invoice_address_housenr:
      houseNumberAsInteger(organisation.invoice_address_housenr) ??
      organisation.invoice_address_housenr,
    invoice_address_housenr_appendix: '',
    invoice_address_postal_code: organisation.invoice_address_postal_code,
    invoice_address_city: organisation.invoice_address_city,
    invoice_address_country_code: organisation.invoice_address_country_code,
    invoice_address_additional_line: organisation.company,
    is_delivery_address: false,
  }
}

/** The server repeats the page's checks, and its result is final. */
const fieldIssues: Partial<Record<string, { field: PersonalField; issue: Issue }>> = {
  contact_email: { field: 'emailAddress', issue: 'invalidEmail' },
  contact_first_name: { field: 'firstName', issue: 'required' },
  contact_surname: { field: 'lastName', issue: 'required' },
  contact_telephone: { field: 'phoneNumber', issue: 'phoneImplausible' },
  delivery_address_street: { field: 'streetName', issue: 'required' },
  delivery_address_housenr: { field: 'houseNumber', issue: 'invalidHouseNumber' },
  delivery_address_postal_code: { field: 'postalCode', issue: 'invalidPostalCode' },
  delivery_address_city: { field: 'placeOfResidence', issue: 'required' },
  delivery_address_country_code: { field: 'countryCode', issue: 'invalidCountry' },
}
