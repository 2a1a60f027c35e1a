import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

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

const { payment, webhook, stateOf, urls } = samplePayments(() => shop)

type Condition = 'monta' | 'dropship' | 'digital'
type End = 'paid' | 'canceled' | 'failed' | 'expired'

/**
 * Each cart costs five points and the voucher has three, so two are due. Every channel that sells points allows that.
 */
const CARTS: { name: string; gifts: Condition[] }[] = [
  { name: 'for digital gifts', gifts: ['digital'] },
  { name: 'for gifts of the warehouse', gifts: ['monta'] },
  { name: 'for gifts of a supplier', gifts: ['dropship'] },
  { name: 'for all three', gifts: ['monta', 'dropship', 'digital'] },
]

/** One gift per channel, condition and price: a new gift would make every model reload. */
const offered = new Map<string, Promise<string>>()
function offer(channel: string, delivery: Condition, points: number) {
  const key = `${channel} ${delivery} ${points}`
  const existing = offered.get(key)
  if (existing) return existing
  const created = shop.gift({ channel, delivery, points }).then(({ spliId }) => spliId)
  offered.set(key, created)
  return created
}

async function holderWith(channel: string, gifts: Condition[], points: number) {
  const holder = await shop.holder({ channel, points })
  for (const [index, delivery] of gifts.entries()) {
    const spliId = await offer(channel, delivery, index === 0 ? 6 - gifts.length : 1)
    await holder.done('changeCart', { spli_id: spliId, quantity: 1 })
  }
  const email = `anna.${holder.voucherId}@example.com`
  await holder.done('saveAddress', {
    ...sampleContact,
    contact_email: email,
    direct_delivery_consent: true,
  })
  return { ...holder, email }
}

/** The calls of the confirmation page: the payment status, then the order. */
async function returnToShop(holder: TestHolder, id: string) {
  const { payment } = await holder.done('paymentStatus', { paymentId: id })
  if (payment.status !== 'paid') return
  await holder.done('convertCart', { payment_method: 'MOL', cart_guid: holder.cartGuid })
}

/** Ways in which the shop learns the result of a payment, whatever the browser does. */
const NOTIFIED_BY: Record<string, (holder: TestHolder, id: string) => Promise<unknown>> = {
  'webhook, then return': async (holder, id) => {
    await webhook(id)
    await returnToShop(holder, id)
  },
  'return, then webhook': async (holder, id) => {
    await returnToShop(holder, id)
    await webhook(id)
  },
  'return alone': returnToShop,
  'return in two tabs, webhook and poller at once': (holder, id) =>
    Promise.all([returnToShop(holder, id), returnToShop(holder, id), webhook(id), poll()]),
  'webhook alone': (_, id) => webhook(id),
  'poller alone': poll,
}

async function poll() {
  shop.clock.advance(60_000)
  while ((await pollDuePayments(shop.shop)) > 0);
}

