import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { Memory } from '#server/platform/cache/memory-cache.ts'
import { readModelsIn } from '#server/modules/catalog/read-model/read-models.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { ChangeEvents, Topic } from '#server/platform/db/change-events.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const ONE = '1014'
const OTHER = '2001'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())
beforeEach(async () => {
  await shop.sql`
    update offer set active = exists (
      select from offer one where one.channel_id = ${ONE} and one.sku = offer.sku)
    where channel_id = ${OTHER}`
})

/** Separate read models, the queries they make, and change events sent by the test. */
function createModels(memory = new Memory(64_000_000)) {
  const asked: string[] = []
  const sql = new Proxy(shop.sql, {
    apply(target, self, args: unknown[]) {
      if (Array.isArray(args[0])) asked.push((args[0] as string[]).join('?'))
      return Reflect.apply(target, self, args) as unknown
    },
  }) satisfies Sql
  const listeners = new Map<Topic, (subject: string) => void>()
  const changeEvents: Pick<ChangeEvents, 'on' | 'onFailover'> = {
    on: (topic, listener) => void listeners.set(topic, listener),
    onFailover: () => {},
  }
  const models = readModelsIn(sql, changeEvents as ChangeEvents, {
    pool: sql,
    log: shop.shop.log,
    memory,
    clock: shop.clock,
  })
  return {
    models,
    memory,
    request: (topic: Topic, subject: string) => listeners.get(topic)?.(subject),
    times: (what: RegExp) => asked.filter((text) => what.test(text)).length,
  }
}

const GIFTS = /from product join brand/
const OFFERS = /from offer join article/

async function read(models: ReturnType<typeof createModels>['models'], id: string) {
  const model = await models.channel(id)
  if (!model) throw new Error(`no channel ${id}`)
  return model
}

it('reads a gift once for all channels that sell it, and shares it between them (A3)', async () => {
  const { models, times } = createModels()
  const one = await read(models, ONE)
  const other = await read(models, OTHER)
  expect(times(GIFTS)).toBe(1)
  expect(other.products.length).toBeGreaterThan(0)
  for (const product of other.products) {
    expect(product.row).toBe(one.productsById.get(product.row.id)?.row)
    // Their texts come after the channel's own texts.
    const shared = one.productsById.get(product.row.id)?.texts.at(-1)
    expect(product.texts.at(-1)).toBe(shared)
  }
})

it('shows the texts of a channel on that channel only (A3)', async () => {
  const { models } = createModels()
  const [first] = (await read(models, OTHER)).products
  const id = first?.row.id ?? ''
  await shop.sql`
    insert into product_text (product_id, channel_id, language, name) values (${id}, ${OTHER}, 'nl', 'Van ons')`
  const { models: later } = createModels()
  const nameIn = async (channel: string) => {
    const model = await read(later, channel)
    const product = model.productsById.get(id)
    return product && model.language('nl').nameOf(product).text
  }
  expect(await nameIn(OTHER)).toBe('Van ons')
  expect(await nameIn(ONE)).not.toBe('Van ons')
  await shop.sql`delete from product_text where product_id = ${id} and channel_id = ${OTHER}`
})

it('reads a channel once for several requests at once, and again after a change event (A3)', async () => {
  const { models, request, times } = createModels()
  const all = await Promise.all(Array.from({ length: 16 }, async () => models.channel(ONE)))
  expect(new Set(all).size).toBe(1)
  expect(times(OFFERS)).toBe(1)
  request('channel', ONE)
  await read(models, ONE)
  expect([times(OFFERS), times(GIFTS)]).toEqual([2, 2])
})

it('keeps gifts in memory as long as a channel in memory sells them (B50)', async () => {
  const { models, memory, request } = createModels()
  const gifts = () => memory.metrics().find(({ kind }) => kind === 'gifts')
  const { length } = (await read(models, ONE)).products
  await read(models, OTHER)
  expect(gifts()).toMatchObject({ entries: length })
  const { bytes } = gifts() ?? { bytes: 0 }
  expect(bytes).toBeGreaterThan(length * 500)
  request('channel', OTHER)
  expect(gifts()).toMatchObject({ entries: length, bytes })
  request('channel', ONE)
  expect(gifts()).toMatchObject({ entries: 0, bytes: 0 })
})

it('reads a channel again after it was removed from memory, without a difference (B50)', async () => {
  const { models, memory } = createModels(new Memory(300_000))
  const before = (await read(models, ONE)).products.map(({ row }) => row.id)
  await read(models, OTHER)
  await read(models, '2002')
  expect(memory.metrics().find(({ kind }) => kind === 'channels')?.evictions).toBeGreaterThan(0)
  expect((await read(models, ONE)).products.map(({ row }) => row.id)).toEqual(before)
})

it('reads only the row of the channel at login, and none of its gifts (A3)', async () => {
  const other = await testShop({ database: shop.database })
  await other.logIn('giftshop1')
  expect(other.shop.models.loaded()).toEqual({ channels: 0, products: 0 })
  await other.stop()
})
