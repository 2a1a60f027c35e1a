import type { Cart, DeliveryChoice, PersonalData, Timeframe } from '#contract/cart.shop.ts'
import { addressLines } from '#domain/addresses/address-lines.ts'
import {
  type Address,
  type Delivery,
  type DeliveryCondition,
  destination,
} from '#domain/fulfilment/delivery.ts'
import { formatDay, deliveryMoment } from '#domain/fulfilment/delivery-moment.ts'
import { type Language, languages } from '#domain/language.ts'
import { homeAddress } from '#storefront/order-flow/carrier-request.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

/** A delivery as text: its title, its address lines and its time. */
export type DeliveryTexts = { title: string; lines: string[]; when: string }

const NO_CARRIER = { shipperCode: '', code: '', name: '', from: null, to: null, options: {} }

export function pointAddress(point: NonNullable<Timeframe['PickupPointDetails']>): Address {
  return {
    street: point.Street,
    houseNumber: point.HouseNumber,
    addition: point.addition,
    postalCode: point.PostalCode,
    city: point.City,
    country: point.CountryCode,
    line: '',
  }
}

/** The company's address, which is also the invoice address. */
export function organisationAddress(organisation: Cart['organization_address']): Address {
  const usesInvoiceAddress = organisation.delivery_address_street === ''
  return usesInvoiceAddress
    ? invoiceAddress(organisation)
    : {
        street: organisation.delivery_address_street,
        houseNumber: organisation.delivery_address_housenr,
        addition: '',
        postalCode: organisation.delivery_address_postal_code,
        city: organisation.delivery_address_city,
        country: organisation.delivery_address_country_code,
        line: '',
      }
}

export function invoiceAddress(organisation: Cart['organization_address']): Address {
  return {
    street: organisation.invoice_address_street,
    houseNumber: organisation.invoice_address_housenr,
    addition: '',
    postalCode: organisation.invoice_address_postal_code,
    city: organisation.invoice_address_city,
    country: organisation.invoice_address_country_code,
    line: '',
  }
}

/** The distance in a straight line, rounded. */
export function distanceText(meters: number, texts: PageTexts, language: Language) {
  const format = (value: number) => new Intl.NumberFormat(languages[language].tag).format(value)
  if (meters < 1000) return texts.text('distance', { meters: format(Math.round(meters / 10) * 10) })
  return texts.text('distanceKilometers', { kilometers: format(Math.round(meters / 100) / 10) })
}

/** For example 'dinsdag 9 maart, tussen 18:00 en 22:00 uur'. Empty if the carrier names no day. */
export function whenText(
  method: { from: string | null; to: string | null },
  texts: PageTexts,
  language: Language,
): string {
  const moment = deliveryMoment(method)
  if (!moment) return ''
  const day = formatDay(moment.day, language)
  if (moment.kind === 'day') return day
  if (moment.kind === 'days') {
    return texts.text('days', { day, last_day: formatDay(moment.lastDay, language) }, '{day}')
  }
  return texts.text('window', { day, from: moment.from, to: moment.to }, '{day} {from}–{to}')
}

/** The delivery of one gift of an order, which may differ from that of the others. */
export function deliveryOfGift(
  condition: DeliveryCondition,
  order: { delivery: DeliveryChoice; personal_data: PersonalData },
  texts: PageTexts,
  language: Language,
): DeliveryTexts {
  const { delivery, personal_data } = order
  const to = destination(domainDelivery(delivery, personal_data), condition)
  if (to?.to !== 'address') {
    return { title: texts.text('digitalTitle'), lines: [personal_data.contact_email], when: '' }
  }
  const lines = addressLines(to.address, language, to.company)
  if (delivery.kind === 'company') return { title: texts.text('companyTitle'), lines, when: '' }
  if (condition !== 'monta') return { title: texts.text('homeTitle'), lines, when: '' }
  const isPickup = delivery.kind === 'pickup'
  const whenDelivered = whenText(delivery, texts, language)
  const day = deliveryMoment({ from: delivery.from, to: null })?.day
  const from = day ? texts.text('pickupFrom', { day: formatDay(day, language) }) : ''
  return {
    title: texts.text(isPickup ? 'pickupPointTitle' : 'homeTitle'),
    lines,
    when: isPickup ? from : whenDelivered || texts.text('standard'),
  }
}

/** Converts the wire's flat fields to the domain's delivery. */
function domainDelivery(delivery: DeliveryChoice, person: PersonalData): Delivery {
  const home = homeAddress(person)
  const chosen: Address = {
    street: delivery.street,
    houseNumber: delivery.housenr,
    addition: delivery.housenr_appendix,
    postalCode: delivery.postal_code,
    city: delivery.city,
    country: delivery.country_code,
    line: '',
  }
  const verified = delivery.address_verified
  switch (delivery.kind) {
    case 'digital':
      return { kind: 'digital' }
    case 'company':
      return { kind: 'company', address: home }
    case 'home':
      return { kind: 'home', address: home, verified, carrier: null }
    case 'pickup':
      return {
        kind: 'pickup',
        home,
        verified,
        carrier: NO_CARRIER,
        point: {
          code: delivery.service_point_code,
          company: delivery.pickup_company,
          address: chosen,
          distanceMeters: 0,
          openingTimes: [],
          latitude: null,
          longitude: null,
        },
      }
  }
}
