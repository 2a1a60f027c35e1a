import {
  createMollieClient,
  type Locale,
  type PaymentEmbed,
  type PaymentMethod,
} from '@mollie/api-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type FakeMollie, fakeMollie } from '#server/testing/fakes/fake-mollie.ts'
import { startFakeService } from '#server/testing/fakes/fake-service.ts'
import { temporaryCertificate } from '#server/testing/fakes/temporary-certificate.ts'

/** Mollie's own client, as it is: what it can do with Mollie it can do with the fake. */
let fake: FakeMollie
let mollie: ReturnType<typeof createMollieClient>
let now = Date.now()

beforeAll(async () => {
  fake = await fakeMollie({ tls: temporaryCertificate('localhost'), now: () => now })
  mollie = clientOf(fake.url)
  // It brings its own list of who may sign, which this machine is not on.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
})
afterAll(async () => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  await fake.close()
})
beforeEach(() => {
  fake.reset()
})

const clientOf = (url: string, apiKey = fake.apiKey) =>
  createMollieClient({ apiKey, apiEndpoint: `${url}/v2/` })

const asked = {
  amount: { currency: 'EUR', value: '10.00' },
  description: 'Gifts',
  redirectUrl: 'https://shop.example/confirmation',
  cancelUrl: 'https://shop.example/checkout',
  webhookUrl: 'https://shop.example/webhooks/mollie',
  metadata: { cart_guid: 'abc' },
}

async function paid(value = '10.00') {
  const { id } = await mollie.payments.create({
    ...asked,
    amount: { currency: 'EUR', value },
  })
  fake.setStatus(id, 'paid')
  return id
}

const refund = (paymentId: string, value: string) =>
  mollie.paymentRefunds.create({
    paymentId,
    amount: { currency: 'EUR', value },
    description: 'Back',
    metadata: { key: value },
  })

