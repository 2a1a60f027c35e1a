import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type PaymentEnd, paymentFakes } from '#server/testing/fakes/payment-fakes.ts'
import { samplePayment } from '#server/testing/fakes/sample-payment.ts'
import { sandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import type { PaymentPort } from '#server/platform/services/service-ports.ts'
import { testDatabase } from '#server/testing/test-database.ts'

type Provider = {
  payments: PaymentPort
  /** What the customer does on the payment page. */
  end(id: string, end: PaymentEnd): Promise<unknown>
  close(): Promise<unknown>
}

async function sandbox(): Promise<Provider> {
  const database = await testDatabase()
  const payments = sandboxPayments({
    sql: database.sql,
    baseUrl: () => 'http://localhost:3000',
    callWebhook: () => Promise.resolve(),
    clock: { now: () => new Date() },
  })
  return { payments, end: (id, end) => payments.choose(id, end), close: () => database.drop() }
}

describe.each([
  { name: 'sandbox', start: sandbox },
  ...Object.entries(paymentFakes).map(([name, open]) => ({
    name,
    start: async (): Promise<Provider> => {
      const { fake, payments, finish } = await open()
      return { payments, end: finish, close: () => fake.close() }
    },
  })),
])('payments by $name', ({ start }) => {
  let provider: Provider
  let payments: PaymentPort
  beforeAll(async () => {
    provider = await start()
    payments = provider.payments
  })
  afterAll(() => provider.close())

  const refund = (id: string, cents: number, key = randomUUID()) =>
    payments.refund({ id, key, cents, description: 'Back' })

  async function paidPayment(cents: number) {
    const { id } = await payments.create(samplePayment({ cents }))
    await provider.end(id, 'paid')
    return id
  }

  it('opens a payment that names its cart and has a page to pay on', async () => {
    const asked = samplePayment({ cents: 123_405 })

    const made = await payments.create(asked)

    expect(made).toMatchObject({
      state: 'open',
      cents: 123_405,
      currency: 'EUR',
      cartGuid: asked.cartGuid,
      refundedCents: 0,
      chargedBackCents: 0,
    })
    expect(made.id).toMatch(/^[A-Za-z0-9_.-]{10,80}$/)
    expect(made.checkoutUrl).toMatch(/^http/)
    const minutes = (Number(made.expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThan(15.1)
    expect(await payments.find(made.id)).toEqual(made)
  })

  it('makes one payment per key, even for several requests at once', async () => {
    const asked = samplePayment()

    const made = await Promise.all(Array.from({ length: 5 }, () => payments.create(asked)))

    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect((await payments.create(samplePayment())).id).not.toBe(made[0]?.id)
  })

  it('refuses a payment of zero', async () => {
    await expect(payments.create(samplePayment({ cents: 0 }))).rejects.toMatchObject({
      name: 'ServiceRefused',
      code: 'rejected',
      field: 'amount',
    })
  })

  it.each(['tr_unknown00000', '', '..', 'tr_1/refunds', 'tr_1?x', "tr_' or 1=1", 're_123'])(
    'knows no payment %j',
    async (id) => {
      expect(await payments.find(id)).toBeUndefined()
      expect(await payments.cancel(id)).toBeUndefined()
      await expect(refund(id, 100)).rejects.toMatchObject({ code: 'no-such-payment' })
    },
  )

  it.each(['paid', 'canceled', 'failed', 'expired'] as const)(
    'tells that a payment is %s, and no longer where to pay',
    async (end) => {
      const { id } = await payments.create(samplePayment())
      await provider.end(id, end)

      expect(await payments.find(id)).toMatchObject({ state: end, checkoutUrl: null })
    },
  )

  it('cancels an open payment, but not a paid one', async () => {
    const { id } = await payments.create(samplePayment())
    expect(await payments.cancel(id)).toMatchObject({ id, state: 'canceled' })
    expect(await payments.cancel(id)).toMatchObject({ id, state: 'canceled' })
    expect(await payments.find(id)).toMatchObject({ state: 'canceled' })

    const paid = await paidPayment(1500)
    expect(await payments.cancel(paid)).toMatchObject({ id: paid, state: 'paid' })
  })

  it('makes one refund per key, and partial refunds for several keys', async () => {
    const id = await paidPayment(2000)
    const key = randomUUID()

    const first = await refund(id, 500, key)
    const again = await refund(id, 500, key)
    expect(again.id).toBe(first.id)
    expect(first).toMatchObject({ state: 'queued', key, cents: 500 })
    expect(await payments.find(id)).toMatchObject({ state: 'paid', refundedCents: 500 })

    await refund(id, 1500)
    expect(await payments.find(id)).toMatchObject({ state: 'paid', refundedCents: 2000 })
  })

  it('never refunds more than was paid, even for several requests at once', async () => {
    const id = await paidPayment(1000)

    const results = await Promise.allSettled([600, 601, 602, 603].map((cents) => refund(id, cents)))

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'rejected' })
    }
    const found = await payments.find(id)
    expect(found?.refundedCents).toBeGreaterThanOrEqual(600)
    expect(found?.refundedCents).toBeLessThanOrEqual(603)
  })

  it('cancels a refund that was not sent yet, and no other', async () => {
    const id = await paidPayment(1000)
    const made = await refund(id, 600)
    await Promise.all([1, 2].map(() => payments.stopRefund({ id, refundId: made.id })))
    expect(await payments.find(id)).toMatchObject({
      refundedCents: 0,
      refunds: [{ id: made.id, state: 'canceled' }],
    })
    await payments.stopRefund({ id, refundId: 're_nowhere' })
  })

  it('refuses a refund of an unpaid payment', async () => {
    const { id } = await payments.create(samplePayment())
    await expect(refund(id, 100)).rejects.toMatchObject({ code: 'rejected' })
    await provider.end(id, 'failed')
    await expect(refund(id, 100)).rejects.toMatchObject({ code: 'rejected' })
    expect(await payments.find(id)).toMatchObject({ state: 'failed', refundedCents: 0 })
  })
})
