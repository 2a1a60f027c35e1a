import { request } from 'node:http'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import type { SandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { checkBooks } from '#tools/check/check.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { reconcilePayment } from '#server/modules/payments/reconcile-payment.ts'
import { type PaymentPort, ServiceDown } from '#server/platform/services/service-ports.ts'
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

const ten = Array.from({ length: 10 }, (_, index) => index)

const { urls, holderDueTenEuros, payment, choose, webhook, pay, keyOf, stateOf } = samplePayments(
  () => shop,
)
const sandbox = () => shop.shop.ports.payments as SandboxPayments

describe('a payment', () => {
  it('is exactly five euros per point above the voucher, and any other amount is refused (PAY-1)', async () => {
    const { holder } = await holderDueTenEuros()
    for (const amount of ['9.99', '10.01', '0.00', '1000.00']) {
      expect(await holder.call('createPayment', { amount, ...urls() })).toMatchObject({
        refused: 'amount-differs',
        field: 'amount',
      })
    }
    for (const amount of ['10', '10.0', '10,00', '-10.00', ' 10.00']) {
      expect(await holder.call('createPayment', { amount, ...urls() })).toMatchObject({
        refused: 'invalid-input',
        field: 'amount',
      })
    }
    expect(await payment(holder)).toMatchObject({
      success: true,
      paymentUrl: expect.stringContaining('/sandbox/payments/'),
    })
  })

  it('sends the browser to configured hosts only', async () => {
    const { holder } = await holderDueTenEuros()
    for (const strange of [
      'https://evil.example/x',
      `http://evil.example:${new URL(shop.url).port}/x`,
      'javascript:alert(1)',
      '//evil.example',
      'http://',
    ]) {
      const answer = await holder.call('createPayment', {
        amount: '10.00',
        ...urls(),
        redirectUrl: strange,
      })
      expect(answer).toMatchObject({ refused: 'invalid-input', field: 'redirectUrl' })
    }
  })

  it('does not redirect the browser to a host that only the request names (B34)', async () => {
    const { holder } = await holderDueTenEuros()
    const input = { amount: '10.00', description: 'Gifts', ...urls() }
    const ask = (host: string, changes: object) =>
      new Promise<number>((resolve, reject) => {
        const { port } = new URL(shop.url)
        const headers = {
          host,
          'x-forwarded-host': host,
          authorization: `Bearer ${holder.token}`,
          'content-type': 'application/json',
        }
        const options = {
          host: '127.0.0.1',
          port,
          path: '/proxy/payments',
          method: 'POST',
          headers,
        }
        const asking = request(options, (answer) => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
        asking.on('error', reject)
        asking.end(JSON.stringify({ ...input, ...changes }))
      })
    for (const field of ['redirectUrl', 'cancelUrl']) {
      for (const strange of [
        'https://evil.example/x',
        'http://evil.example:3000/',
        'http://127.0.0.1.evil.example/',
        'http://127.0.0.1@evil.example/',
      ]) {
        expect(await ask('evil.example', { [field]: strange })).toBe(400)
      }
    }
    // A channel's own host is accepted, whatever host the request names.
    const { port } = new URL(shop.url)
    const own = `http://noordzee.localhost:${port}/x`
    expect(await ask('evil.example', { redirectUrl: own })).toBe(200)
  })

  it('redirects the browser to the shop’s own scheme and port only (SAFE-14, S18)', async () => {
    const { holder } = await holderDueTenEuros()
    const { hostname, port } = new URL(shop.url)
    for (const field of ['redirectUrl', 'cancelUrl']) {
      for (const host of [hostname, 'noordzee.localhost']) {
        for (const strange of [
          `https://${host}:${port}/x`,
          `http://${host}:${Number(port) - 1}/x`,
          `http://${host}/x`,
        ]) {
          const input = { amount: '10.00', ...urls(), [field]: strange }
          const answer = await holder.call('createPayment', input)
          expect([strange, answer]).toMatchObject([strange, { refused: 'invalid-input', field }])
        }
      }
    }
  })

  it('reserves points and units while it is open, and releases them when it ends (PAY-3)', async () => {
    const { holder, gift } = await holderDueTenEuros(1)
    const { id } = await payment(holder)
    expect(await stateOf(id)).toMatchObject({ outcome: 'held', available: 0, reserved: 3 })
    const other = await shop.holder()
    await other.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await other.done('saveAddress', sampleContact)
    expect(await other.call('convertCart', { payment_method: 'FC' })).toMatchObject({
      refused: 'sold-out',
    })
    // The holder still sees their points and their unit.
    expect((await holder.done('readCart', {})).response).toMatchObject({
      problems: [],
      totals: { voucher_points: 3, amount_due: '10.00' },
    })

    const response = await choose(id, 'canceled')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(urls().cancelUrl)
    expect(await stateOf(id)).toMatchObject({
      state: 'canceled',
      outcome: 'released',
      available: 3,
      reserved: 0,
    })
    const { payment: status } = await holder.done('paymentStatus', { paymentId: id })
    expect(status).toMatchObject({
      status: 'canceled',
      cancelUrl: urls().cancelUrl,
      order_number: null,
    })
    expect(refused(await other.call('convertCart', { payment_method: 'FC' }))).toBe(false)
  })

  it('sends addresses to the provider as the shop parsed them (SAFE-13, S18)', async () => {
    const { holder } = await holderDueTenEuros()
    const { host } = new URL(shop.url)
    const cancelUrl = `http://${host}\\@evil.example/cancel`
    const redirectUrl = `http://${host}\\@evil.example/done`
    const started = await holder.done('createPayment', {
      amount: '10.00',
      description: 'Gifts',
      cancelUrl,
      redirectUrl,
    })
    const id = new URL(started.paymentUrl).pathname.split('/').at(-1) ?? ''
    const { payment: status } = await holder.done('paymentStatus', { paymentId: id })
    expect(status.cancelUrl).toBe(`http://${host}/@evil.example/cancel`)
    const response = await choose(id, 'paid')
    expect(response.headers.get('location')).toBe(`http://${host}/@evil.example/done`)
  })

  it('of another recipient returns 404, like one that does not exist (WIRE-9, WIRE-11)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    const other = await shop.holder()
    for (const paymentId of [id, 'tr_0123456789']) {
      expect(await other.call('paymentStatus', { paymentId })).toMatchObject({
        refused: 'no-such-payment',
      })
    }
  })

  // A gift without a stock level has no stock row to lock.
  it.each([20, null])(
    'is created once, even for ten requests at once (PAY-5): %s in stock',
    async (inStock) => {
      const { holder } = await holderDueTenEuros(inStock)
      const started = await Promise.all(ten.map(() => payment(holder)))
      expect(new Set(started.map(({ id }) => id)).size).toBe(1)
      const [{ count } = { count: 0 }] = await shop.sql<{ count: number }[]>`
      select count(*)::integer as count from sandbox_payment where cart_guid = ${holder.cartGuid}`
      expect(count).toBe(1)
    },
  )

  it.each(['failed', 'expired', 'canceled'] as const)(
    'with the state %s leaves the cart as it was, to be paid again',
    async (end) => {
      const { holder } = await holderDueTenEuros()
      const { id } = await payment(holder)
      await choose(id, end)
      expect(await holder.call('convertCart', { payment_method: 'MOL' })).toMatchObject({
        refused: 'not-paid',
      })
      const second = await payment(holder)
      expect(second.id).not.toBe(id)
      await choose(second.id, 'paid')
      expect(
        refused(
          await holder.call('convertCart', { payment_method: 'MOL', cart_guid: holder.cartGuid }),
        ),
      ).toBe(false)
    },
  )
})

describe('a paid payment becomes one order (PAY-5)', () => {
  it('and the browser returns to the confirmation, where the payment id still shows the state (PAY-2)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id, paymentUrl } = await payment(holder)
    const page = await fetch(paymentUrl)
    expect(await page.text()).toMatch(/sandbox/i)
    const response = await choose(id, 'paid')
    expect(response.headers.get('location')).toBe(urls().redirectUrl)
    const { payment: status } = await holder.done('paymentStatus', { paymentId: id })
    expect(status).toMatchObject({ status: 'paid', refunded: false, amount: '10.00' })
    expect(status.order_number).toMatch(/^\d+$/)
  })

  it('with everything that the confirmation shows (PAY-6)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await choose(id, 'paid')
    const { response } = await holder.done('convertCart', {
      payment_method: 'MOL',
      cart_guid: holder.cartGuid,
    })
    const order = (await holder.done('order', { order_number: response.order_number })).response
    expect(order.personal_data.contact_email).toBe('anna@example.com')
    expect(order.delivery).toMatchObject({ kind: 'home', street: 'Zilverkade', city: 'Amsterdam' })
    expect(order.items[0]).toMatchObject({ quantity: 1, name: 'Vase', delivery_condition: 'monta' })
    expect(order.items[0]?.brand).not.toBe('')
  })

  it('by the webhook alone, when the browser never returns', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await choose(id, 'paid')
    expect(await stateOf(id)).toMatchObject({
      state: 'paid',
      outcome: 'ordered',
      orders: 1,
      spent: 3,
      available: 0,
    })
    const [order] = (await holder.done('orders', {})).response
    expect(order).toMatchObject({
      points_paid: 3,
      cents_paid: 1000,
      payment_method: 'MOL',
      total_points: 5,
    })
  })

  it('by the return page alone, when no webhook arrives', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await pay(id)
    const { response } = await holder.done('convertCart', {
      payment_method: 'MOL',
      cart_guid: holder.cartGuid,
    })
    expect(response.order_number).toMatch(/^\d+$/)
    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered', orders: 1 })
  })

  it('by polling alone, when neither happens', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await pay(id)
    shop.clock.advance(70_000)
    while ((await pollDuePayments(shop.shop)) > 0);
    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered', orders: 1 })
  })

  it('in a race of ten conversions, webhooks, returns and polls', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await pay(id)
    shop.clock.advance(70_000)
    const ask = { payment_method: 'MOL' as const, cart_guid: holder.cartGuid }
    const [conversions] = await Promise.all([
      Promise.all(ten.map(() => holder.call('convertCart', ask))),
      ...ten.map(() => webhook(id)),
      ...ten.map(() => holder.call('paymentStatus', { paymentId: id })),
      ...ten.map(() => pollDuePayments(shop.shop)),
    ])
    const numbers = new Set(
      conversions.map((answer) =>
        refused(answer) ? answer.refused : answer.response.order_number,
      ),
    )
    expect(numbers.size).toBe(1)
    expect(await stateOf(id)).toMatchObject({
      outcome: 'ordered',
      orders: 1,
      refunds: 0,
      spent: 3,
      reserved: 0,
    })
    await shop.shop.jobs.drain()
    const [{ mails } = { mails: 0 }] = await shop.sql<{ mails: number }[]>`
      select count(*)::integer as mails from mail join orders on number = subject_id
      where cart_guid = ${holder.cartGuid} and template = 'order-confirmation'`
    expect(mails).toBe(1)
  })

  it('and a refund that the same webhook reports later changes nothing and sends no email', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await choose(id, 'paid')
    const before = await stateOf(id)
    await sandbox().refund({ id, key: crypto.randomUUID(), cents: 1000, description: 'by hand' })
    expect((await webhook(id)).status).toBe(200)
    expect(await stateOf(id)).toEqual(before)
  })
})

