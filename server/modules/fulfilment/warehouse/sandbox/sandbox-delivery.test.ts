import { readFileSync } from 'node:fs'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  sampleAddress,
  sampleDeliveryRequest,
  sampleWarehouseOrder,
} from '#server/testing/fakes/sample-delivery.ts'
import { metersBetween } from '#server/modules/addresses/providers/sandbox/earth-distance.ts'
import {
  type SandboxDelivery,
  sandboxDelivery,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { sandboxTimeframes } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-timeframes.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

const at = (time: string) => new Date(time)
const tuesday = at('2027-03-09T12:00:00Z')
const timeframes = (changes: Parameters<typeof sampleDeliveryRequest>[0] = {}) =>
  sandboxTimeframes(sampleDeliveryRequest({ releasedAt: tuesday, ...changes }), '17:00')

describe('delivery windows of the sandbox', () => {
  it('are the same for the same request on the same day', () => {
    expect(timeframes({ releasedAt: at('2027-03-09T15:59:00Z') })).toEqual(timeframes())
  })

  it.each([
    ['2027-03-09T12:00:00Z', '2027-03-10'],
    ['2027-03-09T16:00:00Z', '2027-03-11'],
    ['2027-03-12T12:00:00Z', '2027-03-15'],
    ['2027-03-13T12:00:00Z', '2027-03-16'],
    // In the Netherlands it is Monday already.
    ['2027-07-11T22:30:00Z', '2027-07-13'],
  ])('of an order that the warehouse gets at %s begin on %s', (releasedAt, day) => {
    const [first] = timeframes({ releasedAt: at(releasedAt) })
    expect(first?.From).toBe(`${day}T09:00`)
  })

  it('start later in other countries', () => {
    const [first] = timeframes({ address: sampleAddress({ country: 'be' }) })
    expect(first?.From).toBe('2027-03-12T09:00')
  })

  it('are those that the header of the demo shop promises', () => {
    for (const [world, language, promise] of [
      ['world', 'nl', '{day}'],
      ['world', 'en', '{day}'],
      ['small-world', 'nl', 'de volgende werkdag'],
    ] as const) {
      const file = `demo/${world}/2/content/${language}/headercomponents.yaml`
      expect(readFileSync(path.join(projectRoot, file), 'utf8')).toContain(promise)
    }
    const [first] = timeframes()
    expect(first?.From?.slice(0, 10)).toBe('2027-03-10')
  })

  it('have up to ten pickup points, and no parcel locker if none is wanted', () => {
    const ask = (hidePackStations: boolean) =>
      timeframes({ maximumPickupPoints: 99, onlyPickupPoints: true, hidePackStations })
    expect(ask(false)).toHaveLength(10)
    expect(ask(true)).toHaveLength(9)
  })

  it('have pickup points in the area of the address', () => {
    const distances = (postalCode: string, country = 'NL') =>
      timeframes({ address: sampleAddress({ postalCode, country }), onlyPickupPoints: true }).map(
        (frame) => frame.PickupPointDetails?.DistanceMeters ?? 0,
      )

    for (const code of ['1012 AB', '9999XX', '1000aa', '6211 AX']) {
      const far = distances(code)
      expect(far).toHaveLength(5)
      expect(Math.max(...far)).toBeLessThan(5_000)
    }
    expect(distances('3511PK')).not.toEqual(distances('3599PK'))
    expect(distances('ABC')).toEqual([])
    expect(distances('1012AB', 'BE')).toEqual([])
  })

  it('measure distances on the globe', () => {
    const amsterdam = { latitude: 52.3731, longitude: 4.8926 }
    const maastricht = { latitude: 50.8514, longitude: 5.691 }
    expect(Math.round(metersBetween(amsterdam, maastricht) / 1000)).toBe(178)
    expect(metersBetween(amsterdam, amsterdam)).toBe(0)
  })
})

describe('the warehouse of the sandbox', () => {
  let database: TestDatabase
  let delivery: SandboxDelivery
  beforeAll(async () => {
    database = await testDatabase()
    delivery = sandboxDelivery({ sql: database.sql, clock: { now: () => tuesday } })
  })
  afterAll(() => database.drop())

  const typesOf = async (orderNumber: string) =>
    (await delivery.eventsSince(0))
      .filter((event) => event.orderNumber === orderNumber)
      .map(({ type }) => type)

  it('adds skipped states, and takes no state twice', async () => {
    const order = sampleWarehouseOrder()
    await delivery.submit(order)
    await delivery.advance(order.orderNumber, 'SHIPPED')
    await delivery.advance(order.orderNumber, 'SHIPPED')
    await delivery.advance(order.orderNumber, 'BACKORDER')
    expect(await typesOf(order.orderNumber)).toEqual(['RECEIVED', 'PICKED', 'SHIPPED', 'BACKORDER'])
  })

  it('ships no unknown and no cancelled orders', async () => {
    await expect(delivery.advance('unknown', 'SHIPPED')).rejects.toMatchObject({
      code: 'no-such-order',
    })
    const order = sampleWarehouseOrder()
    await delivery.submit(order)
    await delivery.cancel(order.orderNumber, 'Why')
    await expect(delivery.advance(order.orderNumber, 'SHIPPED')).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('returns every event to a reader while many writers add events', async () => {
    const orders = Array.from({ length: 40 }, () => sampleWarehouseOrder())
    const [last] = (await delivery.eventsSince(0)).slice(-1)
    let cursor = last?.id ?? 0
    const seen: string[] = []
    const writers = { busy: true }
    const read = async () => {
      const events = await delivery.eventsSince(cursor)
      cursor = events.at(-1)?.id ?? cursor
      seen.push(...events.map(({ orderNumber }) => orderNumber))
    }
    const reader = (async () => {
      while (writers.busy) await read()
      await read()
    })()
    await Promise.all(orders.map((order) => delivery.submit(order)))
    writers.busy = false
    await reader

    expect(seen.sort()).toEqual(orders.map(({ orderNumber }) => orderNumber).sort())
  })

  it('returns the chosen carrier', async () => {
    const carrier = {
      shipperCode: 'DHLservicepunt',
      code: 'x',
      name: 'DHL',
      from: null,
      to: null,
      options: {},
    }
    const order = sampleWarehouseOrder({ carrier })
    await delivery.submit(order)
    await delivery.advance(order.orderNumber, 'DELIVERED')
    expect(await delivery.tracking(order.orderNumber)).toMatchObject([
      { carrier: 'DHL', link: null },
    ])
    const linked = sandboxDelivery({
      sql: database.sql,
      clock: { now: () => tuesday },
      baseUrl: () => 'https://shop.example',
    })
    expect(await linked.tracking(order.orderNumber)).toMatchObject([
      { link: expect.stringMatching(/^https:\/\/shop\.example\/sandbox\/parcels\/3STEST\d{9}$/) },
    ])
  })
})
