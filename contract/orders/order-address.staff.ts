import { z } from 'zod'

import { ContactAndAddress } from '#contract/cart.shop.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'

const number = z.string().regex(/^\d{1,18}$/)
const at = z.iso.datetime()
/** A token that contains the field values the user saw. */
const stands = z.string().max(8000)

const Contact = z.object({
  contact_email: z.string(),
  contact_first_name: z.string(),
  contact_surname_prefix: z.string(),
  contact_surname: z.string(),
  contact_telephone: z.string(),
  delivery_address_street: z.string(),
  delivery_address_housenr: z.string(),
  delivery_address_housenr_appendix: z.string(),
  delivery_address_postal_code: z.string(),
  delivery_address_city: z.string(),
  delivery_address_country_code: z.string(),
  delivery_address_additional_line: z.string(),
})

export const orderAddress = staffEndpoint('orderAddress', {
  summary: 'Get the recipient and the address of an order, while they can be changed',
  input: z.object({ number }),
  answer: z.object({
    contact: Contact,
    /** Whether the order is sent to an address of the holder. */
    has_address: z.boolean(),
    countries: z.array(z.string()),
    changeable_until: at,
    /**
     * The address at read time. A change must send it, so that a concurrent change is refused with the values before
     * and now.
     */
    stands: z.string(),
  }),
  refusals: { released: 409 },
})

const Vat = z.array(z.object({ country: z.string(), bp: z.int(), vat_cents: z.int() }))
const refusals = {
  released: 409,
  'address-invalid': 409,
  'no-home-delivery': 409,
  'country-credited': 409,
} as const

export const previewAddressChange = staffEndpoint('previewAddressChange', {
  summary: 'Preview an address change',
  description: 'Returns the effect on carrier, country and VAT. Saves nothing.',
  /** `stands`: the address at read time. If it has changed since, the call is refused with the changes. */
  input: ContactAndAddress.extend({ number, stands: stands.optional() }),
  answer: z.object({
    stands: z.string(),
    /** As printed on the parcel, line by line. */
    person: z.string(),
    address: z.array(z.string()),
    /** Whether the address service knows it. */
    verified: z.boolean(),
    carrier: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
    country: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
    /** VAT in the card payment. The same before and after if the country does not change. */
    vat: z.object({ before: Vat, after: Vat }),
    /** Recipients of the notification mail. */
    told: z.array(z.string()),
    same: z.boolean(),
  }),
  refusals: { ...refusals, 'changed-since': 409 },
})

export const staffChangeAddress = staffEndpoint('staffChangeAddress', {
  summary: 'Change the recipient or address of an order that has not been sent to fulfilment',
  description: 'The voucher holder is notified by email.',
  input: ContactAndAddress.extend({
    number,
    stands,
    reason: z.string().trim().min(1).max(500),
  }),
  answer: z.object({ told: z.array(z.string()) }),
  refusals: { ...refusals, 'changed-since': 409, 'nothing-to-do': 409 },
})
