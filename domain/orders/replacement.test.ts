import { expect, it } from 'vitest'

import {
  replacementDates,
  type UnavailableGift,
  mayReplace,
  type ReplacementCandidate,
} from './replacement.ts'
import type { Delivery } from '#domain/fulfilment/delivery.ts'

const unavailable: UnavailableGift = { sku: 'vase', points: 37, quantity: 2, vatBp: 2100 }
const bowl: ReplacementCandidate = {
  sku: 'bowl',
  points: 37,
  condition: 'monta',
  inStock: 2,
  vatBp: 2100,
}
const delivery: Delivery = {
  kind: 'home',
  address: {
    street: 'Kade',
    houseNumber: '7',
    addition: '',
    postalCode: '1234AB',
    city: 'Voorbeeldstad',
    country: 'NL',
    line: '',
  },
  verified: true,
  carrier: null,
}
const order = { delivery, consented: false, centsPaid: 0 }
type Order = Parameters<typeof mayReplace>[2]
const may = (offer: Partial<ReplacementCandidate>, more: Partial<Order> = {}) =>
  mayReplace({ ...bowl, ...offer }, unavailable, { ...order, ...more })

it('offers another gift for the same points, if enough units are in stock (DESK-32)', () => {
  expect(may({})).toBe(true)
  expect(may({ inStock: null })).toBe(true)
  expect(may({ inStock: 1 })).toBe(false)
  expect(may({ sku: 'vase' })).toBe(false)
  expect(may({ points: 36 })).toBe(false)
  expect(may({ points: 38 })).toBe(false)
})

it('requires the same VAT rate if a part was paid by card, because that rate was reported (DESK-31, DESK-32)', () => {
  expect(may({ vatBp: 900 })).toBe(true)
  expect(may({ vatBp: 900 }, { centsPaid: 500 })).toBe(false)
  expect(may({ vatBp: null }, { centsPaid: 500 })).toBe(false)
  expect(may({}, { centsPaid: 500 })).toBe(true)
})

it('offers gifts that can be delivered to the order’s address, and digital gifts after consent to immediate delivery (DESK-32)', () => {
  expect(may({ condition: 'digital' })).toBe(false)
  expect(may({ condition: 'digital' }, { consented: true })).toBe(true)
  const digital: Partial<Order> = { delivery: { kind: 'digital' }, consented: true }
  expect(may({}, digital)).toBe(false)
  expect(may({ condition: 'digital' }, digital)).toBe(true)
})

it('lasts until the end of the last day in the channel’s time zone, with a reminder on the morning of the day before (DESK-32)', () => {
  const zone = 'Europe/Amsterdam'
  const said = (began: string, days: number) => {
    const { untilMs, remindAtMs } = replacementDates(Date.parse(began), days, zone)
    return [untilMs, remindAtMs].map((ms) => (ms === null ? null : new Date(ms).toISOString()))
  }
  expect(said('2027-03-22T12:00:00Z', 7)).toEqual([
    '2027-03-29T22:00:00.000Z',
    '2027-03-28T08:00:00.000Z',
  ])
  // Late in the evening by UTC it is the next day there.
  expect(said('2027-01-10T23:30:00Z', 2)).toEqual([
    '2027-01-13T23:00:00.000Z',
    '2027-01-12T08:00:00.000Z',
  ])
  expect(said('2027-01-10T12:00:00Z', 1)).toEqual(['2027-01-11T23:00:00.000Z', null])
})
