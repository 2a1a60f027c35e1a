import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type FakeMonta, fakeMonta } from '#server/testing/fakes/fake-monta.ts'
import {
  sampleAddress,
  sampleDeliveryRequest,
  sampleWarehouseOrder,
} from '#server/testing/fakes/sample-delivery.ts'
import { montaDelivery } from '#server/modules/fulfilment/warehouse/monta/monta-delivery.ts'
import type { DeliveryPort } from '#server/platform/services/service-ports.ts'

let fake: FakeMonta
let monta: DeliveryPort
beforeAll(async () => {
  fake = await fakeMonta()
  const { user, password, url: baseUrl } = fake
  monta = montaDelivery({ user, password, origin: 'shop-1', baseUrl })
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.reset()
})

const answer = (status: number, body: unknown, headers = {}) => {
  fake.failNext({ kind: 'answer', status, body, headers })
}

describe('the request for delivery options', () => {
  it('uses the field names of Monta', async () => {
    await monta.options(sampleDeliveryRequest({ language: 'de', hidePackStations: true }))

    expect(fake.requests[0]).toMatchObject({ method: 'POST', path: '/shippingoptions' })
    expect(fake.requests[0]?.json).toEqual({
      Origin: 'shop-1',
      Currency: 'EUR',
      Language: 'de-DE',
      Address: {
        Street: 'Proefkade',
        HouseNumber: '12',
        HouseNumberAddition: 'A',
        PostalCode: '3511PK',
        City: 'Utrecht',
        State: '',
        CountryCode: 'NL',
      },
      OrderValueInclVat: 39.9,
      ProductsOnStock: true,
      MaxNumberOfPickupPoints: 5,
      OnlyPickupPoints: false,
      HideDHLPackStations: true,
      Products: [{ Sku: 'MUG-01', Quantity: 2 }],
    })
  })
})

describe('the delivery options of an answer', () => {
  it('are valid without times', async () => {
    fake.knobs.nullTimes = true
    const frames = await monta.options(sampleDeliveryRequest())
    fake.knobs.nullTimes = false
    expect(frames.length).toBeGreaterThan(3)
    expect(frames.every(({ From, To }) => From === null && To === null)).toBe(true)
  })

  it('are valid with a pickup point without a house number, or with an unusual one', async () => {
    const [, , , , first] = await monta.options(sampleDeliveryRequest())
    expect(first?.PickupPointDetails?.HouseNumber).toBe('22 -24')

    fake.knobs.missingHouseNumber = true
    const frames = await monta.options(sampleDeliveryRequest({ onlyPickupPoints: true }))
    fake.knobs.missingHouseNumber = false
    expect(frames.map((frame) => frame.PickupPointDetails?.HouseNumber)).toEqual(
      Array.from({ length: 5 }, () => ''),
    )
  })

  it('keep all values of the carrier, and get a name if it is missing', async () => {
    const option = { Code: 'PAK_1', ShipperCodes: ['PAK'], Description: 'At a point' }
    const map = { PickupPointCode: '1', PickupPointRetailID: 'PNPNL-01', More: 7, Odd: null }
    const details = { Code: '1', DistanceMeters: 12.5, HouseNumber: 12, HouseNumberAddition: 'B' }
    answer(200, {
      Timeframes: [
        {
          IsPickupPoint: true,
          ShippingOptions: [{ ...option, ShipperOptionsWithValue: map }],
          PickupPointDetails: details,
        },
        { ShippingOptions: [{ ...option, DisplayName: 'Shown' }] },
        { ShippingOptions: [{ Code: 'BARE', ShipperCodes: ['X'] }] },
      ],
    })

    const [point, named, bare] = await monta.options(sampleDeliveryRequest())

    expect(point?.ShippingOptions[0]).toMatchObject({
      DisplayName: 'At a point',
      ShipperOptionsWithValue: {
        PickupPointCode: '1',
        PickupPointRetailID: 'PNPNL-01',
        More: '7',
        Odd: '',
      },
    })
    expect(point?.PickupPointDetails).toMatchObject({ HouseNumber: '12', addition: 'B' })
    expect(named?.ShippingOptions[0]?.DisplayName).toBe('Shown')
    expect(bare?.ShippingOptions[0]?.DisplayName).toBe('BARE')
  })

  it('lose invalid options only', async () => {
    const good = { ShippingOptions: [{ Code: 'A', ShipperCodes: ['X'] }] }
    answer(200, {
      Timeframes: [good, { IsPickupPoint: true, ...good }, { ShippingOptions: [] }, 7],
    })
    expect(await monta.options(sampleDeliveryRequest())).toHaveLength(1)

    answer(200, { Timeframes: [{ ShippingOptions: [] }] })
    await expect(monta.options(sampleDeliveryRequest())).rejects.toMatchObject({
      name: 'ServiceDown',
    })

    answer(200, { Timeframes: [] })
    expect(await monta.options(sampleDeliveryRequest())).toEqual([])
  })

  it('are requested again after the rate limit is over', async () => {
    answer(429, {}, { 'RateLimit-ResetsIn': '41' })
    await expect(monta.options(sampleDeliveryRequest())).rejects.toMatchObject({
      retryAfterSeconds: 41,
    })
  })
})

