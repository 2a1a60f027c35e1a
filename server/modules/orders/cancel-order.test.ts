import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Outcome } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder, submitToWarehouse } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import {
  cardOrder,
  eventTypes,
  queuedMails,
  sampleOrder,
} from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
/** Another process, whose clock is after the undo window. */
let afterWindow: TestShop
beforeAll(async () => {
  shop = await testShop()
  afterWindow = await testShop({ database: shop.database })
  afterWindow.clock.advance(31 * 60_000)
})
afterAll(async () => {
  await shop.shop.jobs.drain()
  const { findings } = await checkBooks(shop.sql)
  await afterWindow.stop()
  await shop.stop()
  expect(findings).toEqual([])
})

const eight = Array.from({ length: 8 }, (_, index) => index)

async function onHand(sku: string) {
  const [stock] = await shop.sql<
    { on_hand: number }[]
  >`select on_hand from stock where sku = ${sku}`
  return stock?.on_hand
}

/** Waits until at least this many transactions wait for a lock. */
async function waitForLocks(count: number) {
  for (;;) {
    const [row] = await shop.sql<{ count: number }[]>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    if ((row?.count ?? 0) >= count) return
  }
}

describe('cancelling an order (experience: undo window)', () => {
  it('refunds points and euros, restocks the gifts, and says so', async () => {
    const gift = await shop.gift({ points: 5, inStock: 4 })
    const { holder, number, paymentId } = await cardOrder(shop, { gift, points: 3 })
    expect(await onHand(gift.sku)).toBe(3)

    const { response } = await holder.done('cancelOrder', { order_number: number })
    expect(response).toMatchObject({
      state: 'cancelled',
      undo_until: null,
      can: { cancel: false, change_gifts: false, change_address: false, withdraw: false },
      items: [{ state: 'cancelled', withdrawable: 0 }],
      points_refunded: 3,
      cents_refunded: 1000,
      available_points: 3,
      refunds: [
        { points: 3, cents: 0, state: 'done' },
        { points: 0, cents: 1000, state: 'queued' },
      ],
    })
    expect(response.events.map(({ type }) => type)).toEqual(['placed', 'cancelled'])
    expect(response.mails.map(({ kind, state }) => [kind, state])).toEqual([
      ['order-confirmation', 'queued'],
      ['order-cancelled', 'queued'],
    ])
    expect(await onHand(gift.sku)).toBe(4)

    await shop.shop.jobs.drain()
    const [kept] =
      await shop.sql`select refunded_cents from sandbox_payment where id = ${paymentId}`
    expect(kept).toEqual({ refunded_cents: 1000 })
    const taken = await holder.done('order', { order_number: number })
    expect(taken.response.refunds[1]).toMatchObject({ cents: 1000, state: 'queued' })
    await shop.sql`update sandbox_refund set state = 'refunded', moves_at = null`
    for (const { clock } of [shop, afterWindow]) clock.advance(10 * 60_000)
    while ((await pollDuePayments(shop.shop)) > 0);
    const after = await holder.done('order', { order_number: number })
    expect(after.response.refunds[1]).toMatchObject({ cents: 1000, state: 'done' })
    expect(after.response.mails.every(({ state }) => state === 'sent')).toBe(true)
  })

  it('happens once for several clicks', async () => {
    const gift = await shop.gift({ points: 5, inStock: 4 })
    const { holder, number, paymentId } = await cardOrder(shop, { gift, points: 3 })
    const answers = await Promise.all(
      eight.map(() => holder.done('cancelOrder', { order_number: number })),
    )
    for (const { response } of answers) {
      expect(response).toMatchObject({
        state: 'cancelled',
        points_refunded: 3,
        available_points: 3,
      })
    }
    await shop.shop.jobs.drain()
    expect(await eventTypes(shop, number)).toEqual(['placed', 'cancelled'])
    expect(await queuedMails(shop, number)).toHaveLength(1)
    expect(await onHand(gift.sku)).toBe(4)
    const [kept] =
      await shop.sql`select refunded_cents from sandbox_payment where id = ${paymentId}`
    expect(kept).toEqual({ refunded_cents: 1000 })
  })

  it('is refused after the window, and for the order of another holder', async () => {
    const gift = await shop.gift({ points: 5, inStock: 4 })
    const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
    const other = await shop.holder()
    const foreign = await other.call('cancelOrder', { order_number: number })
    expect(foreign).toMatchObject({ refused: 'no-such-order' })
    expect(foreign).toEqual(await other.call('cancelOrder', { order_number: '999' }))

    const there = await afterWindow.logIn(holder.code)
    const { response } = await there.done('order', { order_number: number })
    expect(response.can.cancel).toBe(false)
    expect(await there.call('cancelOrder', { order_number: number })).toMatchObject({
      refused: 'undo-closed',
      message: 'messageUndoClosed',
    })
    expect(await onHand(gift.sku)).toBe(3)
  })

  it('wins or loses against its release, but both never happen', async () => {
    const gift = await shop.gift({ points: 2, inStock: 40 })
    const placed = await Promise.all(eight.map(() => sampleOrder(shop, { gifts: [gift] })))
    await Promise.all(
      placed.flatMap(({ holder, number }) =>
        eight.map((at) =>
          at % 2
            ? holder.call('cancelOrder', { order_number: number })
            : submitOrder(afterWindow.shop, number),
        ),
      ),
    )
    await afterWindow.shop.jobs.drain()
    let cancelled = 0
    for (const { holder, number } of placed) {
      const { response } = await holder.done('order', { order_number: number })
      const sent =
        await shop.sql`select from sandbox_warehouse_order where order_number = ${number}`
      const isCancelled = response.state === 'cancelled'
      cancelled += isCancelled ? 1 : 0
      expect([response.state, response.points_refunded, sent.count]).toEqual(
        isCancelled ? ['cancelled', 2, 0] : ['released', 0, 1],
      )
      expect(await holder.call('cancelOrder', { order_number: number })).toMatchObject(
        isCancelled ? { response: { state: 'cancelled' } } : { refused: 'undo-closed' },
      )
    }
    expect(await onHand(gift.sku)).toBe(40 - 8 + cancelled)
  })

  it('waits for a release in progress, and is refused then', async () => {
    const gift = await shop.gift({ points: 2, inStock: 3 })
    const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
    const cancelling: Promise<Outcome<'cancelOrder'>>[] = []
    const cancel = () => cancelling.push(holder.call('cancelOrder', { order_number: number }))
    await shop.sql.begin(async (sql) => {
      await sql`select from orders where number = ${number} for no key update`
      cancel()
      await waitForLocks(1)
      // The cancellation waits for the order and holds no lock before it.
      await sql`select from order_line where order_number = ${number} for update nowait`
      for (let started = 1; started < eight.length; started += 1) cancel()
      await sql`update orders set state = 'released' where number = ${number}`
      await sql`update order_line set state = 'released' where order_number = ${number}`
    })
    const answers = await Promise.all(cancelling)
    expect(answers.every((answer) => refused(answer, 'undo-closed'))).toBe(true)
    expect(await onHand(gift.sku)).toBe(2)
  })

  it('waits while the warehouse is receiving the order, and is refused then', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
    await submitOrder(afterWindow.shop, number)
    const [, ...answers] = await Promise.all([
      submitToWarehouse(afterWindow.shop, number),
      ...eight.map(() => holder.call('cancelOrder', { order_number: number })),
    ])
    expect(answers.every((answer) => refused(answer, 'undo-closed'))).toBe(true)
    expect(await eventTypes(shop, number)).toEqual(['placed', 'released', 'sent-to-warehouse'])
  })

  it('does not deadlock with an order for the same gifts', async () => {
    const [vase, bowl] = [
      await shop.gift({ points: 2, inStock: 100 }),
      await shop.gift({ points: 2, inStock: 100 }),
    ]
    const gifts = (index: number) => (index % 2 ? [vase, bowl] : [bowl, vase])
    const placed = await Promise.all(
      eight.map((index) => sampleOrder(shop, { gifts: gifts(index) })),
    )
    await Promise.all([
      ...placed.map(({ holder, number }) => holder.done('cancelOrder', { order_number: number })),
      ...eight.map((index) => sampleOrder(shop, { gifts: gifts(index) })),
    ])
    expect([await onHand(vase.sku), await onHand(bowl.sku)]).toEqual([92, 92])
  })
})

