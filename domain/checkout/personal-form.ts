import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'

export type FormVariant =
  | 'address'
  | 'address-and-consent'
  | 'digital'
  | 'contact-and-consent'
  | 'contact'

/** The action named on the form's button; 'none' hides the button. */
export type FormButton = 'check-address' | 'payment' | 'none'

export type PersonalForm = {
  variant: FormVariant
  /** Country, address search, street, number, addition, postal code, city. */
  address: boolean
  /** Consent to immediate delivery, requested if the cart contains a digital gift. */
  consent: boolean
  button: FormButton
}

export type PersonalField =
  | 'firstName'
  | 'lastName'
  | 'phoneNumber'
  | 'emailAddress'
  | 'countryCode'
  | 'streetName'
  | 'houseNumber'
  | 'addition'
  | 'postalCode'
  | 'placeOfResidence'
  | 'consent'

const forms: Record<FormVariant, Omit<PersonalForm, 'variant'>> = {
  address: { address: true, consent: false, button: 'check-address' },
  'address-and-consent': { address: true, consent: true, button: 'payment' },
  digital: { address: false, consent: true, button: 'check-address' },
  'contact-and-consent': { address: false, consent: true, button: 'none' },
  contact: { address: false, consent: false, button: 'none' },
}

export function personalForm(cart: {
  homeDeliveryAllowed: boolean
  conditions: DeliveryCondition[]
}): PersonalForm {
  const variant = variantOf(cart.homeDeliveryAllowed, cart.conditions)
  return { variant, ...forms[variant] }
}

/** A cart without digital gifts, including an empty one, needs an address. */
function variantOf(homeDeliveryAllowed: boolean, conditions: DeliveryCondition[]): FormVariant {
  if (!conditions.includes('digital')) return homeDeliveryAllowed ? 'address' : 'contact'
  if (conditions.every((condition) => condition === 'digital')) return 'digital'
  return homeDeliveryAllowed ? 'address-and-consent' : 'contact-and-consent'
}

/** The fields of the form in display order. */
export function formFields(form: Pick<PersonalForm, 'address' | 'consent'>): PersonalField[] {
  return [
    'firstName',
    'lastName',
    'phoneNumber',
    'emailAddress',
    ...(form.address ? ADDRESS_FIELDS : []),
    ...(form.consent ? (['consent'] as const) : []),
  ]
}

export function requiredFields(form: Pick<PersonalForm, 'address' | 'consent'>): PersonalField[] {
  return formFields(form).filter((field) => field !== 'phoneNumber' && field !== 'addition')
}

const ADDRESS_FIELDS: PersonalField[] = [
  'countryCode',
  'streetName',
  'houseNumber',
  'addition',
  'postalCode',
  'placeOfResidence',
]