describe("Mollie's own client against the fake (B41)", () => {
  it('creates a payment and gets the address of the payment page', async () => {
    const made = await mollie.payments.create({
      ...asked,
      locale: 'nl_NL' as Locale,
      method: ['creditcard', 'ideal'] as PaymentMethod[],
    })
    expect(made).toMatchObject({
      ...asked,
      resource: 'payment',
      status: 'open',
      mode: 'test',
      locale: 'nl_NL',
      isCancelable: true,
    })
    expect(made.getCheckoutUrl()).toBe(`${fake.url}/checkout/${made.id}`)
    expect(fake.requests[0]?.headers['idempotency-key']).toBeTruthy()
  })

  it('gets a payment, with refunds and chargebacks if it asks for them', async () => {
    const id = await paid()
    await refund(id, '4.00')
    await fake.chargeBack(id, 600)
    const plain = await mollie.payments.get(id)
    expect(plain).toMatchObject({
      id,
      status: 'paid',
      amountRefunded: { currency: 'EUR', value: '4.00' },
      amountRemaining: { currency: 'EUR', value: '6.00' },
      amountChargedBack: { currency: 'EUR', value: '6.00' },
    })
    expect(plain._embedded).toBeUndefined()
    const embed = ['refunds', 'chargebacks'] as PaymentEmbed[]
    const whole = await mollie.payments.get(id, { embed })
    expect(whole).toHaveProperty('_embedded.refunds.0.amount.value', '4.00')
    expect(whole).toHaveProperty('_embedded.chargebacks.0.amount.value', '6.00')
  })

  it('lists payments page by page', async () => {
    const made = [await paid(), await paid(), await paid()]
    const first = await mollie.payments.page({ limit: 2 })
    expect(first.map(({ id }) => id)).toEqual([made[2], made[1]])
    const second = await first.nextPage?.()
    expect(second?.[0]?.id).toBe(made[0])
    const seen: string[] = []
    for await (const { id } of mollie.payments.iterate()) seen.push(id)
    expect(seen.slice(0, 3)).toEqual(made.reverse())
  })

  it('changes a payment', async () => {
    const { id } = await mollie.payments.create(asked)
    const changes = {
      description: 'Other gifts',
      redirectUrl: 'https://shop.example/elsewhere',
      metadata: { cart_guid: 'def' },
    }
    expect(await mollie.payments.update(id, changes)).toMatchObject({ id, ...changes })
    expect(await mollie.payments.get(id)).toMatchObject({ ...asked, ...changes })
  })

  it('cancels an open payment, but not an ended one', async () => {
    const { id } = await mollie.payments.create(asked)
    expect(await mollie.payments.cancel(id)).toMatchObject({ id, status: 'canceled' })
    await expect(mollie.payments.cancel(id)).rejects.toMatchObject({ statusCode: 422 })
  })

  it('makes a refund, and gets and lists refunds', async () => {
    const id = await paid()
    const first = await refund(id, '3.00')
    const second = await refund(id, '2.50')
    expect(first).toMatchObject({ resource: 'refund', status: 'queued', paymentId: id })
    expect(await mollie.paymentRefunds.get(first.id, { paymentId: id })).toMatchObject({
      id: first.id,
      amount: { currency: 'EUR', value: '3.00' },
      metadata: { key: '3.00' },
    })
    const page = await mollie.paymentRefunds.page({ paymentId: id })
    expect(page.map((made) => made.id)).toEqual([first.id, second.id])
    expect((await mollie.payments.get(id)).amountRemaining?.value).toBe('4.50')
  })

  it('cancels a refund that was not sent yet', async () => {
    const id = await paid()
    const { id: refundId } = await refund(id, '10.00')
    await mollie.paymentRefunds.cancel(refundId, { paymentId: id })
    expect((await mollie.paymentRefunds.get(refundId, { paymentId: id })).status).toBe('canceled')
    expect((await mollie.payments.get(id)).amountRemaining?.value).toBe('10.00')
  })

  it.each(['refunded', 'failed'] as const)(
    'sees a refund move on until it is %s, days later, and hears of it when Mollie tells',
    async (end) => {
      const shop = await startFakeService(() => ({ status: 200 }))
      fake.knobs.refusesLocalWebhooks = false
      fake.knobs.refundsEnd = end
      const made = await mollie.payments.create({ ...asked, webhookUrl: `${shop.url}/hook` })
      fake.knobs.refusesLocalWebhooks = true
      fake.setStatus(made.id, 'paid')
      const { id } = await refund(made.id, '10.00')
      const seen: string[] = []
      for (const hours of [0, 1, 23, 24]) {
        now += hours * 3_600_000
        await fake.moveRefunds()
        seen.push((await mollie.paymentRefunds.get(id, { paymentId: made.id })).status)
      }
      expect(seen).toEqual(['queued', 'pending', 'processing', end])
      expect(shop.requests.map(({ text }) => text)).toEqual([`id=${made.id}`, `id=${made.id}`])
      fake.knobs.refundsEnd = 'refunded'
      await shop.close()
    },
  )

  it('gets and lists chargebacks, including reversed ones', async () => {
    const id = await paid()
    const chargebackId = await fake.chargeBack(id, 1000)
    expect(await mollie.paymentChargebacks.get(chargebackId, { paymentId: id })).toMatchObject({
      id: chargebackId,
      amount: { value: '10.00' },
      reversedAt: null,
    })
    fake.reverseChargeback(chargebackId)
    const [made] = await mollie.paymentChargebacks.page({ paymentId: id })
    expect(made?.reversedAt).toBeTruthy()
    expect((await mollie.payments.get(id)).amountChargedBack?.value).toBe('0.00')
  })

  it('lists and gets methods', async () => {
    const methods = await mollie.methods.list()
    expect(methods.map(({ id }) => id)).toContain('creditcard')
    expect(await mollie.methods.get('ideal')).toMatchObject({
      id: 'ideal',
      minimumAmount: { currency: 'EUR' },
    })
    await expect(mollie.methods.get('klarna')).rejects.toMatchObject({
      statusCode: 403,
    })
  })

  it.each([
    ['amount', { amount: { currency: 'EUR', value: '10' } }],
    ['amount', { amount: { currency: 'EUR', value: '0.00' } }],
    ['amount', { amount: { currency: 'EUR', value: '1000000.00' } }],
    ['amount.currency', { amount: { currency: 'ABC', value: '10.00' } }],
    ['description', { description: '' }],
    ['description', { description: 'x'.repeat(256) }],
    ['locale', { locale: 'xx_XX' as Locale }],
    ['method', { method: 'barter' as PaymentMethod }],
    ['redirectUrl', { redirectUrl: 'shop' }],
    ['redirectUrl', { redirectUrl: 'javascript:alert(1)' }],
    ['cancelUrl', { cancelUrl: 'http://' }],
    ['webhookUrl', { webhookUrl: 'nowhere' }],
    ['webhookUrl', { webhookUrl: 'http://localhost:3000/webhooks/mollie' }],
    ['metadata', { metadata: { long: 'x'.repeat(1100) } }],
    ['testmode', { testmode: true }],
  ])('gets the same error as from Mollie for a wrong %s: %j', async (field, change) => {
    const before = fake.payments.size
    await expect(mollie.payments.create({ ...asked, ...change })).rejects.toMatchObject({
      statusCode: 422,
      field,
      title: 'Unprocessable Entity',
      links: { documentation: { href: expect.stringMatching(/^https:\/\/docs\.mollie\.com/) } },
    })
    expect(fake.payments.size).toBe(before)
  })

  it('gets different errors for a wrong key and for a missing payment', async () => {
    await expect(clientOf(fake.url, 'test_wrong').payments.get('tr_1')).rejects.toMatchObject({
      statusCode: 401,
      title: 'Unauthorized Request',
    })
    await expect(mollie.payments.get('tr_nothing')).rejects.toMatchObject({ statusCode: 404 })
    const id = await paid()
    await expect(mollie.paymentRefunds.get('re_no', { paymentId: id })).rejects.toMatchObject({
      statusCode: 404,
    })
    await expect(refund(id, '10.01')).rejects.toMatchObject({ statusCode: 422, field: 'amount' })
    // What the fake does not serve it does not pretend to.
    await expect(mollie.customers.page()).rejects.toMatchObject({ statusCode: 404 })
    await expect(mollie.paymentCaptures.page({ paymentId: id })).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  it('gets errors in the language of the interface', async () => {
    const { id } = await mollie.payments.create(asked)
    const headers = { authorization: `Bearer ${fake.apiKey}` }
    for (const [path, status] of [
      [`/v2/payments/${id}`, 200],
      ['/v2/payments/tr_nothing', 404],
    ] as const) {
      const response = await fetch(`${fake.url}${path}`, { headers })
      expect(response.status).toBe(status)
      expect(response.headers.get('content-type')).toBe('application/hal+json')
      expect(await response.json()).toHaveProperty('_links.documentation.type', 'text/html')
    }
  })
})
