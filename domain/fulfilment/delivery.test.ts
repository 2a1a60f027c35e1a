import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  type Address,
  type CarrierChoice,
  type Delivery,
  type DeliveryCondition,
  deliveryKinds,
  deliveryProblem,
  destination,
  type HomeDelivery,
  isComplete,
  changeHomeAddress,
  ownAddress,
  type PickupPoint,
  sameAddress,
  switchToAddress,
  switchToCarrier,
  switchToHome,
  switchToPickup,
} from './delivery.ts'

const address = (street: string, country = 'NL'): Address => ({
  street,
  houseNumber: '7',
  addition: '',
  postalCode: '1234AB',
  city: 'Voorbeeldstad',
  country,
  line: '',
})
const carrier = (more: Partial<CarrierChoice> = {}): CarrierChoice => ({
  shipperCode: 'PAK',
  code: 'PAK_1',
  name: 'Morning',
  from: null,
  to: null,
  options: {},
  ...more,
})
const point = (code: string): PickupPoint => ({
  code,
  company: `Shop ${code}`,
  address: address(`${code} street`),
  distanceMeters: 500,
  openingTimes: [],
  latitude: null,
  longitude: null,
})
const toPoint = (code: string) => carrier({ options: { PickupPointCode: code } })

const home: HomeDelivery = {
  kind: 'home',
  address: address('Dorpsstraat'),
  verified: true,
  carrier: null,
}
const pickup = switchToPickup(home, point('P1'), toPoint('P1'))
const company: Delivery = { kind: 'company', address: address('Kantoorweg') }
const digital: Delivery = { kind: 'digital' }

const conditions = ['digital', 'monta', 'dropship'] as const satisfies DeliveryCondition[]
const anyCart = fc.record({
  homeDeliveryAllowed: fc.boolean(),
  conditions: fc.array(fc.constantFrom(...conditions), { minLength: 1, maxLength: 4 }),
  country: fc.constantFrom('NL', 'DE', 'BE', ''),
})

describe('the available delivery methods', () => {
  const kinds = (conditions: DeliveryCondition[], homeDeliveryAllowed = true, country = 'NL') =>
    deliveryKinds({ conditions, homeDeliveryAllowed, country })

  it('are home and pickup for warehouse gifts in the Netherlands (DELIVERY-1)', () => {
    expect(kinds(['monta'])).toEqual(['home', 'pickup'])
    expect(kinds(['monta', 'dropship', 'digital'])).toEqual(['home', 'pickup'])
    expect(kinds(['monta'], true, 'nl')).toEqual(['home', 'pickup'])
  })

  it('are home only abroad, and for gifts of suppliers (DELIVERY-1)', () => {
    expect(kinds(['monta'], true, 'DE')).toEqual(['home'])
    expect(kinds(['monta'], true, '')).toEqual(['home'])
    expect(kinds(['dropship'])).toEqual(['home'])
    expect(kinds(['dropship', 'digital'])).toEqual(['home'])
  })

  it('are email only if all gifts are digital (DELIVERY-3)', () => {
    expect(kinds(['digital'])).toEqual(['digital'])
    expect(kinds(['digital', 'digital'], false)).toEqual(['digital'])
  })

  it('are the company only if home delivery is not allowed (DELIVERY-3)', () => {
    expect(kinds(['monta'], false)).toEqual(['company'])
    expect(kinds(['digital', 'dropship'], false)).toEqual(['company'])
  })

  it('are none for an empty cart (DELIVERY-1)', () => {
    expect(kinds([])).toEqual([])
  })

  it('are at least one for every other cart, by the rules (DELIVERY-1)', () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const kinds = deliveryKinds(cart)
        const physical = cart.conditions.some((condition) => condition !== 'digital')
        expect(kinds.length).toBeGreaterThan(0)
        expect(kinds.includes('digital')).toBe(!physical)
        expect(kinds.includes('company')).toBe(physical && !cart.homeDeliveryAllowed)
        expect(kinds.includes('home')).toBe(physical && cart.homeDeliveryAllowed)
        expect(kinds.includes('pickup')).toBe(
          cart.homeDeliveryAllowed && cart.country === 'NL' && cart.conditions.includes('monta'),
        )
      }),
    )
  })
})

