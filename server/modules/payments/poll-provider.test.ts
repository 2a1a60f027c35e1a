import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { type PaymentPort, ServiceDown } from '#server/platform/services/service-ports.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let other: TestShop
/** The polled ids, and the most polls in progress at once: for one payment, and for all together. */
let polled: string[]
let mostAtOnce: { onePayment: number; all: number }
let answers: () => Promise<void>

beforeAll(async () => {
  shop = await testShop()
  const real = shop.shop.ports.payments
  const inProgress: string[] = []
  const counting: PaymentPort = {
    ...real,
    find: async (id) => {
      polled.push(id)
      inProgress.push(id)
      mostAtOnce.onePayment = Math.max(
        mostAtOnce.onePayment,
        inProgress.filter((polledId) => polledId === id).length,
      )
      mostAtOnce.all = Math.max(mostAtOnce.all, inProgress.length)
      try {
        await answers()
        return await real.find(id)
      } finally {
        inProgress.splice(inProgress.indexOf(id), 1)
      }
    },
  }
  shop.shop.ports.payments = counting
  other = await testShop({
    database: shop.database,
    ports: { payments: counting, clock: shop.clock },
  })
})
afterAll(async () => {
  await other.stop()
  await shop.stop()
})
beforeEach(() => {
  shop.clock.resume()
  polled = []
  mostAtOnce = { onePayment: 0, all: 0 }
  answers = async () => {}
})

const { holderDueTenEuros, payment, pay, stateOf } = samplePayments(() => shop)
const eight = Array.from({ length: 8 }, (_, index) => index)
const notifyAbout = (process: TestShop, id: string) =>
  process.request('/webhooks/mollie', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `id=${id}`,
  })

describe('the provider', () => {
  it('is polled once at a time and at most once per second for each payment, by two processes (B36)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    // On a busy machine the requests can take longer than a second.
    shop.clock.halt()
    const sendAllAtOnce = () =>
      Promise.all(
        eight.flatMap(() => [
          notifyAbout(shop, id),
          notifyAbout(other, id),
          holder.done('paymentStatus', { paymentId: id }),
        ]),
      )
    const [answered] = await sendAllAtOnce()
    expect(answered?.status).toBe(200)
    await sendAllAtOnce()
    expect([polled.length, mostAtOnce.onePayment]).toEqual([1, 1])
    shop.clock.advance(1000)
    await sendAllAtOnce()
    expect([polled.length, mostAtOnce.onePayment]).toEqual([2, 1])
  })

  it('is polled again, by any process, if a notification came too soon after a poll (B36)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await notifyAbout(shop, id)
    await pay(id)
    await notifyAbout(shop, id)
    expect(await stateOf(id)).toMatchObject({ state: 'open' })
    shop.clock.advance(1000)
    while ((await pollDuePayments(other.shop)) > 0);
    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered' })
  })

  it('is polled again if a notification came while a poll was in progress (B36)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    let write = () => {}
    const written = new Promise<void>((resolve) => (write = resolve))
    const real = shop.shop.ports.payments
    // The payment is completed after the provider has written its response.
    shop.shop.ports.payments = {
      ...real,
      find: async (paymentId) => {
        const answer = await real.find(paymentId)
        write()
        await released
        return answer
      },
    }
    const first = holder.done('paymentStatus', { paymentId: id })
    await written
    await pay(id)
    // Another process receives the webhook before the first has saved the next poll time.
    await notifyAbout(other, id)
    release()
    await first
    shop.shop.ports.payments = real
    expect(await stateOf(id)).toMatchObject({ state: 'open' })
    shop.clock.advance(1000)
    while ((await pollDuePayments(shop.shop)) > 0);
    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered' })
  })

  it.each(['canceled', 'failed', 'expired'])(
    'is not polled for a payment that has ended as %s (B36)',
    async (end) => {
      const { holder } = await holderDueTenEuros()
      const { id } = await payment(holder)
      await shop.sql`update sandbox_payment set state = ${end} where id = ${id}`
      await notifyAbout(shop, id)
      polled = []
      for (const _ of eight) {
        shop.clock.advance(2000)
        await notifyAbout(shop, id)
        await holder.done('paymentStatus', { paymentId: id })
        await holder.call('convertCart', { payment_method: 'MOL' })
      }
      expect(polled).toEqual([])
    },
  )

  it('is not polled when a holder asks about an ordered payment, but is after a notification (B36)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await pay(id)
    await notifyAbout(shop, id)
    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered' })
    polled = []
    shop.clock.advance(2000)
    for (const _ of eight) await holder.done('paymentStatus', { paymentId: id })
    expect(polled).toEqual([])
    await notifyAbout(shop, id)
    expect(polled).toEqual([id])
  })

  it('is polled for all open payments of a cart at once, and not for ended ones (B32)', async () => {
    const { holder, gift } = await holderDueTenEuros()
    const ids: string[] = []
    for (const _ of eight.slice(0, 5)) {
      const { shopping_cart_items: lines } = (await holder.done('readCart', {})).response
      const line = lines[0]?.id ?? null
      await holder.done('changeCart', {
        spli_id: gift.spliId,
        shopping_cart_item: line,
        quantity: 1,
      })
      ids.push((await payment(holder)).id)
    }
    // The first two have ended, and the shop knows it.
    for (const id of ids.slice(0, 2)) {
      await shop.sql`update sandbox_payment set state = 'expired' where id = ${id}`
      await notifyAbout(shop, id)
    }
    shop.clock.advance(2000)
    polled = []
    let waiting = 0
    let release = () => {}
    const all = new Promise<void>((resolve) => (release = resolve))
    // Answers only after all three requests: sequential ones would wait forever.
    answers = async () => {
      waiting += 1
      if (waiting === 3) release()
      await all
    }
    const convert = { payment_method: 'MOL' as const, cart_guid: holder.cartGuid }
    expect(await holder.call('convertCart', convert)).toMatchObject({ refused: 'not-paid' })
    expect(polled.toSorted()).toEqual(ids.slice(2).sort())
    expect(mostAtOnce).toEqual({ onePayment: 1, all: 3 })

    await pay(ids[4] ?? '')
    const converted = await Promise.all(eight.map(() => holder.call('convertCart', convert)))
    const numbers = converted.map((answer) =>
      refused(answer) ? answer.refused : answer.response.order_number,
    )
    expect(new Set(numbers).size).toBe(1)
    expect(numbers[0]).toMatch(/^\d+$/)
  })

  it('returns the order of one payment when polling another one fails (B32)', async () => {
    const { holder, gift } = await holderDueTenEuros()
    const { id: old } = await payment(holder)
    const [line] = (await holder.done('readCart', {})).response.shopping_cart_items
    const sameQuantity = { spli_id: gift.spliId, shopping_cart_item: line?.id ?? null, quantity: 1 }
    await holder.done('changeCart', sameQuantity)
    const { id } = await payment(holder)
    await pay(id)
    shop.clock.advance(2000)
    const real = shop.shop.ports.payments
    shop.shop.ports.payments = {
      ...real,
      find: async (paymentId) => {
        if (paymentId === old) throw new ServiceDown('payments', 'no answer')
        return real.find(paymentId)
      },
    }
    const answer = await holder.call('convertCart', {
      payment_method: 'MOL',
      cart_guid: holder.cartGuid,
    })
    shop.shop.ports.payments = real
    expect(refused(answer)).toBe(false)
  })
})
