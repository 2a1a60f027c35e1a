import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Answer } from '#contract/client.shop.ts'
import { sandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { eventTypes, queuedMails, sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  type DeliveryRequest,
  ServiceDown,
  type WarehouseOrder,
} from '#server/platform/services/service-ports.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let database: TestDatabase
let shop: TestShop
let submitted: WarehouseOrder[] = []
let down = false
beforeAll(async () => {
  database = await testDatabase('template_world')
  const sandbox = sandboxDelivery({ sql: database.sql, clock: { now: () => shop.clock.now() } })
  const delivery = {
    ...sandbox,
    async options(question: DeliveryRequest) {
      if (down) throw new ServiceDown('delivery', 'no answer')
      return sandbox.options(question)
    },
    async submit(order: WarehouseOrder) {
      submitted.push(order)
      await sandbox.submit(order)
    },
  }
  shop = await testShop({ database, ports: { delivery } })
})
afterAll(async () => {
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  await database.drop()
  expect(findings).toEqual([])
})

const ROTTERDAM = {
  delivery_address_street: 'Hoogkade',
  delivery_address_housenr: '3',
  delivery_address_postal_code: '3011AA',
  delivery_address_city: 'Rotterdam',
  delivery_address_country_code: 'NL',
}

type Frame = Answer<'orderDeliveryMethods'>['Timeframes'][number]

async function framesOf(holder: TestHolder, order_number: string) {
  return (await holder.done('orderDeliveryMethods', { order_number })).Timeframes
}

function pickOf(frame: Frame | undefined) {
  const [option] = frame?.ShippingOptions ?? []
  return {
    shipper_code: option?.ShipperCodes[0] ?? '',
    code: option?.Code ?? '',
    service_point_code: frame?.PickupPointDetails?.Code ?? '',
    from: frame?.From ?? null,
  }
}

/** The final submission to the warehouse. */
async function sentOf(number: string) {
  shop.clock.advance(31 * 60_000)
  submitted = []
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  return submitted[0]
}

async function atHome(options: Partial<Parameters<typeof sampleOrder>[1]> = {}) {
  const gifts = [await shop.gift({ points: 2, inStock: 50 })]
  return sampleOrder(shop, { gifts, ...options })
}

describe('changing recipient and address of an order (experience: undo window)', () => {
  it('changes order, cart, email and warehouse', async () => {
    const { holder, number } = await atHome()
    const { response } = await holder.done('changeOrderAddress', {
      ...sampleContact,
      ...ROTTERDAM,
      order_number: number,
      contact_email: ' bea@example.com',
      contact_first_name: 'Bea',
      address_confirmed: true,
    })
    expect(response).toMatchObject({
      delivery: { kind: 'home', street: 'Hoogkade', housenr: '3', city: 'Rotterdam' },
      personal_data: { contact_first_name: 'Bea', contact_email: 'bea@example.com' },
    })
    const cart = await holder.done('readCart', { cart_guid: holder.cartGuid })
    expect(cart.response).toMatchObject({
      order_number: number,
      personal_data: response.personal_data,
      delivery: response.delivery,
    })
    expect(await eventTypes(shop, number)).toEqual(['placed', 'address-changed'])
    expect(await queuedMails(shop, number)).toEqual([
      { template: 'order-changed', recipient: 'bea@example.com', language: 'nl' },
    ])
    expect(await sentOf(number)).toMatchObject({
      person: { firstName: 'Bea' },
      deliverTo: { street: 'Hoogkade', city: 'Rotterdam' },
    })
  })

  it('applies the rules of the cart to the new address (PERSON-4)', async () => {
    const { holder, number } = await atHome()
    const change = (changes: object) =>
      holder.call('changeOrderAddress', { ...sampleContact, order_number: number, ...changes })
    expect(await change({ contact_email: 'anna@' })).toMatchObject({
      refused: 'invalid-input',
      field: 'contact_email',
    })
    expect(await change({ contact_telephone: '12' })).toMatchObject({
      refused: 'invalid-input',
      field: 'contact_telephone',
    })
    expect(await change({ delivery_address_postal_code: 'X' })).toMatchObject({
      refused: 'invalid-input',
      field: 'delivery_address_postal_code',
    })
    const unknown = { delivery_address_city: 'Nergenshuizen' }
    expect(await change(unknown)).toMatchObject({ refused: 'address-invalid' })
    expect(await eventTypes(shop, number)).toEqual(['placed'])

    expect(await change({ ...unknown, address_confirmed: true })).toMatchObject({
      response: { delivery: { city: 'Nergenshuizen', address_verified: false } },
    })
  })

  it('keeps the address if only personal details are sent, and sends no email if nothing changed', async () => {
    const { holder, number } = await atHome()
    const { contact_email, contact_surname } = sampleContact
    const order_number = number
    const { response } = await holder.done('changeOrderAddress', {
      order_number,
      contact_email,
      contact_surname,
      contact_first_name: 'Bea',
    })
    expect(response).toMatchObject({
      personal_data: { contact_first_name: 'Bea', delivery_address_street: 'Zilverkade' },
    })
    await holder.done('changeOrderAddress', {
      order_number,
      contact_email,
      contact_surname,
      contact_first_name: 'Bea',
    })
    expect(await eventTypes(shop, number)).toEqual(['placed', 'address-changed'])
    expect(await queuedMails(shop, number)).toHaveLength(1)
  })

  it('is stored once when the same change is sent several times at once', async () => {
    const { holder, number } = await atHome()
    const ask = { ...sampleContact, order_number: number, contact_first_name: 'Bea' }
    await Promise.all(Array.from({ length: 8 }, () => holder.done('changeOrderAddress', ask)))
    expect(await eventTypes(shop, number)).toEqual(['placed', 'address-changed'])
  })

  it('keeps the chosen delivery window if it is offered at the new address, otherwise uses the standard shipment', async () => {
    const { holder, number } = await atHome()
    const evening = (await framesOf(holder, number)).filter((frame) => !frame.IsPickupPoint).at(-1)
    const chosen = await holder.done('changeOrderDelivery', {
      order_number: number,
      ...pickOf(evening),
    })
    const move = (address: object) =>
      holder.done('changeOrderAddress', {
        ...sampleContact,
        ...address,
        order_number: number,
        address_confirmed: true,
      })
    const moved = await move(ROTTERDAM)
    expect(moved.response.delivery).toMatchObject({
      street: 'Hoogkade',
      code: chosen.response.delivery.code,
      from: evening?.From,
    })
    down = true
    const again = await move({}).finally(() => (down = false))
    expect(again.response.delivery).toMatchObject({ street: 'Zilverkade', code: '', from: null })
  })

  it('keeps the pickup point; only suppliers and the invoice use the new address', async () => {
    const { holder, number } = await atHome({ pickup: true })
    const before = await holder.done('order', { order_number: number })
    const { response } = await holder.done('changeOrderAddress', {
      ...sampleContact,
      ...ROTTERDAM,
      order_number: number,
      address_confirmed: true,
    })
    const { address_verified: _, ...point } = before.response.delivery
    expect(response.delivery).toMatchObject(point)
    expect(await sentOf(number)).toMatchObject({
      deliverTo: { company: point.pickup_company },
      invoiceTo: { street: 'Hoogkade', company: '' },
    })
  })

  it('refuses a new address for gifts that go to no home, but accepts a new email address', async () => {
    const gifts = [await shop.gift({ points: 2, delivery: 'digital' })]
    const { holder, number } = await sampleOrder(shop, { gifts })
    const order_number = number
    expect(
      await holder.call('changeOrderAddress', { ...sampleContact, order_number }),
    ).toMatchObject({
      refused: 'no-home-delivery',
    })
    const { contact_first_name, contact_surname } = sampleContact
    const ask = { order_number, contact_first_name, contact_surname }
    await holder.done('changeOrderAddress', { ...ask, contact_email: 'right@example.com' })
    shop.clock.advance(31 * 60_000)
    await submitOrder(shop.shop, number)
    expect(await queuedMails(shop, number)).toMatchObject([
      { template: 'digital-gift', recipient: 'right@example.com' },
      { template: 'order-changed', recipient: 'right@example.com' },
    ])
  })
})

describe('changing the delivery of an order (experience: undo window)', () => {
  it('shows the last choice in order, cart and warehouse after home, pickup and home again (statement 22)', async () => {
    const { holder, number } = await atHome()
    const frames = await framesOf(holder, number)
    const home = frames.find((frame) => !frame.IsPickupPoint)
    const pickup = frames.find((frame) => frame.IsPickupPoint)
    const choose = (frame: Frame | undefined) =>
      holder.done('changeOrderDelivery', { order_number: number, ...pickOf(frame) })

    expect((await choose(pickup)).response.delivery).toMatchObject({
      kind: 'pickup',
      pickup_company: pickup?.PickupPointDetails?.Company,
    })
    await choose(pickup)
    const { response } = await choose(home)
    expect(response.delivery).toMatchObject({
      kind: 'home',
      street: 'Zilverkade',
      from: home?.From,
    })
    expect(await eventTypes(shop, number)).toEqual([
      'placed',
      'delivery-changed',
      'delivery-changed',
    ])
    expect(await queuedMails(shop, number)).toHaveLength(2)
    const cart = await holder.done('readCart', { cart_guid: holder.cartGuid })
    expect(cart.response.delivery).toEqual(response.delivery)
    const sent = await sentOf(number)
    expect(sent).toMatchObject({ deliverTo: { street: 'Zilverkade', company: '' } })
    expect(sent?.carrier?.options).not.toHaveProperty('PickupPointCode')
  })

  it('refuses an option that was not offered for this order at this address', async () => {
    const { holder, number } = await atHome()
    const pickup = (await framesOf(holder, number)).find((frame) => frame.IsPickupPoint)
    const choose = (pick: object) =>
      holder.call('changeOrderDelivery', { order_number: number, ...pickOf(pickup), ...pick })
    expect(await choose({ service_point_code: 'elsewhere' })).toMatchObject({
      refused: 'not-offered',
    })
    down = true
    await holder
      .done('changeOrderAddress', {
        ...sampleContact,
        ...ROTTERDAM,
        order_number: number,
        address_confirmed: true,
      })
      .finally(() => (down = false))
    expect(await choose({})).toMatchObject({ refused: 'not-offered' })
  })

  it('offers the standard shipment while the carriers do not answer', async () => {
    const { holder, number } = await atHome({ pickup: true })
    down = true
    const offer = await holder
      .done('orderDeliveryMethods', { order_number: number })
      .finally(() => (down = false))
    expect(offer).toMatchObject({ fallback: true, Timeframes: [{ IsPickupPoint: false }] })
    const { response } = await holder.done('changeOrderDelivery', {
      order_number: number,
      ...pickOf(offer.Timeframes[0]),
    })
    expect(response.delivery).toMatchObject({ kind: 'home', code: 'montapacking_standard' })
  })

  it('offers nothing for gifts that none of our carriers delivers', async () => {
    const gifts = [await shop.gift({ points: 2, delivery: 'dropship' })]
    const { holder, number } = await sampleOrder(shop, { gifts })
    const { response } = await holder.done('order', { order_number: number })
    expect(response.can).toMatchObject({ change_address: true, change_delivery: false })
    expect(await framesOf(holder, number)).toEqual([])
  })
})

it('refuses changes to the order of another holder, and to an order in transit (WIRE-11)', async () => {
  const { holder, number } = await atHome()
  const other = await shop.holder()
  const calls = [
    ['changeOrderAddress', { ...sampleContact, order_number: number }],
    ['orderDeliveryMethods', { order_number: number }],
    ['changeOrderDelivery', { order_number: number, shipper_code: 'a', code: 'b' }],
  ] as const
  for (const [name, input] of calls) {
    expect(await other.call(name, input)).toMatchObject({ refused: 'no-such-order' })
  }
  await submitOrder(
    { ...shop.shop, ports: { ...shop.shop.ports, clock: { now: () => new Date('2100-01-01') } } },
    number,
  )
  for (const [name, input] of calls) {
    expect(await holder.call(name, input)).toMatchObject({ refused: 'undo-closed' })
  }
})