describe('a payment for a cart that was changed or ordered meanwhile', () => {
  it('is refunded once, and payment and refund are both stored (PAY-5)', async () => {
    const { holder, gift } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    expect(await stateOf(id)).toMatchObject({ outcome: 'released', available: 3, reserved: 0 })
    // Paid on the old page before the provider heard of the cancelling.
    await pay(id)
    await Promise.all(ten.map(() => webhook(id)))
    await shop.shop.jobs.drain()

    expect(await stateOf(id)).toMatchObject({
      state: 'paid',
      outcome: 'refunded',
      orders: 0,
      refunds: 1,
    })
    const [kept] = await shop.sql`select refunded_cents from sandbox_payment where id = ${id}`
    expect(kept).toEqual({ refunded_cents: 1000 })
    const { payment: status } = await holder.done('paymentStatus', { paymentId: id })
    expect(status).toMatchObject({ status: 'paid', refunded: true })
    expect(await holder.call('convertCart', { payment_method: 'MOL' })).toMatchObject({
      refused: 'refunded',
    })
  })

  it('waits for a change in progress, and is refunded (PAY-5)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await pay(id)
    const { told } = await shop.sql.begin(async (sql) => {
      await sql`select from voucher_balance where voucher_id = ${holder.voucherId} for update`
      await sql`update cart set version = version + 1 where guid = ${holder.cartGuid}`
      const told = webhook(id)
      await vi.waitFor(
        async () => {
          const [row] = await shop.sql<{ found: number }[]>`
            select count(*)::integer as found from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`
          expect(row?.found).toBe(1)
        },
        { timeout: 30_000, interval: 5 },
      )
      return { told }
    })
    expect((await told).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ outcome: 'refunded', orders: 0, available: 3 })
  })

  it('is cancelled at the provider when the cart changes', async () => {
    const { holder, gift } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 0 })
    await shop.shop.jobs.drain()
    const [row] = await shop.sql`select state from sandbox_payment where id = ${id}`
    expect(row).toEqual({ state: 'canceled' })
  })

  it('that is late still becomes the order if nothing has changed', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await staysOpenAtTheProvider(id)
    shop.clock.advance(60 * 60_000)
    await reconcilePayment(shop.shop, await keyOf(id))
    expect(await stateOf(id)).toMatchObject({ outcome: 'released', available: 3 })
    await pay(id)
    await webhook(id)
    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered', orders: 1, spent: 3 })
  })

  it('that is late is refunded if another holder got the last unit', async () => {
    const { holder, gift } = await holderDueTenEuros(1)
    const { id } = await payment(holder)
    await staysOpenAtTheProvider(id)
    shop.clock.advance(60 * 60_000)
    await reconcilePayment(shop.shop, await keyOf(id))
    const other = await shop.holder()
    await other.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await other.done('saveAddress', sampleContact)
    await other.done('convertCart', { payment_method: 'FC' })
    await pay(id)
    await webhook(id)
    expect(await stateOf(id)).toMatchObject({
      outcome: 'refunded',
      orders: 0,
      refunds: 1,
      available: 3,
    })
  })

  it('that is late is refunded if the order could not be placed now (B42, PAY-5)', async () => {
    const sells = async (canBuyPoints: boolean) => {
      await shop.sql`update channel set can_buy_points = ${canBuyPoints} where id = '1014'`
      await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
      await shop.shop.changeEvents.poll()
    }
    const [one, other] = [await holderDueTenEuros(), await holderDueTenEuros()]
    const payments = [await payment(one.holder), await payment(other.holder)]
    for (const { id } of payments) await staysOpenAtTheProvider(id)
    shop.clock.advance(60 * 60_000)
    for (const { id } of payments) {
      await reconcilePayment(shop.shop, await keyOf(id))
      await pay(id)
    }
    const [withdrawn, unsold] = payments.map(({ id }) => id)
    await shop.sql`update offer set active = false where spli_id = ${one.gift.spliId}`
    await webhook(withdrawn ?? '')
    await sells(false)
    await webhook(unsold ?? '')
    await sells(true)
    for (const { id } of payments) {
      expect(await stateOf(id)).toMatchObject({ outcome: 'refunded', orders: 0, available: 3 })
    }
  })

  it('that is late is refunded while another payment is open for the same cart (PAY-5)', async () => {
    // The holder needs no points, so only this rule prevents a second order.
    const gift = await shop.gift({ points: 2, inStock: 20 })
    const holder = await shop.holder({ points: 0 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    const first = await letGoByTime(holder)
    const second = await payment(holder)
    await pay(first.id)
    await webhook(first.id)
    expect(await stateOf(first.id)).toMatchObject({ outcome: 'refunded', orders: 0, refunds: 1 })
    expect(await stateOf(second.id)).toMatchObject({ outcome: 'held' })
    await choose(second.id, 'paid')
    expect(await stateOf(second.id)).toMatchObject({ outcome: 'ordered', orders: 1 })
  })

  it('that is late is refunded if another amount is due now (PAY-1)', async () => {
    const { holder } = await holderDueTenEuros()
    const { id } = await letGoByTime(holder)
    await shop.sql`
      insert into ledger (voucher_id, kind, points) values (${holder.voucherId}, 'grant', 1)`
    await pay(id)
    await webhook(id)
    expect(await stateOf(id)).toMatchObject({ outcome: 'refunded', orders: 0, available: 4 })
  })

  it('that is late closes other payments of the cart (PAY-5)', async () => {
    const { holder } = await holderDueTenEuros()
    const [first, second] = [await letGoByTime(holder), await letGoByTime(holder)]
    await pay(first.id)
    await webhook(first.id)
    expect(await stateOf(first.id)).toMatchObject({ outcome: 'ordered', orders: 1 })
    await shop.shop.jobs.drain()
    const [other] = await shop.sql`select state from sandbox_payment where id = ${second.id}`
    expect(other).toEqual({ state: 'canceled' })
  })

  it('that is paid just before its cancellation is found by the cancellation (PAY-5)', async () => {
    const { holder, gift } = await holderDueTenEuros()
    const { id } = await payment(holder)
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await pay(id)
    await shop.shop.jobs.drain()
    expect(await stateOf(id)).toMatchObject({ outcome: 'refunded', orders: 0, refunds: 1 })
  })

  it('is refunded if it is the second one: one order, one refund', async () => {
    const { holder } = await holderDueTenEuros()
    const first = await payment(holder)
    await shop.sql`update payment set expires_at = now() - interval '1 minute' where id = ${first.id}`
    const second = await payment(holder)
    expect(second.id).not.toBe(first.id)
    await shop.sql`update sandbox_payment set state = 'paid' where cart_guid = ${holder.cartGuid}`
    await Promise.all([...ten.map(() => webhook(first.id)), ...ten.map(() => webhook(second.id))])
    const ends = [await stateOf(first.id), await stateOf(second.id)].map(
      (row) => row?.['outcome'] as string,
    )
    expect(ends.sort()).toEqual(['ordered', 'refunded'])
    expect(await stateOf(first.id)).toMatchObject({ orders: 1, spent: 3, reserved: 0 })
  })

  it('that races with a change of the cart ends as order or refund, never both or neither', async () => {
    for (const round of ten) {
      const { holder, gift } = await holderDueTenEuros()
      const { id } = await payment(holder)
      await pay(id)
      await Promise.all([
        webhook(id),
        ...ten
          .slice(0, 3)
          .map(() => holder.call('changeCart', { spli_id: gift.spliId, quantity: 1 })),
        holder.call('convertCart', { payment_method: 'MOL', cart_guid: holder.cartGuid }),
        round % 2 ? holder.call('logOut', {}) : webhook(id),
      ])
      await shop.shop.jobs.drain()
      const end = await stateOf(id)
      expect([end?.['orders'], end?.['refunds']]).toEqual(
        end?.['outcome'] === 'ordered' ? [1, 0] : [0, 1],
      )
    }
  })
})