describe('a delivery that does not match its cart', () => {
  const problem = (
    delivery: Delivery | null,
    conditions: DeliveryCondition[] = ['monta'],
    more: { homeDeliveryAllowed?: boolean; consent?: boolean } = {},
  ) => deliveryProblem(delivery, { conditions, homeDeliveryAllowed: true, consent: false, ...more })

  it('is refused if it is missing (DELIVERY-6)', () => {
    expect(problem(null)).toBe('delivery-missing')
    expect(problem(home)).toBeUndefined()
    expect(problem(pickup)).toBeUndefined()
  })

  it('is refused if its method is not available (DELIVERY-1)', () => {
    expect(problem(company)).toBe('delivery-not-allowed')
    expect(problem(digital)).toBe('delivery-not-allowed')
    expect(problem(home, ['monta'], { homeDeliveryAllowed: false })).toBe('delivery-not-allowed')
    expect(problem(company, ['monta'], { homeDeliveryAllowed: false })).toBeUndefined()
    expect(problem(pickup, ['dropship'])).toBe('delivery-not-allowed')
    expect(problem(home, ['digital'], { consent: true })).toBe('delivery-not-allowed')
    expect(problem(home, [])).toBe('delivery-not-allowed')
  })

  it('is refused if a holder abroad chooses a pickup point (DELIVERY-1)', () => {
    const abroad = { ...pickup, home: address('Hauptstraße', 'DE') }
    expect(problem(abroad)).toBe('delivery-not-allowed')
  })

  it('is refused if a home parcel has the code of a pickup point (DELIVERY-4)', () => {
    expect(problem({ ...home, carrier: toPoint('P1') })).toBe('delivery-not-allowed')
    const service = carrier({ options: { ServicePointCode: 'S1' } })
    expect(problem({ ...home, carrier: service })).toBe('delivery-not-allowed')
    expect(problem({ ...home, carrier: carrier() })).toBeUndefined()
  })

  it.each(['street', 'houseNumber', 'postalCode', 'city'] as const)(
    'is refused when its address has no %s (PERSON-2)',
    (part) => {
      const broken = { ...home.address, [part]: ' ' }
      expect(problem({ ...home, address: broken })).toBe('address-incomplete')
      expect(problem({ ...pickup, home: broken })).toBe('address-incomplete')
    },
  )

  it('may have an unverified address (PERSON-4)', () => {
    expect(problem({ ...home, verified: false })).toBeUndefined()
  })

  it('needs consent only for a cart with a digital gift (PERSON-1)', () => {
    expect(problem(digital, ['digital'])).toBe('consent-missing')
    expect(problem(home, ['digital', 'monta'])).toBe('consent-missing')
    expect(problem(digital, ['digital'], { consent: true })).toBeUndefined()
    expect(problem(home, ['digital', 'monta'], { consent: true })).toBeUndefined()
    expect(problem(home, ['monta'])).toBeUndefined()
  })

  it('is accepted for every available method of every cart (DELIVERY-1)', () => {
    const anyDelivery = fc.constantFrom<Delivery>(home, pickup, company, digital)
    fc.assert(
      fc.property(anyCart, anyDelivery, (cart, delivery) => {
        const kinds = deliveryKinds({ ...cart, country: 'NL' })
        const refused = deliveryProblem(delivery, { ...cart, consent: true }) !== undefined
        expect(refused).toBe(!kinds.includes(delivery.kind))
      }),
    )
  })
})

describe('the destination of a line', () => {
  it('is the email address for digital gifts', () => {
    for (const delivery of [digital, home, pickup, company]) {
      expect(destination(delivery, 'digital')).toEqual({ to: 'email' })
    }
  })

  it('is the chosen address for parcels', () => {
    const to = 'address'
    expect(destination(home, 'monta')).toEqual({ to, address: home.address, company: '' })
    expect(destination(home, 'dropship')).toEqual({ to, address: home.address, company: '' })
    expect(destination(company, 'monta')).toEqual({ to, address: company.address, company: '' })
  })

  it('is the pickup point for warehouse gifts, and the home address for gifts of suppliers', () => {
    const { address, company } = pickup.point
    expect(destination(pickup, 'monta')).toEqual({ to: 'address', address, company })
    expect(destination(pickup, 'dropship')).toEqual({
      to: 'address',
      address: home.address,
      company: '',
    })
  })

  it('is undefined for a parcel in a digital delivery', () => {
    expect(destination(digital, 'monta')).toBeUndefined()
    expect(ownAddress(digital)).toBeUndefined()
  })

  it('exists for every line of a cart with a valid delivery', () => {
    const anyDelivery = fc.constantFrom<Delivery>(home, pickup, company, digital)
    fc.assert(
      fc.property(anyCart, anyDelivery, (cart, delivery) => {
        fc.pre(deliveryProblem(delivery, { ...cart, consent: true }) === undefined)
        for (const condition of cart.conditions) {
          expect(destination(delivery, condition)).toBeDefined()
        }
      }),
    )
  })
})