describe('an order at the warehouse', () => {
  it('for a pickup point contains its name and the values that its carrier needs', async () => {
    const order = sampleWarehouseOrder({
      deliverTo: { ...sampleAddress({ line: 'c/o Jansen' }), company: 'Boekhandel' },
      carrier: {
        shipperCode: 'PAK',
        code: 'PAK_1',
        name: 'PostNL',
        from: '2027-03-10T15:00',
        to: null,
        options: { PickupPointCode: '1', PickupPointRetailID: 'PNPNL-01' },
      },
    })
    await monta.submit(order)

    expect(fake.orders.get(order.orderNumber)?.json).toMatchObject({
      WebshopOrderId: order.orderNumber,
      Origin: 'shop-1',
      ConsumerDetails: {
        DeliveryAddress: {
          Company: 'Boekhandel, c/o Jansen',
          FirstName: 'Sanne',
          MiddleName: 'de',
          LastName: 'Boer',
          CountryCode: 'NL',
        },
        CommunicationLanguageCode: 'NL',
      },
      DeliveryDateRequested: '2027-03-10T15:00',
      ShipperCode: 'PAK',
      AllowedShippers: ['PAK'],
      ShipperOptions: [
        { ShipperCode: 'PAK', Code: 'PickupPointCode', Value: '1' },
        { ShipperCode: 'PAK', Code: 'PickupPointRetailID', Value: 'PNPNL-01' },
      ],
      Lines: [{ Sku: 'MUG-01', OrderedQuantity: 2, WebshopOrderLineId: '1' }],
    })
  })

  it('exists once after a lost answer', async () => {
    const order = sampleWarehouseOrder()
    fake.failNext({ kind: 'lose-answer' })
    await monta.submit(order)
    expect(fake.requests).toHaveLength(2)
    expect(fake.events.filter((one) => one.WebshopOrderId === order.orderNumber)).toHaveLength(1)
  })

  it('does not count as submitted when another system answers', async () => {
    fake.failNext({ kind: 'garbage' })
    await expect(monta.submit(sampleWarehouseOrder())).rejects.toMatchObject({
      name: 'ServiceDown',
    })
  })

  it('that the warehouse cannot handle is refused with its reasons', async () => {
    const deliverTo = { ...sampleAddress({ postalCode: '' }), company: '' }
    await expect(monta.submit(sampleWarehouseOrder({ deliverTo }))).rejects.toMatchObject({
      name: 'ServiceRefused',
      code: 'rejected',
      message: 'submit order: 6 The address is incomplete',
    })
  })

  it('with a slash in its number can be cancelled', async () => {
    await monta.submit(sampleWarehouseOrder({ orderNumber: 'A/1' }))
    await monta.cancel('A/1', 'Why')
    expect(fake.orders.get('A/1')?.deleted).toBe(true)
    expect(fake.requests.at(-1)?.json).toEqual({ Note: 'Why' })
  })

  it.each([17, 18, 19])('cannot be cancelled when the warehouse says %i', async (Code) => {
    answer(400, { OrderInvalidReasons: [{ Code, Message: 'Too late' }] })
    await expect(monta.cancel('1', '')).rejects.toMatchObject({ code: 'too-late' })
  })

  it('counts as cancelled if it is unknown, in either form of the answer', async () => {
    answer(404, 'Not found')
    await monta.cancel('1', '')
    await monta.cancel('2', '')
    expect(fake.requests).toHaveLength(2)
  })

  it('does not count as cancelled after an unknown refusal', async () => {
    answer(400, { OrderInvalidReasons: [{ Code: 25, Message: 'Returns exist' }] })
    await expect(monta.cancel('1', '')).rejects.toMatchObject({ code: 'rejected' })
  })
})