/** Ways in which a browser can open the provider's page more than once for the same cart. */
const STARTED_BY: Record<string, (holder: TestHolder) => Promise<{ id: string }[]>> = {
  'a double click': (holder) => Promise.all([payment(holder), payment(holder), payment(holder)]),
  'a second tab': async (holder) => {
    const tab = await shop.logIn(holder.code)
    return Promise.all([payment(holder), payment(tab)])
  },
  'a lost connection': async (holder) => {
    const connection = new AbortController()
    const lost = fetch(`${shop.url}/proxy/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${holder.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ amount: '10.00', description: 'Gifts', ...urls() }),
      signal: connection.signal,
    }).catch(() => null)
    await expect.poll(() => paymentsOf(holder)).toBe(1)
    connection.abort()
    await lost
    return [await payment(holder)]
  },
  'the back button': async (holder) => {
    const first = await payment(holder)
    expect((await holder.done('readCart', {})).response.open_payment).not.toBeNull()
    return [first, await payment(holder)]
  },
}

async function paymentsOf(holder: TestHolder) {
  const rows = await shop.sql`select from payment where voucher_id = ${holder.voucherId}`
  return rows.length
}

const setProviderState = (id: string, end: End) =>
  shop.sql`update sandbox_payment set state = ${end} where id = ${id}`

/** Expects one order, one confirmation mail, and one submission of each gift. */
async function expectOneOrder(holder: TestHolder & { email: string }, gifts: Condition[]) {
  const orders = await holder.done('orders', {})
  expect(orders.response).toHaveLength(1)
  const number = orders.response[0]?.order_number ?? ''
  shop.clock.advance(31 * 60_000)
  await Promise.all([submitOrder(shop.shop, number), submitOrder(shop.shop, number)])
  await shop.shop.jobs.drain()
  const [sent] = await shop.sql`
    select
      (select count(*)::integer from sandbox_mail
        where id in (select id::text from mail where subject_id = ${number}
          and template = 'order-confirmation')) as confirmations,
      (select count(*)::integer from sandbox_warehouse_order
        where order_number = ${number}) as warehouse,
      (select count(*)::integer from sandbox_mail
        where id in (select id::text from mail where split_part(subject_id, ':', 1) = ${number}
          and template = 'supplier-order')) as suppliers,
      (select count(*)::integer from sandbox_mail
        where id in (select id::text from mail where split_part(subject_id, ':', 1) = ${number}
          and template = 'digital-gift')) as digital`
  expect(sent).toEqual({
    confirmations: 1,
    warehouse: gifts.includes('monta') ? 1 : 0,
    suppliers: gifts.includes('dropship') ? 1 : 0,
    digital: gifts.includes('digital') ? 1 : 0,
  })
}

/** All carts on one channel, and on the other one only the cart with all kinds of gifts. */
const CHANNEL_CARTS = [
  { channel: '1014', carts: CARTS },
  { channel: '2002', carts: THOROUGH ? CARTS : CARTS.slice(-1) },
]

/** The cart without its arrival days, which contain the current time. */
async function cartOf(holder: TestHolder) {
  const { response } = await holder.done('readCart', {})
  return { ...response, arrival: null }
}

describe.each(CHANNEL_CARTS)('a payment on channel $channel', ({ channel, carts }) => {
  describe.each(carts)('$name', ({ gifts }) => {
    for (const [name, notify] of Object.entries(NOTIFIED_BY)) {
      it(`that is paid becomes one order: ${name} (PAY-5)`, async () => {
        const holder = await holderWith(channel, gifts, 3)
        const { id } = await payment(holder)
        await setProviderState(id, 'paid')
        await notify(holder, id)
        expect(await stateOf(id)).toMatchObject({
          outcome: 'ordered',
          available: 0,
          reserved: 0,
          spent: 3,
          orders: 1,
          refunds: 0,
        })
        await expectOneOrder(holder, gifts)
      })
    }

    it.each(['canceled', 'failed', 'expired'] as const)(
      'that is %s keeps cart, address and points, however the shop learns it, and can be paid again (PAY-3)',
      async (end) => {
        // The first three ways for every cart, all ways for one cart.
        const every = Object.values(NOTIFIED_BY)
        for (const notify of gifts.length > 1 ? every : every.slice(0, 3)) {
          const holder = await holderWith(channel, gifts, 3)
          const before = await cartOf(holder)
          const { id } = await payment(holder)
          await setProviderState(id, end)
          await notify(holder, id)
          expect(await stateOf(id)).toMatchObject({
            state: end,
            outcome: 'released',
            available: 3,
            reserved: 0,
            orders: 0,
          })
          expect(await cartOf(holder)).toEqual(before)

          const second = await payment(holder)
          expect(second.id).not.toBe(id)
          await setProviderState(second.id, 'paid')
          await notify(holder, second.id)
          expect(await stateOf(second.id)).toMatchObject({ outcome: 'ordered', orders: 1 })
        }
      },
    )

    it.each(Object.entries(STARTED_BY))(
      'that was started by %s is one payment, and becomes one order (PAY-5)',
      async (_, start) => {
        const holder = await holderWith(channel, gifts, 3)
        const [first, ...others] = await start(holder)
        const id = first?.id ?? ''
        expect(others.map((other) => other.id)).toEqual(others.map(() => id))
        expect(await paymentsOf(holder)).toBe(1)
        await setProviderState(id, 'paid')
        await Promise.all([returnToShop(holder, id), returnToShop(holder, id), webhook(id)])
        expect(await stateOf(id)).toMatchObject({ outcome: 'ordered', orders: 1, refunds: 0 })
      },
    )

    it('is cancelled when the holder pays another cart instead, and is refunded if it is paid later (PAY-5)', async () => {
      const holder = await holderWith(channel, gifts, 3)
      const { id } = await payment(holder)
      const [first] = (await holder.done('readCart', {})).response.shopping_cart_items
      const cheaper = await offer(channel, gifts[0] ?? 'monta', (first?.points ?? 0) - 1)
      await holder.done('changeCart', { shopping_cart_item: first?.id ?? '', quantity: 0 })
      await holder.done('changeCart', { spli_id: cheaper, quantity: 1 })
      const last = await payment(holder, '5.00')
      expect(last.id).not.toBe(id)
      await setProviderState(id, 'paid')
      await webhook(id)
      expect(await stateOf(id)).toMatchObject({ outcome: 'refunded', orders: 0, refunds: 1 })
      await setProviderState(last.id, 'paid')
      await Promise.all([returnToShop(holder, last.id), webhook(last.id), webhook(id)])
      expect(await stateOf(last.id)).toMatchObject({ outcome: 'ordered', orders: 1, refunds: 0 })
      expect(await stateOf(id)).toMatchObject({ refunds: 1, available: 0, reserved: 0 })
    })

    it('reserves points and gifts until its period is over, and then releases them (PAY-5)', async () => {
      const holder = await holderWith(channel, gifts, 3)
      const { id } = await payment(holder)
      for (const notify of Object.values(NOTIFIED_BY)) {
        await notify(holder, id)
        expect(await stateOf(id)).toMatchObject({ state: 'open', outcome: 'held', reserved: 3 })
      }
      shop.clock.advance(15 * 60_000)
      await poll()
      expect(await stateOf(id)).toMatchObject({
        state: 'expired',
        outcome: 'released',
        available: 3,
        reserved: 0,
        orders: 0,
      })
    })
  })
})

describe.each(CARTS)('a cart on a channel without card payments: $name', ({ gifts }) => {
  it('cannot be paid by card, and is ordered once with points (PAY-1, PAY-5)', async () => {
    const holderDueEuros = await holderWith('2001', gifts, 3)
    expect(
      await holderDueEuros.call('createPayment', {
        amount: '10.00',
        cancelUrl: `${shop.url}/checkout`,
        redirectUrl: `${shop.url}/confirmation`,
      }),
    ).toMatchObject({ refused: 'points-limit-exceeded' })

    const holder = await holderWith('2001', gifts, 5)
    const order = { payment_method: 'FC', cart_guid: holder.cartGuid } as const
    await Promise.all(Array.from({ length: 8 }, () => holder.done('convertCart', order)))
    await expectOneOrder(holder, gifts)
  })
})
