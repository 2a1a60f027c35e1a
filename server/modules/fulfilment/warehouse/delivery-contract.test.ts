import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fakeMonta } from '#server/testing/fakes/fake-monta.ts'
import {
  sampleAddress,
  sampleDeliveryRequest,
  sampleWarehouseOrder,
} from '#server/testing/fakes/sample-delivery.ts'
import { montaDelivery } from '#server/modules/fulfilment/warehouse/monta/monta-delivery.ts'
import { sandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { type DeliveryPort, ServiceRefused } from '#server/platform/services/service-ports.ts'
import { testDatabase } from '#server/testing/test-database.ts'

type Warehouse = {
  delivery: DeliveryPort
  advance(orderNumber: string, type: 'PICKED' | 'SHIPPED' | 'DELIVERED'): Promise<void>
  close(): Promise<void>
}

async function sandbox(): Promise<Warehouse> {
  const database = await testDatabase()
  const delivery = sandboxDelivery({ sql: database.sql, clock: { now: () => new Date() } })
  return {
    delivery,
    advance: (number, type) => delivery.advance(number, type),
    close: () => database.drop(),
  }
}

async function monta(): Promise<Warehouse> {
  const fake = await fakeMonta()
  const { user, password, url: baseUrl } = fake
  return {
    delivery: montaDelivery({ user, password, origin: 'shop', baseUrl }),
    async advance(number, type) {
      if (type === 'SHIPPED')
        fake.ship(number, { code: '3STEST1', link: 'https://track.example/1' })
      else fake.addEvent(number, type)
    },
    close: () => fake.close(),
  }
}

describe.each([
  { name: 'sandbox', start: sandbox },
  { name: 'Monta', start: monta },
])('delivery by $name', ({ start }) => {
  let warehouse: Warehouse
  let delivery: DeliveryPort
  beforeAll(async () => {
    warehouse = await start()
    delivery = warehouse.delivery
  })
  afterAll(() => warehouse.close())

  async function submitted() {
    const order = sampleWarehouseOrder()
    await delivery.submit(order)
    return order.orderNumber
  }
  const eventsOf = async (orderNumber: string) =>
    (await delivery.eventsSince(0)).filter((event) => event.orderNumber === orderNumber)
  const typesOf = async (orderNumber: string) =>
    (await eventsOf(orderNumber)).map(({ type }) => type)

  describe('options', () => {
    it('contain recommended delivery windows', async () => {
      const frames = await delivery.options(sampleDeliveryRequest())
      const home = frames.filter(({ IsPickupPoint, Recommended }) => !IsPickupPoint && Recommended)

      expect(home).toHaveLength(3)
      for (const { From, To, ShippingOptions, PickupPointDetails } of home) {
        expect(From).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
        expect(String(To) > String(From)).toBe(true)
        expect(ShippingOptions[0]?.DisplayName).not.toBe('')
        expect(PickupPointDetails).toBeNull()
      }
    })

    it('contain no more pickup points than requested, nearest first, with the values that the carrier needs', async () => {
      const frames = await delivery.options(sampleDeliveryRequest({ maximumPickupPoints: 4 }))
      const points = frames.filter(({ IsPickupPoint }) => IsPickupPoint)

      expect(points).toHaveLength(4)
      const distances = points.map((point) => point.PickupPointDetails?.DistanceMeters ?? -1)
      expect(distances).toEqual([...distances].sort((a, b) => a - b))
      for (const { ShippingOptions, PickupPointDetails } of points) {
        const [option] = ShippingOptions
        const { PickupPointCode, PickupPointRetailID, ServicePointCode } =
          option?.ShipperOptionsWithValue ?? {}
        expect(PickupPointCode ?? ServicePointCode).toBe(PickupPointDetails?.Code)
        expect(option?.ShipperCodes).toEqual([PickupPointRetailID ? 'PAK' : 'DHLservicepunt'])
        expect(PickupPointDetails).toMatchObject({ CountryCode: 'NL', addition: '' })
        expect(PickupPointDetails?.OpeningTimes.length).toBeGreaterThan(0)
      }
    })

    it('contain pickup points only if the channel allows only those, and none if it allows none', async () => {
      const only = await delivery.options(sampleDeliveryRequest({ onlyPickupPoints: true }))
      expect(only.every(({ IsPickupPoint }) => IsPickupPoint)).toBe(true)
      const none = await delivery.options(sampleDeliveryRequest({ maximumPickupPoints: 0 }))
      expect(none.some(({ IsPickupPoint }) => IsPickupPoint)).toBe(false)
    })

    it('contain no pickup points in other countries', async () => {
      const address = sampleAddress({ country: 'DE', postalCode: '10115', city: 'Berlin' })
      const frames = await delivery.options(sampleDeliveryRequest({ address }))
      expect(frames.length).toBeGreaterThan(0)
      expect(frames.some(({ IsPickupPoint }) => IsPickupPoint)).toBe(false)
    })
  })

  describe('orders', () => {
    it('are created once for several submissions at once', async () => {
      const order = sampleWarehouseOrder()
      await Promise.all(Array.from({ length: 4 }, () => delivery.submit(order)))
      await delivery.submit(order)
      expect(await typesOf(order.orderNumber)).toEqual(['RECEIVED'])
    })

    it('can be changed until picking starts (DESK-32)', async () => {
      const number = await submitted()
      const less = { ...sampleWarehouseOrder(), orderNumber: number }
      await delivery.change(less)
      await warehouse.advance(number, 'PICKED')
      await expect(delivery.change(less)).rejects.toMatchObject({ code: 'too-late' })
      await expect(delivery.change({ ...less, orderNumber: 'unknown/1' })).rejects.toBeInstanceOf(
        ServiceRefused,
      )
    })

    it('can be cancelled until picking starts, also twice', async () => {
      const number = await submitted()
      await delivery.cancel(number, 'Changed my mind')
      await delivery.cancel(number, 'Really')
      expect(await typesOf(number)).toEqual(['RECEIVED', 'DELETED'])
    })

    it.each(['PICKED', 'SHIPPED'] as const)('cannot be cancelled once %s', async (type) => {
      const number = await submitted()
      await warehouse.advance(number, type)
      await expect(delivery.cancel(number, '')).rejects.toMatchObject({
        name: 'ServiceRefused',
        code: 'too-late',
      })
    })

    it('count as cancelled if they are unknown', async () => {
      await expect(delivery.cancel('unknown/1', '')).resolves.toBeUndefined()
    })
  })

  describe('events', () => {
    it('are returned oldest first, from the cursor on', async () => {
      const number = await submitted()
      await warehouse.advance(number, 'PICKED')
      await warehouse.advance(number, 'SHIPPED')
      await warehouse.advance(number, 'DELIVERED')

      const events = await eventsOf(number)
      expect(events.map(({ type }) => type)).toEqual(['RECEIVED', 'PICKED', 'SHIPPED', 'DELIVERED'])
      const ids = events.map(({ id }) => id)
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
      expect(Math.abs(Number(events[0]?.at) - Date.now())).toBeLessThan(60_000)

      const later = await delivery.eventsSince(ids[1] ?? 0)
      expect(later.map(({ id }) => id)).toEqual(ids.slice(2))
      expect(await delivery.eventsSince(ids[3] ?? 0)).toEqual([])
    })
  })

  describe('tracking', () => {
    it('is available after the shipment only', async () => {
      const number = await submitted()
      expect(await delivery.tracking(number)).toEqual([])
      await warehouse.advance(number, 'SHIPPED')

      const [trace, ...more] = await delivery.tracking(number)
      expect(trace?.code).toMatch(/^3STEST\d+$/)
      expect(trace?.carrier).toBe('PostNL')
      expect(more).toEqual([])
    })

    it('of an unknown order is empty', async () => {
      expect(await delivery.tracking('unknown/1')).toEqual([])
    })
  })

  it('returns stock for the requested SKUs only', async () => {
    expect(await delivery.stock([])).toEqual([])
    expect(await delivery.stock(['no/such sku'])).toEqual([])
  })
})
