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
    'asks for contact and address when %s gifts go home (PERSON-1)',
    (_, conditions) => {
      const asked = form(true, conditions)
      expect(asked).toEqual({
        variant: 'address',
        address: true,
        consent: false,
        button: 'check-address',
      })
      expect(requiredFields(asked)).toEqual([...CONTACT, ...ADDRESS])
    },
  )

  it.each(BOTH)('adds consent when digital gifts join %s ones (PERSON-1)', (_, conditions) => {
    const asked = form(true, ['digital', ...conditions])
    expect(asked).toEqual({
      variant: 'address-and-consent',
      address: true,
      consent: true,
      button: 'payment',
    })
    expect(requiredFields(asked)).toEqual([...CONTACT, ...ADDRESS, 'consent'])
  })

  it.each([true, false])(
    'asks for contact and consent when all is digital (home delivery: %s) (PERSON-1)',
    (allowed) => {
      const asked = form(allowed, ['digital', 'digital'])
      expect(asked).toEqual({
        variant: 'digital',
        address: false,
        consent: true,
        button: 'check-address',
      })
      expect(requiredFields(asked)).toEqual([...CONTACT, 'consent'])
    },
  )

  it.each(BOTH)(
    'hides its button for digital and %s to the company (PERSON-1)',
    (_, conditions) => {
      const asked = form(false, [...conditions, 'digital'])
      expect(asked).toEqual({
        variant: 'contact-and-consent',
        address: false,
        consent: true,
        button: 'none',
      })
      expect(requiredFields(asked)).toEqual([...CONTACT, 'consent'])
    },
  )

  it.each(BOTH)(
    'asks for contact alone when %s goes to the company (PERSON-1)',
    (_, conditions) => {
      const asked = form(false, conditions)
      expect(asked).toEqual({ variant: 'contact', address: false, consent: false, button: 'none' })
      expect(requiredFields(asked)).toEqual(CONTACT)
    },
  )

  it('has one variant for every cart, with its own fields (PERSON-1)', () => {
    const condition = fc.constantFrom<DeliveryCondition>('digital', 'monta', 'dropship')
    fc.assert(
      fc.property(fc.boolean(), fc.array(condition), (allowed, conditions) => {
        const digital = conditions.includes('digital')
        const allDigital = digital && conditions.every((one) => one === 'digital')
        const asked = form(allowed, conditions)
        expect(asked.consent).toBe(digital)
        expect(asked.address).toBe(allowed && !allDigital)
        expect(asked.button === 'none').toBe(!allowed && !allDigital)
        expect(asked.button === 'payment').toBe(allowed && digital && !allDigital)
        expect(form(allowed, conditions.toReversed())).toEqual(asked)
      }),
    )
  })

  it('shows phone and addition without requiring them (PERSON-2)', () => {
    const asked = form(true, ['monta'])
    const optional = formFields(asked).filter((field) => !requiredFields(asked).includes(field))
    expect(optional).toEqual(['phoneNumber', 'addition'])
    expect(formFields(form(false, ['monta']))).toEqual([
      'firstName',
      'lastName',
      'phoneNumber',
      'emailAddress',
    ])
  })
})
