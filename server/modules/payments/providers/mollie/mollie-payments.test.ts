import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type FakeMollie, fakeMollie } from '#server/testing/fakes/fake-mollie.ts'
import { field, startFakeService } from '#server/testing/fakes/fake-service.ts'
import { samplePayment } from '#server/testing/fakes/sample-payment.ts'
import {
  molliePayments,
  type MollieSettings,
} from '#server/modules/payments/providers/mollie/mollie-payments.ts'

let fake: FakeMollie
beforeAll(async () => {
  fake = await fakeMollie()
})
afterAll(() => fake.close())
beforeEach(() => {
  fake.reset()
})

const mollie = (settings: Partial<MollieSettings> = {}) =>
  molliePayments({ apiKey: fake.apiKey, baseUrl: fake.url, ...settings })

async function paidPayment(cents = 1500) {
  const { id } = await mollie().create(samplePayment({ cents }))
  fake.setStatus(id, 'paid')
  fake.reset()
  return id
}

describe('requests to Mollie', () => {
  it('contain the amount as text and the language as locale, and no address that Mollie cannot reach', async () => {
    const asked = samplePayment({ cents: 5, language: 'de', description: 'ü'.repeat(300) })
    await mollie().create(asked)

    expect(fake.requests[0]?.json).toEqual({
      amount: { currency: 'EUR', value: '0.05' },
      description: 'ü'.repeat(255),
      redirectUrl: asked.redirectUrl,
      cancelUrl: asked.cancelUrl,
      locale: 'de_DE',
      method: ['creditcard'],
      metadata: { cart_guid: asked.cartGuid },
    })
  })

  it('name the webhook if there is one, and no methods if all are allowed', async () => {
    const webhookUrl = 'https://shop.example/webhooks/mollie'
    await mollie({ methods: [] }).create(samplePayment({ webhookUrl, language: 'xx' }))

    const { json } = fake.requests[0] ?? {}
    expect(json).toMatchObject({ webhookUrl, locale: 'en_GB' })
    expect(json).not.toHaveProperty('method')
  })
})

it('never sends an id that would change the path of the request', async () => {
  const id = await paidPayment()
  for (const wrong of [`${id}/refunds`, `${id}?x`, `../payments/${id}`, '..', '']) {
    expect(await mollie().find(wrong)).toBeUndefined()
    expect(await mollie().cancel(wrong)).toBeUndefined()
  }
  expect(fake.requests).toEqual([])
})

describe('a request for a payment without an answer', () => {
  it('is repeated with the same key, so that there is one payment', async () => {
    const known = fake.payments.size
    fake.failNext({ kind: 'lose-answer' })

    await mollie().create(samplePayment())

    const keys = fake.requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect(fake.payments.size).toBe(known + 1)
  })

  it('is sent three times at most', async () => {
    fake.failNext({ kind: 'answer', status: 503, body: {} }, 5)
    await expect(mollie().create(samplePayment())).rejects.toMatchObject({ name: 'ServiceDown' })
    expect(fake.requests).toHaveLength(3)
  })
})

describe('answers of Mollie', () => {
  it.each(['authorized', 'something_new'])(
    'do not count as paid with the state %s',
    async (status) => {
      const { id } = await mollie().create(samplePayment())
      fake.setStatus(id, status)
      expect(await mollie().find(id)).toMatchObject({ state: 'pending' })
    },
  )

  it('report chargebacks', async () => {
    const id = await paidPayment()
    const chargeback = await fake.chargeBack(id, 1500)
    expect(await mollie().find(id)).toMatchObject({
      state: 'paid',
      chargedBackCents: 1500,
      chargebacks: [{ id: chargeback, cents: 1500, reversedAt: null }],
    })
    fake.reverseChargeback(chargeback)
    expect(await mollie().find(id)).toMatchObject({
      chargedBackCents: 0,
      chargebacks: [{ id: chargeback, reversedAt: expect.any(Date) }],
    })
  })

  it('report refunds, and which of them the shop made', async () => {
    const id = await paidPayment()
    const key = randomUUID()
    const ours = await mollie().refund({ id, key, cents: 500, description: 'Back' })
    const theirs = fake.refundByHand(id, 300)
    expect((await mollie().find(id))?.refunds).toMatchObject([
      { id: ours.id, key, cents: 500, state: 'queued' },
      { id: theirs.id, key: null, cents: 300, state: 'queued' },
    ])
  })

  it('can contain metadata of other systems', async () => {
    const { id } = await mollie().create(samplePayment())
    const payment = fake.payments.get(id)
    if (payment) payment.metadata = 'a text'
    expect(await mollie().find(id)).toMatchObject({ cartGuid: null })
  })

  it('become a refusal with the field name when a value is not accepted', async () => {
    const asked = samplePayment({ webhookUrl: 'http://localhost:3000/webhooks/mollie' })
    await expect(mollie().create(asked)).rejects.toMatchObject({
      name: 'ServiceRefused',
      code: 'rejected',
      field: 'webhookUrl',
    })
    expect(fake.requests).toHaveLength(1)
  })

  it.each(['10', '10.5', '1e2.00', '-5.00', '10,00'])(
    'is not understood as %j euros',
    async (value) => {
      const { id } = await mollie().create(samplePayment())
      const payment = fake.payments.get(id)
      if (payment) payment.value = value
      await expect(mollie().find(id)).rejects.toMatchObject({ name: 'ServiceDown' })
    },
  )

  it('are refused when they are about another payment', async () => {
    const first = await mollie().create(samplePayment())
    const second = await mollie().create(samplePayment())
    const payment = fake.payments.get(second.id)
    if (payment) fake.payments.set(first.id, payment)
    await expect(mollie().find(first.id)).rejects.toMatchObject({ name: 'ServiceDown' })
  })

  it('name the state of a payment that can no longer be cancelled', async () => {
    fake.knobs.newPaymentsAreCancelable = false
    const { id } = await mollie().create(samplePayment())
    fake.knobs.newPaymentsAreCancelable = true
    expect(await mollie().cancel(id)).toMatchObject({ id, state: 'open' })
  })
})

