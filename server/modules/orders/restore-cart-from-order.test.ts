import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { checkBooks } from '#tools/check/check.ts'
import {
  cardOrder,
  eventTypes,
  queuedMails,
  sampleOrder,
} from '#server/testing/samples/sample-order.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(async () => {
  await shop.shop.jobs.drain()
  const { findings } = await checkBooks(shop.sql)
  await shop.stop()
  expect(findings).toEqual([])
})

const eight = Array.from({ length: 8 }, (_, index) => index)

const reopen = (holder: TestHolder, order_number: string) =>
  holder.done('reopenOrder', { order_number })

describe('changing the gifts of an order (experience: undo window)', () => {
  it('restores gifts, personal details and delivery into the cart, ready to order again', async () => {
    const [vase, mug] = [
      await shop.gift({ points: 4, inStock: 1, name: 'Vaas' }),
      await shop.gift({ points: 3 }),
    ]
    const holder = await shop.holder({ points: 7 })
    const { number } = await sampleOrder(shop, { gifts: [vase, mug], holder, pickup: true })
    const before = (await holder.done('order', { order_number: number })).response

    const { response: cart } = await reopen(holder, number)
    expect(cart.left_out).toEqual([])
    expect(cart.shopping_cart_items).toMatchObject([
      { spli_id: vase.spliId, quantity: 1 },
      { spli_id: mug.spliId, quantity: 1 },
    ])
    expect(cart).toMatchObject({
      order_number: null,
      totals: { voucher_points: 7, order_total_points: 7 },
      personal_data: { contact_email: sampleContact.contact_email, delivery_address_housenr: '12' },
      delivery: before.delivery,
      problems: [],
    })
    expect(cart.cart_guid).toBe((await holder.done('readCart', {})).response.cart_guid)

    const after = (await holder.done('order', { order_number: number })).response
    expect(after).toMatchObject({ state: 'cancelled', reopened_as: cart.cart_guid })
    expect(await eventTypes(shop, number)).toEqual(['placed', 'reopened'])
    expect(await queuedMails(shop, number)).toMatchObject([{ template: 'order-cancelled' }])

    const { response } = await holder.done('convertCart', { payment_method: 'FC' })
    const secondOrder = (await holder.done('order', { order_number: response.order_number }))
      .response
    expect(secondOrder).toMatchObject({
      state: 'placed',
      delivery: before.delivery,
      available_points: 0,
    })
  })

  it('keeps the address that was changed in the order', async () => {
    const { holder, number } = await sampleOrder(shop, { gifts: [await shop.gift()] })
    await holder.done('changeOrderAddress', {
      ...sampleContact,
      order_number: number,
      contact_first_name: 'Bea',
      delivery_address_housenr: '14',
    })
    const { response } = await reopen(holder, number)
    expect(response.personal_data).toMatchObject({
      contact_first_name: 'Bea',
      delivery_address_housenr: '14',
    })
  })

  it('happens once, and returns the same cart to each request', async () => {
    const gift = await shop.gift({ points: 5, inStock: 9 })
    const { holder, number } = await cardOrder(shop, { gift, points: 3 })
    const answers = await Promise.all(eight.map(() => reopen(holder, number)))
    for (const { response } of answers) {
      expect(response).toMatchObject({
        cart_guid: answers[0]?.response.cart_guid,
        shopping_cart_items: [{ spli_id: gift.spliId, quantity: 1 }],
        totals: { voucher_points: 3, amount_due: '10.00' },
      })
    }
    expect((await holder.done('order', { order_number: number })).response).toMatchObject({
      points_refunded: 3,
      cents_refunded: 1000,
    })
  })

  it('returns that cart also after it was ordered', async () => {
    const { holder, number } = await sampleOrder(shop, { gifts: [await shop.gift({ points: 5 })] })
    await reopen(holder, number)
    const nextOrder = await holder.done('convertCart', { payment_method: 'FC' })
    const { response } = await reopen(holder, number)
    expect(response.order_number).toBe(nextOrder.response.order_number)
    expect((await holder.done('orders', {})).response).toHaveLength(2)
  })

  it('wins or loses against a cancellation, but both never happen', async () => {
    const gift = await shop.gift({ points: 5, inStock: 9 })
    const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
    await Promise.all(
      eight.map((at) =>
        holder.call(at % 2 ? 'cancelOrder' : 'reopenOrder', { order_number: number }),
      ),
    )
    const { reopened_as } = (await holder.done('order', { order_number: number })).response
    const { shopping_cart_items } = (await holder.done('readCart', {})).response
    expect(shopping_cart_items).toHaveLength(reopened_as === null ? 0 : 1)
    expect(await eventTypes(shop, number)).toHaveLength(2)
    const [stock] = await shop.sql`select on_hand from stock where sku = ${gift.sku}`
    expect(stock).toEqual({ on_hand: 9 })
  })

  it('is refused for a cancelled order, for the order of another holder, and after the window', async () => {
    const gifts = [await shop.gift({ points: 5 })]
    const cancelled = await sampleOrder(shop, { gifts })
    await cancelled.holder.done('cancelOrder', { order_number: cancelled.number })
    expect(
      await cancelled.holder.call('reopenOrder', { order_number: cancelled.number }),
    ).toMatchObject({ refused: 'order-cancelled' })

    const placed = await sampleOrder(shop, { gifts })
    const other = await shop.holder()
    expect(await other.call('reopenOrder', { order_number: placed.number })).toMatchObject({
      refused: 'no-such-order',
    })
    await shop.sql`update orders set state = 'released' where number = ${placed.number}`
    await shop.sql`
      update order_line set state = 'released' where order_number = ${placed.number}`
    expect(await placed.holder.call('reopenOrder', { order_number: placed.number })).toMatchObject({
      refused: 'undo-closed',
    })
  })

  it('leaves out gifts that are no longer offered, and units that the cart already has', async () => {
    const [vase, mug] = [
      await shop.gift({ points: 2, inStock: 3, name: 'Vaas' }),
      await shop.gift({ points: 2, name: 'Mok' }),
    ]
    const holder = await shop.holder({ points: 20 })
    const { number } = await sampleOrder(shop, { gifts: [vase, mug], holder, quantity: 3 })
    await holder.done('changeCart', { spli_id: vase.spliId, quantity: 1 })
    await shop.sql`update offer set active = false where spli_id = ${mug.spliId}`
    await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
    await shop.shop.changeEvents.poll()

    const { response } = await reopen(holder, number)
    expect(response.left_out).toEqual([
      { spli_id: vase.spliId, name: 'Vaas', quantity: 1 },
      { spli_id: mug.spliId, name: 'Mok', quantity: 3 },
    ])
    expect(response.shopping_cart_items).toMatchObject([{ spli_id: vase.spliId, quantity: 3 }])
    expect((await reopen(holder, number)).response.left_out).toEqual(response.left_out)
  })

  it('points out a price that has changed', async () => {
    const gift = await shop.gift({ points: 2 })
    const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
    await shop.sql`update offer set points = 1 where spli_id = ${gift.spliId}`
    const { response } = await reopen(holder, number)
    expect(response.problems).toMatchObject([{ code: 'points-changed', spli_id: gift.spliId }])
  })

  it('locks all stock levels in SKU order, including those of the receiving cart', async () => {
    const gifts = [
      await shop.gift({ points: 4, inStock: 9 }),
      await shop.gift({ points: 4, inStock: 9 }),
    ]
    gifts.sort((a, b) => (a.sku < b.sku ? -1 : 1))
    const [first, last] = [gifts.slice(0, 1), gifts.slice(1)]
    const holder = await shop.holder({ points: 7 })
    const { number } = await sampleOrder(shop, { gifts: first, holder })
    // The cart has an open payment for a gift whose stock row is the last in SKU order.
    await holder.done('changeCart', { spli_id: last[0]?.spliId ?? '', quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    await holder.done('createPayment', {
      amount: '5.00',
      cancelUrl: `${shop.url}/checkout`,
      redirectUrl: `${shop.url}/confirmation`,
    })
    const { reopened } = await shop.sql.begin(async (sql) => {
      await sql`select from stock where sku = ${first[0]?.sku ?? ''} for update`
      const reopened = reopen(holder, number)
      await vi.waitFor(
        async () => {
          const [row] = await shop.sql<{ found: number }[]>`
            select count(*)::integer as found from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          expect(row?.found).toBe(1)
        },
        { timeout: 30_000, interval: 5 },
      )
      // A transaction that held the last row and waited for the first would deadlock with this one.
      await sql`select from stock where sku = ${last[0]?.sku ?? ''} for update nowait`
      return { reopened }
    })
    expect((await reopened).response.shopping_cart_items).toHaveLength(2)
  })

  it('releases the payment of the receiving cart', async () => {
    const [cheap, dear] = [await shop.gift({ points: 4 }), await shop.gift({ points: 5 })]
    const holder = await shop.holder({ points: 7 })
    const { number } = await sampleOrder(shop, { gifts: [cheap], holder })
    await holder.done('changeCart', { spli_id: dear.spliId, quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    await holder.done('createPayment', {
      amount: '10.00',
      cancelUrl: `${shop.url}/checkout`,
      redirectUrl: `${shop.url}/confirmation`,
    })
    const { response } = await reopen(holder, number)
    expect(response).toMatchObject({
      open_payment: null,
      totals: { voucher_points: 7, order_total_points: 9, amount_due: '10.00' },
    })
  })
})
