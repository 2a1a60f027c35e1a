import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import { formFields, personalForm, requiredFields } from './personal-form.ts'

const CONTACT = ['firstName', 'lastName', 'emailAddress']
const ADDRESS = ['countryCode', 'streetName', 'houseNumber', 'postalCode', 'placeOfResidence']
const BOTH: [string, DeliveryCondition[]][] = [
  ['monta', ['monta']],
  ['dropship', ['dropship', 'monta']],
]

const form = (homeDeliveryAllowed: boolean, conditions: DeliveryCondition[]) =>
  personalForm({ homeDeliveryAllowed, conditions })

describe('the form of step 2', () => {
  it.each(BOTH)(
    'requires contact and address for home delivery of %s gifts (PERSON-1)',
    (_, conditions) => {
      const personal = form(true, conditions)
      expect(personal).toEqual({
        variant: 'address',
        address: true,
        consent: false,
        button: 'check-address',
      })
      expect(requiredFields(personal)).toEqual([...CONTACT, ...ADDRESS])
    },
  )

  it.each(BOTH)(
    'also requires consent for digital gifts with %s gifts (PERSON-1)',
    (_, conditions) => {
      const personal = form(true, ['digital', ...conditions])
      expect(personal).toEqual({
        variant: 'address-and-consent',
        address: true,
        consent: true,
        button: 'payment',
      })
      expect(requiredFields(personal)).toEqual([...CONTACT, ...ADDRESS, 'consent'])
    },
  )

  it.each([true, false])(
    'requires contact and consent if all gifts are digital (home delivery: %s) (PERSON-1)',
    (allowed) => {
      const personal = form(allowed, ['digital', 'digital'])
      expect(personal).toEqual({
        variant: 'digital',
        address: false,
        consent: true,
        button: 'check-address',
      })
      expect(requiredFields(personal)).toEqual([...CONTACT, 'consent'])
    },
  )

  it.each(BOTH)(
    'hides its button for digital gifts with %s delivery to the company (PERSON-1)',
    (_, conditions) => {
      const personal = form(false, [...conditions, 'digital'])
      expect(personal).toEqual({
        variant: 'contact-and-consent',
        address: false,
        consent: true,
        button: 'none',
      })
      expect(requiredFields(personal)).toEqual([...CONTACT, 'consent'])
    },
  )

  it.each(BOTH)(
    'requires only contact data for %s delivery to the company (PERSON-1)',
    (_, conditions) => {
      const personal = form(false, conditions)
      expect(personal).toEqual({
        variant: 'contact',
        address: false,
        consent: false,
        button: 'none',
      })
      expect(requiredFields(personal)).toEqual(CONTACT)
    },
  )

  it('has the fields and the button of its variant for every cart (PERSON-1)', () => {
    const condition = fc.constantFrom<DeliveryCondition>('digital', 'monta', 'dropship')
    fc.assert(
      fc.property(fc.boolean(), fc.array(condition), (allowed, conditions) => {
        const digital = conditions.includes('digital')
        const allDigital = digital && conditions.every((condition) => condition === 'digital')
        const personal = form(allowed, conditions)
        expect(personal.consent).toBe(digital)
        expect(personal.address).toBe(allowed && !allDigital)
        expect(personal.button === 'none').toBe(!allowed && !allDigital)
        expect(personal.button === 'payment').toBe(allowed && digital && !allDigital)
        expect(form(allowed, conditions.toReversed())).toEqual(personal)
      }),
    )
  })

  it('shows phone number and addition as optional fields (PERSON-2)', () => {
    const personal = form(true, ['monta'])
    const optional = formFields(personal).filter(
      (field) => !requiredFields(personal).includes(field),
    )
    expect(optional).toEqual(['phoneNumber', 'addition'])
    expect(formFields(form(false, ['monta']))).toEqual([
      'firstName',
      'lastName',
      'phoneNumber',
      'emailAddress',
    ])
  })
})