describe('while the provider does not answer', () => {
  it('no payment starts, nothing is lost, and the next attempt continues the same payment (PAY-5)', async () => {
    let down = true
    const real = sandbox()
    const flaky: PaymentPort = {
      ...real,
      create: async (ask) => {
        const made = await real.create(ask)
        // The answer is lost on its way back: the provider has it, we do not know.
        if (down) throw new ServiceDown('payments', 'no answer')
        return made
      },
      find: (id) => {
        if (down) throw new ServiceDown('payments', 'no answer')
        return real.find(id)
      },
    }
    const other = await testShop({ database: shop.database, ports: { payments: flaky } })
    const { holder } = await holderDueTenEuros()
    const there = await other.logIn(holder.code)
    const ask = {
      amount: '10.00',
      cancelUrl: `${other.url}/checkout`,
      redirectUrl: `${other.url}/confirmation`,
    }
    const first = await there.call('createPayment', ask)
    expect(first).toMatchObject({ refused: 'service-down' })
    expect(refused(first) && first.retryAfterSeconds).toBeGreaterThan(0)

    down = false
    const { id } = await there.done('createPayment', ask)
    const [{ count } = { count: 0 }] = await shop.sql<{ count: number }[]>`
      select count(*)::integer as count from sandbox_payment where cart_guid = ${there.cartGuid}`
    expect(count).toBe(1)

    down = true
    expect(
      (
        await other.request('/webhooks/mollie', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `id=${id}`,
        })
      ).status,
    ).toBe(200)
    expect(await there.call('convertCart', { payment_method: 'MOL' })).toMatchObject({
      refused: 'service-down',
    })
    expect((await there.done('paymentStatus', { paymentId: id })).payment.status).toBe('open')
    await other.stop()
    await choose(id, 'paid')
    expect(await stateOf(id)).toMatchObject({ outcome: 'ordered' })
  })
})

describe('the webhook', () => {
  it('answers 200 for known and unknown ids, and 400 without an id (WIRE-9)', async () => {
    expect((await webhook('tr_unknown0000')).status).toBe(200)
    expect((await webhook('')).status).toBe(400)
    const { holder } = await holderDueTenEuros()
    const { id } = await payment(holder)
    expect((await webhook(id)).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ state: 'open', outcome: 'held' })
  })
})

/** For example a bank transfer: the provider waits longer than the shop reserves gifts. */
/** Its time is over here, not at the provider, and what was to cancel it there was given up. */
async function letGoByTime(holder: TestHolder) {
  const made = await payment(holder)
  await staysOpenAtTheProvider(made.id)
  shop.clock.advance(60 * 60_000)
  await reconcilePayment(shop.shop, await keyOf(made.id))
  expect(await stateOf(made.id)).toMatchObject({ state: 'open', outcome: 'released' })
  await shop.sql`delete from job where name = 'cancel-payment'`
  return made
}

async function staysOpenAtTheProvider(id: string) {
  await shop.sql`update sandbox_payment set expires_at = now() + interval '30 days' where id = ${id}`
}
