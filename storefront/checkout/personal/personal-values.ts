import type { Cart, PersonalData } from '#contract/cart.shop.ts'
import { type Country, countryOf, DEFAULT_COUNTRY } from '#domain/addresses/countries.ts'
import { displayPostalCode } from '#domain/addresses/postal-code.ts'
import { isYes } from '#domain/text/wire-boolean.ts'
import { LOCAL, store, storedJson, storeJson } from '#storefront/storage/browser-storage.ts'

export type AddressValues = {
  streetName: string
  houseNumber: string
  addition: string
  postalCode: string
  placeOfResidence: string
}

export type PersonalValues = AddressValues & {
  firstName: string
  lastName: string
  phoneNumber: string
  emailAddress: string
  countryCode: string
  consent: boolean
}

export const NO_ADDRESS: AddressValues = {
  streetName: '',
  houseNumber: '',
  addition: '',
  postalCode: '',
  placeOfResidence: '',
}

const EMPTY_VALUES: PersonalValues = {
  firstName: '',
  lastName: '',
  phoneNumber: '',
  emailAddress: '',
  countryCode: '',
  ...NO_ADDRESS,
  consent: false,
}

/** Known data of the recipient, from this device or another: the cart first, then the previous order. */
export function knownValues(
  cart: Cart,
  firstName: string,
  earlier: PersonalData | null,
): PersonalValues {
  const saved = valuesIn(storedJson(LOCAL.personalData))
  const earlierValues = earlier
    ? { ...contactIn(earlier), ...(earlier.delivery_address_street ? addressIn(earlier) : {}) }
    : {}
  // Preselected only if the holder gave consent for this very cart.
  const consent = isYes(cart.direct_delivery_consent)
  return {
    ...EMPTY_VALUES,
    firstName,
    ...saved,
    ...earlierValues,
    consent,
    ...contactIn(cart.personal_data),
    ...addressOfCart(cart),
  }
}

function contactIn(person: PersonalData): Partial<PersonalValues> {
  if (person.contact_email === '') return {}
  return {
    firstName: person.contact_first_name,
    lastName: `${person.contact_surname_prefix} ${person.contact_surname}`.trim(),
    phoneNumber: person.contact_telephone,
    emailAddress: person.contact_email,
  }
}

/** For other kinds the cart contains the company's address, which the holder cannot change. */
function addressOfCart({ delivery, personal_data: address }: Cart): Partial<PersonalValues> {
  return delivery?.kind === 'home' || delivery?.kind === 'pickup' ? addressIn(address) : {}
}

function addressIn(address: PersonalData): Partial<PersonalValues> {
  const country = countryOf(address.delivery_address_country_code) ?? DEFAULT_COUNTRY
  return {
    countryCode: country,
    streetName: address.delivery_address_street,
    houseNumber: address.delivery_address_housenr,
    addition: address.delivery_address_housenr_appendix,
    postalCode: displayPostalCode(country, address.delivery_address_postal_code),
    placeOfResidence: address.delivery_address_city,
  }
}

/** The initial values of the form: input from before a reload, over known data. */
export function startingValues(
  known: PersonalValues,
  cartGuid: string,
  countries: string[],
): PersonalValues {
  const values = { ...known, ...typedValues(cartGuid) }
  if (countries.includes(values.countryCode)) return values
  return { ...values, ...NO_ADDRESS, countryCode: defaultCountry(countries) }
}

/** The channel's first country: a channel that lists Germany first has mostly German holders. */
const defaultCountry = (countries: string[]) => countries[0] ?? DEFAULT_COUNTRY

export const countryIn = ({ countryCode }: Pick<PersonalValues, 'countryCode'>): Country =>
  countryOf(countryCode) ?? DEFAULT_COUNTRY

/** Values that were typed but not saved. They belong to one cart: consent for another one does not count. */
function typedValues(cartGuid: string): Partial<PersonalValues> {
  const { typed } = formData()
  return isRecord(typed) && typed['cart_guid'] === cartGuid ? valuesIn(typed) : {}
}

export function rememberTyped(cartGuid: string, values: PersonalValues): void {
  storeJson(LOCAL.formData, { ...formData(), typed: { ...values, cart_guid: cartGuid } })
}

/** Remembers the saved values as known data. The delivery goes to the saved address. */
export function rememberSaved(values: PersonalValues): void {
  rememberPerson(values)
  store(LOCAL.pickupPointData, null)
  storeJson(LOCAL.formData, { ...formData(), customAddress: true, pickupPoint: false })
}

/** Remembers the saved values after a return from the review. The delivery chosen there stays. */
export function rememberPerson(values: PersonalValues): void {
  // Consent belongs to one cart and is stored with it.
  storeJson(LOCAL.personalData, { ...values, consent: undefined })
  storeJson(LOCAL.formData, { ...formData(), typed: undefined })
}

function formData(): Record<string, unknown> {
  const stored = storedJson(LOCAL.formData)
  return isRecord(stored) ? stored : {}
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Storage may contain anything, so only values of the expected types are used. */
function valuesIn(stored: unknown): Partial<PersonalValues> {
  if (!isRecord(stored)) return {}
  return Object.fromEntries(
    Object.entries(EMPTY_VALUES).flatMap(([name, empty]) =>
      typeof stored[name] === typeof empty ? [[name, stored[name]]] : [],
    ),
  )
}
