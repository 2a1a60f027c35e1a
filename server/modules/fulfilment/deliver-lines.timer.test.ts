import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  type SandboxDelivery,
  sandboxDelivery,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { recordingMailer } from '#server/testing/fakes/recording-mailer.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { deliverDueLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { ServiceRefused } from '#server/platform/services/service-ports.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const mailer = recordingMailer()
let database: TestDatabase
let delivery: SandboxDelivery
let shop: TestShop

beforeAll(async () => {
  database = await testDatabase('template_world')
  delivery = sandboxDelivery({ sql: database.sql, clock: { now: () => shop.clock.now() } })
  shop = await testShop({ database, ports: { delivery, mailer } })
})
afterAll(async () => {
  await shop.stop()
  await database.drop()
})

const DAY = 24 * 3_600_000
type Condition = 'digital' | 'monta' | 'dropship'

/** An order with one gift of each kind, submitted to fulfilment; its mails are not sent yet. */
async function released(...conditions: Condition[]) {
  const gifts = await Promise.all(
    conditions.map((delivery) => shop.gift({ points: 2, delivery, name: delivery })),
  )
  const { holder, number } = await sampleOrder(shop, { gifts })
  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, number)
  // The session expires before the delivery date of the supplier.
  const order = async () =>
    (await (await shop.logIn(holder.code)).done('order', { order_number: number })).response
  const states = async () => {
    const { state, items } = await order()
    return [state, ...items.map((item) => item.state)]
  }
  return { number, order, states }
}

const settleAll = () => Promise.all(Array.from({ length: 8 }, () => deliverDueLines(shop.shop)))

it('delivers digital gifts once their email was accepted, and ends the right of withdrawal then (B20)', async () => {
  const { number, order, states } = await released('digital')
  await settleAll()
  expect(await states()).toEqual(['released', 'released'])
  expect((await order()).can.withdraw).toBe(true)

  await shop.shop.jobs.drain()
  await settleAll()
  expect(await states()).toEqual(['delivered', 'delivered'])
  expect((await order()).can.withdraw).toBe(false)
  expect(await eventTypes(shop, number)).toEqual(['placed', 'released', 'digital-sent'])
})

it('does not deliver a digital gift whose email was refused, and the consistency check reports it (B20)', async () => {
  const { number, order, states } = await released('digital')
  mailer.failure = new ServiceRefused('mail', 'no-mailbox', 'no such mailbox')
  await shop.shop.jobs.drain()
  mailer.failure = undefined
  await settleAll()
  expect(await states()).toEqual(['released', 'released'])
  expect((await order()).can.withdraw).toBe(true)
  const { findings } = await checkBooks(shop.sql)
  expect(findings).toMatchObject([{ code: 'digital-not-delivered', subject: number }])
  await shop.sql`
    update mail set state = 'sent', sent_at = now()
    where subject_id = ${number} and state = 'refused'`
})

it('assumes that a supplier’s gift was delivered after its time, and keeps the right of withdrawal (B20)', async () => {
  const { number, order, states } = await released('dropship')
  await shop.shop.jobs.drain()
  shop.clock.advance(13 * DAY)
  await settleAll()
  expect(await states()).toEqual(['released', 'released'])

  shop.clock.advance(DAY)
  await settleAll()
  expect(await states()).toEqual(['delivered', 'delivered'])
  expect((await eventTypes(shop, number)).filter((type) => type === 'supplier-expected')).toEqual([
    'supplier-expected',
  ])
  shop.clock.advance(200 * DAY)
  expect(await order()).toMatchObject({
    can: { withdraw: true },
    withdraw_until: null,
    items: [{ delivery_assumed: true, withdrawable: 1 }],
  })
})

it('gives a supplier as many days as the channel is set to (B20)', async () => {
  await shop.sql`update channel set supplier_days = 3 where id = '1014'`
  const { states } = await released('dropship')
  shop.clock.advance(3 * DAY)
  await deliverDueLines(shop.shop)
  expect(await states()).toEqual(['delivered', 'delivered'])
  await shop.sql`update channel set supplier_days = 14 where id = '1014'`
})

it.each([
  [['code', 'supplier', 'parcel']],
  [['parcel', 'supplier', 'code']],
  [['supplier', 'parcel', 'code']],
])(
  'moves a mixed order with its slowest gift, in whichever order they end: %j (B20)',
  async (ends) => {
    const { number, states } = await released('digital', 'monta', 'dropship')
    await shop.shop.jobs.drain()
    const [mail] = await shop.sql<{ id: string }[]>`
    update mail set state = 'queued' where template = 'digital-gift' and subject_id = ${number}
    returning id`
    const news: Record<string, () => Promise<unknown>> = {
      async code() {
        await shop.sql`update mail set state = 'sent' where id = ${mail?.id ?? ''}`
        return settleAll()
      },
      async supplier() {
        await shop.sql`
        update order_event set at = at - interval '14 days'
        where order_number = ${number} and type = 'released'`
        return settleAll()
      },
      async parcel() {
        await delivery.advance(number, 'DELIVERED')
        while ((await readWarehouseFeed(shop.shop)) > 0);
      },
    }
    for (const [index, end] of ends.entries()) {
      expect((await states())[0]).toBe('released')
      await news[end]?.()
      expect((await states()).filter((state) => state === 'delivered').length).toBe(
        index === 2 ? 4 : index + 1,
      )
    }
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
  },
)

it('leaves a cancelled order unchanged, and the accounts consistent (B20)', async () => {
  const { number, states } = await released('digital', 'dropship')
  await shop.shop.jobs.drain()
  await shop.sql`update order_line set state = 'cancelled' where order_number = ${number} and line = 1`
  await settleAll()
  expect(await states()).toEqual(['released', 'cancelled', 'released'])
  shop.clock.advance(14 * DAY)
  await settleAll()
  expect(await states()).toEqual(['delivered', 'cancelled', 'delivered'])
  const { findings } = await checkBooks(shop.sql)
  expect(
    findings.filter(({ code }) => code.startsWith('order-state') || code.startsWith('line')),
  ).toEqual([])
})
