import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { sandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { submitOrder, submitToWarehouse } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { eventTypes, queuedMails, sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  ServiceDown,
  ServiceRefused,
  type WarehouseOrder,
} from '#server/platform/services/service-ports.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let database: TestDatabase
let shop: TestShop
let submitted: WarehouseOrder[] = []
let failure: Error | undefined

beforeAll(async () => {
  database = await testDatabase('template_world')
  const sandbox = sandboxDelivery({ sql: database.sql, clock: { now: () => shop.clock.now() } })
  const delivery = {
    ...sandbox,
    async submit(order: WarehouseOrder) {
      if (failure) throw failure
      submitted.push(order)
      await sandbox.submit(order)
    },
  }
  shop = await testShop({ database, ports: { delivery } })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})
beforeEach(() => {
  submitted = []
  failure = undefined
})
afterEach(() => shop.shop.jobs.drain())

const TEAPOT = { spliId: '1014-teapot', points: 12 }
const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }
const TABLE_CLOTH = { spliId: '1014-table-cloth', points: 10 }
const TREE = { spliId: '1014-tree-planted', points: 1 }

const afterUndo = () => shop.clock.advance(30 * 60_000)

async function statesOf(number: string) {
  const [order] = await shop.sql<{ state: string; lines: string[] }[]>`
    select state, (select array_agg(state order by line) from order_line where order_number = number)
      as lines
    from orders where number = ${number}`
  return order
}

