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
  moveHouse,
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

describe('the choice of delivery', () => {
  const kinds = (conditions: DeliveryCondition[], homeDeliveryAllowed = true, country = 'NL') =>
    deliveryKinds({ conditions, homeDeliveryAllowed, country })

  it('is home or a pickup point for warehouse gifts in the Netherlands (DELIVERY-1)', () => {
    expect(kinds(['monta'])).toEqual(['home', 'pickup'])
    expect(kinds(['monta', 'dropship', 'digital'])).toEqual(['home', 'pickup'])
    expect(kinds(['monta'], true, 'nl')).toEqual(['home', 'pickup'])
  })

  it('is home alone abroad, and where only suppliers send (DELIVERY-1)', () => {
    expect(kinds(['monta'], true, 'DE')).toEqual(['home'])
    expect(kinds(['monta'], true, '')).toEqual(['home'])
    expect(kinds(['dropship'])).toEqual(['home'])
    expect(kinds(['dropship', 'digital'])).toEqual(['home'])
  })

  it('is e-mail when all is digital, home delivery or not (DELIVERY-3)', () => {
    expect(kinds(['digital'])).toEqual(['digital'])
    expect(kinds(['digital', 'digital'], false)).toEqual(['digital'])
  })

  it('is the company where home delivery is not allowed (DELIVERY-3)', () => {
    expect(kinds(['monta'], false)).toEqual(['company'])
    expect(kinds(['digital', 'dropship'], false)).toEqual(['company'])
  })

  it('does not exist for an empty cart (DELIVERY-1)', () => {
    expect(kinds([])).toEqual([])
  })

  it('always exists for a cart with something in it, and follows the rules (DELIVERY-1)', () => {
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

  it('is refused when there is none (DELIVERY-6)', () => {
    expect(problem(null)).toBe('delivery-missing')
    expect(problem(home)).toBeUndefined()
    expect(problem(pickup)).toBeUndefined()
  })

  it('is refused when its kind is not one to choose from (DELIVERY-1)', () => {
    expect(problem(company)).toBe('delivery-not-allowed')
    expect(problem(digital)).toBe('delivery-not-allowed')
    expect(problem(home, ['monta'], { homeDeliveryAllowed: false })).toBe('delivery-not-allowed')
    expect(problem(company, ['monta'], { homeDeliveryAllowed: false })).toBeUndefined()
    expect(problem(pickup, ['dropship'])).toBe('delivery-not-allowed')
    expect(problem(home, ['digital'], { consent: true })).toBe('delivery-not-allowed')
    expect(problem(home, [])).toBe('delivery-not-allowed')
  })

  it('is refused when a holder from abroad picks a point (DELIVERY-1)', () => {
    const abroad = { ...pickup, home: address('Hauptstraße', 'DE') }
    expect(problem(abroad)).toBe('delivery-not-allowed')
  })

  it('is refused when a home parcel carries the code of a point (DELIVERY-4)', () => {
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

  it('may have an address that was not verified (PERSON-4)', () => {
    expect(problem({ ...home, verified: false })).toBeUndefined()
  })

  it('needs consent as soon as something is digital, and only then (PERSON-1)', () => {
    expect(problem(digital, ['digital'])).toBe('consent-missing')
    expect(problem(home, ['digital', 'monta'])).toBe('consent-missing')
    expect(problem(digital, ['digital'], { consent: true })).toBeUndefined()
    expect(problem(home, ['digital', 'monta'], { consent: true })).toBeUndefined()
    expect(problem(home, ['monta'])).toBeUndefined()
  })

  it('follows from the offered choice, for every cart (DELIVERY-1)', () => {
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

describe('where a line goes', () => {
  it('is the e-mail for digital gifts, whatever was chosen for the rest (PAY-6)', () => {
    for (const delivery of [digital, home, pickup, company]) {
      expect(destination(delivery, 'digital')).toEqual({ to: 'email' })
    }
  })

  it('is the chosen address for what is sent (PAY-6)', () => {
    const to = 'address'
    expect(destination(home, 'monta')).toEqual({ to, address: home.address, company: '' })
    expect(destination(home, 'dropship')).toEqual({ to, address: home.address, company: '' })
    expect(destination(company, 'monta')).toEqual({ to, address: company.address, company: '' })
  })

  it('is the pickup point for the warehouse, and home for suppliers, which do not deliver to pickup points (PAY-6)', () => {
    const { address, company } = pickup.point
    expect(destination(pickup, 'monta')).toEqual({ to: 'address', address, company })
    expect(destination(pickup, 'dropship')).toEqual({
      to: 'address',
      address: home.address,
      company: '',
    })
  })

  it('is nowhere for a parcel in a digital delivery (PAY-6)', () => {
    expect(destination(digital, 'monta')).toBeUndefined()
    expect(ownAddress(digital)).toBeUndefined()
  })

  it('is known for every line of a cart whose delivery is in order (PAY-6)', () => {
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

describe('a change of mind', () => {
  it('home, pickup, home again leaves no trace of the point (DELIVERY-4)', () => {
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

  it('does not take the home carrier to the point (DELIVERY-4)', () => {
    const morning = switchToCarrier(home, carrier({ code: 'MORNING' }))
    const chosen = switchToPickup(morning, point('P1'), toPoint('P1'))
    expect(JSON.stringify(chosen)).not.toContain('MORNING')
    expect(switchToHome(chosen).carrier).toBeNull()
  })

  it('to another address starts the choice of carrier again (DELIVERY-4)', () => {
    expect(switchToAddress(address('Nieuwstraat'), false)).toEqual({
      kind: 'home',
      address: address('Nieuwstraat'),
      verified: false,
      carrier: null,
    })
  })

  it('of a parcel under way keeps what can still be had there (DELIVERY-4)', () => {
    const moved = { address: address('Nieuwstraat'), verified: false, still: null }
    const carrier = { ...pickup.carrier, options: {} }
    expect(moveHouse(home, moved)).toEqual(switchToAddress(moved.address, false))
    expect(moveHouse(home, { ...moved, still: carrier })).toMatchObject({ kind: 'home', carrier })
    expect(moveHouse(pickup, moved)).toEqual({ ...pickup, home: moved.address, verified: false })
    const abroad = { ...moved, address: address('Rue Neuve', 'BE'), still: carrier }
    expect(moveHouse(pickup, abroad)).toEqual(switchToAddress(abroad.address, false))
  })

  it('ends at the last choice, however often it comes (DELIVERY-4)', () => {
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
  it('may do without addition and additional line, and without nothing else (PERSON-2)', () => {
    expect(isComplete(home.address)).toBe(true)
    expect(isComplete({ ...home.address, country: '' })).toBe(false)
    expect(isComplete({ ...home.address, houseNumber: '\t' })).toBe(false)
  })
})

describe('two addresses', () => {
  it('are the same when nothing of them differs (PERSON-4)', () => {
    const here = address('Dorpsstraat')
    expect(sameAddress(here, { ...here })).toBe(true)
    for (const part of Object.keys(here)) {
      expect(sameAddress(here, { ...here, [part]: 'other' })).toBe(false)
    }
  })
})
