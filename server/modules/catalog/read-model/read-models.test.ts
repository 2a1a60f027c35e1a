import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { readModelsIn } from '#server/modules/catalog/read-model/read-models.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { ChangeEvents } from '#server/platform/db/change-events.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

it('is read with a connection of its own, however many requests wait for it', async () => {
  const gift = await shop.gift()
  const connections = shop.sql.pool.settings.max
  const holders = await Promise.all(Array.from({ length: connections + 8 }, () => shop.holder()))
  await shop.sql`insert into change_event (topic) values ('catalogue')`
  await shop.shop.changeEvents.poll()

  // A call with an idempotency key holds a connection while it waits for the catalogue.
  const changes = await Promise.all(
    holders.map((holder) =>
      holder.call(
        'changeCart',
        { spli_id: gift.spliId, quantity: 1 },
        { idempotencyKey: 'the first' },
      ),
    ),
  )
  expect(changes.filter((change) => refused(change))).toEqual([])
})

/** Change events that a test sends itself. */
function manualChangeEvents() {
  const listeners = new Map<string, ((subject: string) => void)[]>()
  const changeEvents: Pick<ChangeEvents, 'on' | 'onFailover'> = {
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    onFailover: () => {},
  }
  const request = (topic: string, subject: string) =>
    listeners.get(topic)?.forEach((listener) => listener(subject))
  return { changeEvents: changeEvents as ChangeEvents, request }
}

/** A connection that sends matching queries at once, but returns each result only when its gate is opened. */
function delayResults(sql: Sql, like: RegExp) {
  const gates: { open: () => void; asked: Promise<unknown> }[] = []
  const watch = new Proxy(sql, {
    apply(target, self, [strings, ...values]: [TemplateStringsArray, ...unknown[]]) {
      const query: unknown = Reflect.apply(target, self, [strings, ...values])
      if (!Array.isArray(strings) || !like.test(strings.join(' '))) return query
      const asked = Promise.resolve(query as Promise<unknown>)
      return new Promise((resolve, reject) => {
        gates.push({ asked, open: () => void asked.then(resolve, reject) })
      })
    },
  })
  return { sql: watch, gates }
}

async function counted(sku: string, count: number) {
  await shop.sql`
    insert into stock_movement (sku, quantity, reason)
    select sku, ${count} - on_hand, 'count' from stock where sku = ${sku}`
}

describe('change events of a stock level', () => {
  it('are not lost on a channel that is being read (B31)', async () => {
    const gift = await shop.gift({ inStock: 9 })
    const { changeEvents, request } = manualChangeEvents()
    const { sql, gates } = delayResults(
      shop.sql,
      /from offer join article using .sku. left join stock/,
    )
    const models = readModelsIn(sql, changeEvents, {
      pool: shop.sql,
      log: shop.shop.log,
      memory: new Memory(64_000_000),
      clock: shop.clock,
    })

    const reading = models.channel('1014')
    await expect.poll(() => gates.length).toBe(1)
    await gates[0]?.asked
    await counted(gift.sku, 0)
    request('stock', gift.sku)
    gates[0]?.open()

    const model = await reading
    expect(model?.offersBySku.get(gift.sku)?.inStock).toBe(0)
  })

  it('are not lost between reading the offers and reading the gifts (B6)', async () => {
    const gift = await shop.gift({ inStock: 9 })
    const { changeEvents, request } = manualChangeEvents()
    const { sql, gates } = delayResults(shop.sql, /from product join brand/)
    const models = readModelsIn(sql, changeEvents, {
      pool: shop.sql,
      log: shop.shop.log,
      memory: new Memory(64_000_000),
      clock: shop.clock,
    })
    const reading = models.channel('1014')
    await expect.poll(() => gates.length).toBe(1)
    await counted(gift.sku, 0)
    request('stock', gift.sku)
    gates[0]?.open()
    expect((await reading)?.offersBySku.get(gift.sku)?.inStock).toBe(0)
  })

  it('lead to the newest count, whichever answer arrives last (B31)', async () => {
    const gift = await shop.gift({ inStock: 9 })
    const { changeEvents, request } = manualChangeEvents()
    const { sql, gates } = delayResults(shop.sql, /from stock where sku/)
    const models = readModelsIn(sql, changeEvents, {
      pool: shop.sql,
      log: shop.shop.log,
      memory: new Memory(64_000_000),
      clock: shop.clock,
    })
    const model = await models.channel('1014')
    const inStock = () => model?.offersBySku.get(gift.sku)?.inStock

    for (const [index, count] of [8, 1, 5, 0, 3, 7, 2, 4].entries()) {
      await counted(gift.sku, count)
      request('stock', gift.sku)
      await gates[index]?.asked
    }
    // The last result arrives first, then all others.
    for (const gate of gates.toReversed()) {
      gate.open()
      await gate.asked
    }
    await new Promise(setImmediate)
    expect(inStock()).toBe(4)
  })
})