describe('the release of an order', () => {
  it('happens automatically after the undo window', async () => {
    await shop.sql`update channel set undo_minutes = 0 where id = '1014'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()
    const { number } = await sampleOrder(shop, { gifts: [TOWEL] })
    await shop.sql`update channel set undo_minutes = 30 where id = '1014'`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()

    await shop.shop.jobs.drain()
    expect(await statesOf(number)).toEqual({ state: 'released', lines: ['released'] })
    expect(await eventTypes(shop, number)).toEqual(['placed', 'released', 'sent-to-warehouse'])
  })

  it('waits while the holder can still change the order, and happens afterwards', async () => {
    const { number } = await sampleOrder(shop, { gifts: [TOWEL] })
    await submitOrder(shop.shop, number)
    expect(await statesOf(number)).toEqual({ state: 'placed', lines: ['placed'] })
    expect(submitted).toEqual([])
    const waiting = await shop.sql<{ start_after: Date; changeable_until: Date }[]>`
      select start_after, changeable_until from job join orders on number = data ->> 'number'
      where name = 'submit-order' and number = ${number}`
    expect(waiting).toHaveLength(2)
    for (const job of waiting) expect(job.start_after).toEqual(job.changeable_until)
  })

  it('informs the warehouse, each supplier and the holder of their parts', async () => {
    const gifts = [TEAPOT, TOWEL, TABLE_CLOTH, TREE]
    const { number } = await sampleOrder(shop, { gifts, language: 'en' })
    afterUndo()
    await submitOrder(shop.shop, number)

    expect(await queuedMails(shop, number)).toEqual([
      { template: 'digital-gift', recipient: 'anna@example.com', language: 'en' },
      { template: 'supplier-order', recipient: 'orders@zonnekeramiek.example', language: 'nl' },
      // This brand has no address, so the shop's staff pass the order on.
      { template: 'supplier-order', recipient: 'service@giftpoint.example', language: 'nl' },
    ])
    await shop.shop.jobs.drain()
    const own = submitted.filter(({ orderNumber }) => orderNumber === number)
    expect(own.map(({ lines }) => lines.map(({ sku }) => sku))).toEqual([['linen-towel-sea']])
  })

  it('happens once for several attempts at once', async () => {
    const { number } = await sampleOrder(shop, { gifts: [TEAPOT, TOWEL] })
    afterUndo()
    await Promise.all(Array.from({ length: 8 }, () => submitOrder(shop.shop, number)))
    await shop.shop.jobs.drain()
    expect(await eventTypes(shop, number)).toEqual(['placed', 'released', 'sent-to-warehouse'])
    expect(await queuedMails(shop, number)).toHaveLength(1)
    expect(submitted).toHaveLength(1)
  })

  it('never happens for a cancelled order', async () => {
    const { number } = await sampleOrder(shop, { gifts: [TEAPOT, TOWEL] })
    await shop.sql`update orders set state = 'cancelled' where number = ${number}`
    await shop.sql`update order_line set state = 'cancelled' where order_number = ${number}`
    afterUndo()
    await submitOrder(shop.shop, number)
    await shop.shop.jobs.drain()
    expect(await statesOf(number)).toEqual({
      state: 'cancelled',
      lines: ['cancelled', 'cancelled'],
    })
    expect(await queuedMails(shop, number)).toEqual([])
    expect(submitted).toEqual([])
  })
})

describe('the request to the warehouse', () => {
  async function released(options: Parameters<typeof sampleOrder>[1]) {
    const { number } = await sampleOrder(shop, options)
    afterUndo()
    await submitOrder(shop.shop, number)
    return number
  }

  it('contains the recipient and the gifts for home delivery', async () => {
    const number = await released({ gifts: [TOWEL], quantity: 3 })
    await shop.shop.jobs.drain()
    expect(submitted).toMatchObject([
      {
        orderNumber: number,
        language: 'nl',
        person: { firstName: 'Anna', prefix: 'de', surname: 'Vries' },
        deliverTo: { street: 'Zilverkade', houseNumber: '12', company: '' },
        lines: [{ id: '1', sku: 'linen-towel-sea', quantity: 3, description: 'Linnen theedoek' }],
      },
    ])
  })

  it('contains the chosen pickup point and its carrier; the invoice address is the home address', async () => {
    await released({ gifts: [TOWEL], pickup: true })
    await shop.shop.jobs.drain()
    const [order] = submitted
    expect(order?.deliverTo.company).not.toBe('')
    expect(order?.deliverTo.street).not.toBe('Zilverkade')
    expect(order?.invoiceTo).toMatchObject({ street: 'Zilverkade', company: '' })
    expect(Object.keys(order?.carrier?.options ?? {})).not.toEqual([])
  })

  it('is not sent for an order that was cancelled after its release', async () => {
    const number = await released({ gifts: [TOWEL] })
    await shop.sql`update orders set state = 'cancelled' where number = ${number}`
    await shop.shop.jobs.drain()
    expect(submitted).toEqual([])
  })

  it('waits for a cancellation in progress', async () => {
    const number = await released({ gifts: [TOWEL] })
    let submitting: Promise<void> = Promise.resolve()
    await shop.sql.begin(async (sql) => {
      await sql`select from orders where number = ${number} for update`
      submitting = submitToWarehouse(shop.shop, number)
      await expect
        .poll(
          () => shop.sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
        .toHaveLength(1)
      await sql`update orders set state = 'cancelled' where number = ${number}`
    })
    await submitting
    expect(submitted).toEqual([])
  })

  it('is repeated until the warehouse answers, and is stored then', async () => {
    const number = await released({ gifts: [TOWEL] })
    failure = new ServiceDown('delivery', 'no answer')
    await expect(submitToWarehouse(shop.shop, number)).rejects.toThrow('no answer')
    expect(await eventTypes(shop, number)).not.toContain('sent-to-warehouse')

    failure = undefined
    await Promise.all(Array.from({ length: 8 }, () => submitToWarehouse(shop.shop, number)))
    const types = await eventTypes(shop, number)
    expect(types.filter((type) => type === 'sent-to-warehouse')).toHaveLength(1)
  })

  it('is not repeated after a refusal, which the order shows to staff', async () => {
    const number = await released({ gifts: [TOWEL] })
    failure = new ServiceRefused('delivery', 'rejected', 'new order: 7 unknown article')
    await submitToWarehouse(shop.shop, number)
    await submitToWarehouse(shop.shop, number)
    const rows = await shop.sql`
      select type, description from order_event
      where order_number = ${number} and type like '%warehouse%'`
    expect(rows).toEqual([
      { type: 'warehouse-refused', description: 'new order: 7 unknown article' },
    ])
  })
})