it('reads events in any order, with unknown types and times without a zone', async () => {
  const event = { WebshopOrderId: 7, Description: null }
  answer(200, [
    { ...event, Id: 12, TypeCode: 'Shipped', Occured: '2027-03-10T15:00:00' },
    { ...event, Id: 11, TypeCode: 'Sorted', Occured: '2027-03-10T15:00:00+01:00' },
    { ...event, Id: 10, TypeCode: null, Created: '2027-03-09T15:00:00Z' },
    { ...event, Id: 9, TypeCode: 'Seen' },
  ])

  const events = await monta.eventsSince(9)
  expect(fake.requests[0]?.path).toBe('/orderevents/since_id/9')
  expect(events).toEqual([
    told(10, 'UNKNOWN', '2027-03-09T15:00:00Z'),
    told(11, 'SORTED', '2027-03-10T14:00:00Z'),
    told(12, 'SHIPPED', '2027-03-10T15:00:00Z'),
  ])
})

function told(id: number, type: string, at: string) {
  return { id, orderNumber: '7', type, description: '', at: new Date(at) }
}

describe('tracking', () => {
  it('names each parcel once', async () => {
    const { orderNumber } = await shipped()
    expect(await monta.tracking(orderNumber)).toEqual([
      {
        code: '3STEST1',
        link: 'https://track.example/1',
        carrier: 'PostNL',
        state: 'sent',
        products: [],
      },
      { code: '3STEST2', link: null, carrier: 'PostNL', state: 'sent', products: [] },
    ])
  })

  it('contains the gifts and the state of each parcel (DESK-34)', async () => {
    const order = sampleWarehouseOrder()
    await monta.submit(order)
    const products = [{ Sku: 'towel', Quantity: 2 }]
    fake.ship(
      order.orderNumber,
      { code: '3STEST3', link: '', status: 'Delivered', products },
      { code: '3STEST4', link: '', status: 'Lost in transit' },
    )
    expect(await monta.tracking(order.orderNumber)).toMatchObject([
      { code: '3STEST3', state: 'delivered', products: [{ sku: 'towel', quantity: 2 }] },
      { code: '3STEST4', state: 'lost', products: [] },
    ])
  })

  it('uses the data of the order if no parcel is known', async () => {
    const { orderNumber } = await shipped()
    fake.failNext({ kind: 'slow', ms: 0 })
    answer(404, 'No colli')
    expect(await monta.tracking(orderNumber)).toHaveLength(1)
  })

  async function shipped() {
    const order = sampleWarehouseOrder()
    await monta.submit(order)
    const first = { code: '3STEST1', link: 'https://track.example/1' }
    fake.ship(order.orderNumber, first, first, { code: '3STEST2', link: 'javascript:alert(1)' })
    fake.reset()
    return order
  }
})

describe('stock', () => {
  it('is the number on pickable shelves; unknown SKUs are left out', async () => {
    fake.stock.set('MUG-01', 12)
    fake.stock.set('A/B 1', 3)
    fake.stock.set('GONE', 0)
    for (const n of [1, 2, 3, 4]) fake.stock.set(`N${n}`, n)

    const skus = ['MUG-01', 'A/B 1', 'GONE', 'UNKNOWN', 'N1', 'N2', 'N3', 'N4']
    expect(await monta.stock(skus)).toEqual([
      { sku: 'MUG-01', onHand: 12 },
      { sku: 'A/B 1', onHand: 3 },
      { sku: 'GONE', onHand: 0 },
      { sku: 'N1', onHand: 1 },
      { sku: 'N2', onHand: 2 },
      { sku: 'N3', onHand: 3 },
      { sku: 'N4', onHand: 4 },
    ])
    const slashed = fake.requests.find(({ query }) => query.has('sku'))
    expect(slashed).toMatchObject({ path: '/product/stock' })
    expect(slashed?.query.get('sku')).toBe('A/B 1')
  })

  it('does not become zero after an invalid answer', async () => {
    answer(200, { hello: 'world' })
    await expect(monta.stock(['MUG-01'])).rejects.toMatchObject({ name: 'ServiceDown' })
  })
})