describe('the database', () => {
  it('refuses an incomplete cancellation', async () => {
    const gift = await shop.gift({ points: 5, inStock: 4 })
    const { number } = await sampleOrder(shop, { gifts: [gift] })
    const cancelledWith = (more: (sql: TestShop['sql']) => Promise<unknown>) =>
      shop.sql.begin(async (sql) => {
        await sql`
          insert into order_cancellation (order_number, kind, at) values (${number}, 'cancelled', now())`
        await more(sql as unknown as TestShop['sql'])
      })
    await expect(cancelledWith(async () => {})).rejects.toThrow(/is placed/)
    const cancel = (sql: TestShop['sql']) =>
      sql`update orders set state = 'cancelled' where number = ${number}`
    await expect(cancelledWith(cancel)).rejects.toThrow(/not all was given back/)
    const refund = async (sql: TestShop['sql']) => {
      await cancel(sql)
      await sql`
        insert into ledger (voucher_id, kind, points, ends_id)
        select voucher_id, 'refund', points_paid, capture_id from orders where number = ${number}`
    }
    await expect(cancelledWith(refund)).rejects.toThrow(/lines that are not cancelled/)
    await expect(
      cancelledWith(async (sql) => {
        await refund(sql)
        await sql`update order_line set state = 'cancelled' where order_number = ${number}`
      }),
    ).rejects.toThrow(/not every gift/)
  })
})