describe('a change of the delivery', () => {
  it('from home to pickup and back removes the pickup point (DELIVERY-4)', () => {
    expect(switchToHome(pickup)).toEqual(home)
    expect(JSON.stringify(switchToHome(pickup))).not.toContain('P1')
  })

  it('keeps the address and whether it was verified (DELIVERY-4)', () => {
    const unverified = { ...home, verified: false }
    expect(switchToPickup(unverified, point('P2'), toPoint('P2'))).toMatchObject({
      home: home.address,
      verified: false,
    })
  })

  it('to a pickup point drops the carrier of home delivery (DELIVERY-4)', () => {
    const morning = switchToCarrier(home, carrier({ code: 'MORNING' }))
    const chosen = switchToPickup(morning, point('P1'), toPoint('P1'))
    expect(JSON.stringify(chosen)).not.toContain('MORNING')
    expect(switchToHome(chosen).carrier).toBeNull()
  })

  it('to another address drops the carrier (DELIVERY-4)', () => {
    expect(switchToAddress(address('Nieuwstraat'), false)).toEqual({
      kind: 'home',
      address: address('Nieuwstraat'),
      verified: false,
      carrier: null,
    })
  })

  it('of an existing order keeps carrier and pickup point if they are still available (DELIVERY-4)', () => {
    const moved = { address: address('Nieuwstraat'), verified: false, carrier: null }
    const carrier = { ...pickup.carrier, options: {} }
    expect(changeHomeAddress(home, moved)).toEqual(switchToAddress(moved.address, false))
    expect(changeHomeAddress(home, { ...moved, carrier })).toMatchObject({ kind: 'home', carrier })
    expect(changeHomeAddress(pickup, moved)).toEqual({
      ...pickup,
      home: moved.address,
      verified: false,
    })
    const abroad = { ...moved, address: address('Rue Neuve', 'BE'), carrier }
    expect(changeHomeAddress(pickup, abroad)).toEqual(switchToAddress(abroad.address, false))
  })

  it('has the same result when it is repeated (DELIVERY-4)', () => {
    const step = fc.constantFrom('home', 'P1', 'P2', 'carrier')
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        let delivery: Parameters<typeof switchToHome>[0] = home
        for (const step of steps) {
          if (step === 'home') delivery = switchToHome(delivery)
          else if (step === 'carrier') delivery = switchToCarrier(delivery, carrier())
          else delivery = switchToPickup(delivery, point(step), toPoint(step))
        }
        const last = steps.at(-1) ?? ''
        const text = JSON.stringify(delivery)
        expect(delivery.kind).toBe(last.startsWith('P') ? 'pickup' : 'home')
        expect(ownAddress(delivery)).toEqual(home.address)
        for (const code of ['P1', 'P2']) expect(text.includes(code)).toBe(last === code)
      }),
    )
  })
})

describe('a complete address', () => {
  it('needs all fields except the addition and the additional line (PERSON-2)', () => {
    expect(isComplete(home.address)).toBe(true)
    expect(isComplete({ ...home.address, country: '' })).toBe(false)
    expect(isComplete({ ...home.address, houseNumber: '\t' })).toBe(false)
  })
})

describe('two addresses', () => {
  it('are the same only if no field differs (PERSON-4)', () => {
    const here = address('Dorpsstraat')
    expect(sameAddress(here, { ...here })).toBe(true)
    for (const part of Object.keys(here)) {
      expect(sameAddress(here, { ...here, [part]: 'other' })).toBe(false)
    }
  })
})