describe('a refund', () => {
  const refund = (id: string, key: string, cents = 500) =>
    mollie().refund({ id, key, cents, description: 'Back' })

  it('without an answer an hour ago is found instead of made again', async () => {
    const id = await paidPayment()
    const key = randomUUID()
    fake.knobs.identicalRefundMs = 0
    fake.failNext({ kind: 'slow', ms: 0 })
    fake.failNext({ kind: 'lose-answer' }, 3)
    await expect(refund(id, key)).rejects.toMatchObject({ name: 'ServiceDown' })
    fake.eraseIdempotencyKeys()

    const made = await refund(id, key)

    expect(fake.payments.get(id)?.refunds.map((one) => one.id)).toEqual([made.id])
    fake.knobs.identicalRefundMs = 5_000
  })

  it('with the same amount as another waits until Mollie no longer takes it for a repetition', async () => {
    const id = await paidPayment()
    await refund(id, randomUUID())
    await expect(refund(id, randomUUID())).rejects.toMatchObject({
      name: 'ServiceDown',
      retryAfterSeconds: 60,
    })
  })

  it.each([
    ['refunded', 'refunded'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['processing', 'processing'],
    ['a_new_word', 'pending'],
  ])('that is %s at Mollie is %s here (A3)', async (status, state) => {
    const id = await paidPayment()
    const key = randomUUID()
    await refund(id, key)
    const [made] = fake.payments.get(id)?.refunds ?? []
    if (made) made.status = status
    expect(await refund(id, key)).toMatchObject({ state })
  })
})

describe("the fake's payment page", () => {
  beforeAll(() => {
    fake.knobs.refusesLocalWebhooks = false
  })
  const choose = (id: string, status: string) =>
    fetch(`${fake.url}/checkout/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ status }),
      redirect: 'manual',
    })

  it.each([
    ['paid', 'https://shop.example/confirmation?extra_payments=1'],
    ['canceled', 'https://shop.example/checkout'],
  ])('sends a %s payment to %s and calls the webhook before', async (status, location) => {
    const shop = await startFakeService(() => ({ status: 200 }))
    const { id } = await mollie().create(samplePayment({ webhookUrl: `${shop.url}/webhook` }))

    const response = await choose(id, status)

    expect(response.headers.get('location')).toBe(location)
    expect(shop.requests.map(({ text }) => text)).toEqual([`id=${id}`])
    expect(field(fake.requests.at(-1), 'method')).toBe('POST')
    await shop.close()
  })

  it('repeats a webhook that was not answered, and holds one back until it is released', async () => {
    const shop = await startFakeService(() => ({ status: 200 }))
    shop.failNext({ kind: 'answer', status: 500 })
    const { id } = await mollie().create(samplePayment({ webhookUrl: `${shop.url}/webhook` }))

    fake.knobs.webhookTiming = 'held'
    await choose(id, 'paid')
    expect(shop.requests).toHaveLength(0)
    await fake.releaseWebhooks()
    fake.knobs.webhookTiming = 'before'

    expect(shop.requests).toHaveLength(2)
    expect(fake.sentWebhooks.slice(-2)).toEqual([
      { id, status: 500 },
      { id, status: 200 },
    ])
    await shop.close()
  })
})
