import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { paymentFakes } from '#server/testing/fakes/payment-fakes.ts'
import { fakeMonta } from '#server/testing/fakes/fake-monta.ts'
import { fakePostcode } from '#server/testing/fakes/fake-postcode.ts'
import type { FakeService } from '#server/testing/fakes/fake-service.ts'
import { samplePayment } from '#server/testing/fakes/sample-payment.ts'
import { sampleDeliveryRequest } from '#server/testing/fakes/sample-delivery.ts'
import { montaDelivery } from '#server/modules/fulfilment/warehouse/monta/monta-delivery.ts'
import { postcodeAddresses } from '#server/modules/addresses/providers/postcode/postcode-addresses.ts'
import { secondsToWait } from '#server/platform/outbound/service-call.ts'

type Call = (timeoutMs: number, credential?: string) => Promise<unknown>
type Subject = { fake: FakeService; call: Call; attempts: number }

async function monta(): Promise<Subject> {
  const fake = await fakeMonta()
  const call: Call = (timeoutMs, password = fake.password) => {
    const { user, url: baseUrl } = fake
    const delivery = montaDelivery({ user, password, origin: 'shop', baseUrl, timeoutMs })
    return delivery.options(sampleDeliveryRequest())
  }
  return { fake, call, attempts: 2 }
}

async function postcode(): Promise<Subject> {
  const fake = await fakePostcode()
  const call: Call = (timeoutMs, secret = fake.secret) => {
    const { key, url: baseUrl } = fake
    const addresses = postcodeAddresses({ key, secret, baseUrl, timeoutMs })
    const session = 'session-0001'
    return addresses.autocomplete({ context: 'nld', term: 'proef', language: 'nl', session })
  }
  return { fake, call, attempts: 2 }
}

describe.each([
  ...Object.entries(paymentFakes).map(([provider, open]) => ({
    service: 'payments',
    provider,
    start: async (): Promise<Subject> => {
      const { fake, withSettings, attempts } = await open()
      const call: Call = (timeoutMs, credential) =>
        withSettings(timeoutMs, credential).create(samplePayment())
      return { fake, call, attempts }
    },
  })),
  { service: 'delivery', provider: 'monta', start: monta },
  { service: 'addresses', provider: 'postcode', start: postcode },
])('calls of $service to $provider', ({ service, start }) => {
  let fake: FakeService
  let call: Call
  let tries: number
  beforeAll(async () => {
    const subject = await start()
    fake = subject.fake
    call = subject.call
    tries = subject.attempts
  })
  afterAll(() => fake.close())
  beforeEach(() => {
    fake.reset()
  })
  const down = { name: 'ServiceDown', service }

  it('fail after the timeout if the service does not answer', async () => {
    fake.failNext({ kind: 'hang' }, 9)
    const startedAt = performance.now()
    await expect(call(150)).rejects.toMatchObject({ ...down, retryAfterSeconds: null })
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(fake.requests.length).toBeLessThanOrEqual(1)
  })

  it('wait for a slow response', async () => {
    fake.failNext({ kind: 'slow', ms: 60 })
    await expect(call(5_000)).resolves.toBeDefined()
  })

  it('are retried if the service is briefly unavailable', async () => {
    fake.failNext({ kind: 'answer', status: 503, body: 'Maintenance' }, tries - 1)
    await expect(call(5_000)).resolves.toBeDefined()
    expect(fake.requests).toHaveLength(tries)
  })

  it('fail with the retry time of the service after the last try', async () => {
    const headers = { 'retry-after': '120' }
    fake.failNext({ kind: 'answer', status: 503, headers, body: {} }, tries)
    await expect(call(5_000)).rejects.toMatchObject({ ...down, retryAfterSeconds: 120 })
    expect(fake.requests).toHaveLength(tries)
  })

  it('are not retried after status 429', async () => {
    fake.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '7' }, body: {} })
    await expect(call(5_000)).rejects.toMatchObject({ ...down, retryAfterSeconds: 7 })
    expect(fake.requests).toHaveLength(1)
  })

  it('are retried if the connection is closed', async () => {
    fake.failNext({ kind: 'drop' })
    await expect(call(5_000)).resolves.toBeDefined()
    fake.failNext({ kind: 'drop' }, tries)
    await expect(call(5_000)).rejects.toMatchObject(down)
  })

  it.each([
    ['half a JSON', { kind: 'garbage' } as const],
    ['a web page', { kind: 'answer', status: 200, body: '<html>' } as const],
    ['another shape', { kind: 'answer', status: 200, body: { hello: 'world' } } as const],
    ['null', { kind: 'answer', status: 200, body: null } as const],
    ['nothing', { kind: 'answer', status: 200 } as const],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: '/' } } as const],
    ['an unknown 4xx', { kind: 'answer', status: 418, body: {} } as const],
  ])('fail if the response is %s', async (_name, failure) => {
    fake.failNext(failure, tries)
    await expect(call(5_000)).rejects.toMatchObject(down)
  })

  it('fail if the response is longer than the limit (B40)', async () => {
    fake.failNext({ kind: 'endless' }, tries)
    await expect(call(20_000)).rejects.toMatchObject({
      ...down,
      message: expect.stringContaining('answered more than 4194304 bytes'),
    })
    expect(fake.requests).toHaveLength(1)
  })

  it('fail as unavailable if the credentials are refused', async () => {
    await expect(call(5_000, 'wrong')).rejects.toMatchObject({
      ...down,
      message: expect.stringContaining('our credentials got 401'),
    })
  })

  it('fail as unavailable if the service cannot be reached', async () => {
    const unreachable = await start()
    await unreachable.fake.close()
    await expect(unreachable.call(5_000)).rejects.toMatchObject(down)
  })
})

describe('the retry time', () => {
  it.each([
    [{ 'retry-after': '30' }, 30],
    [{ 'ratelimit-resetsin': '12.4' }, 13],
    [{ 'retry-after': '30', 'ratelimit-resetsin': '12' }, 30],
    [{ 'retry-after': 'Mon, 01 Jan 2001 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('of %j is %s seconds', (headers, seconds) => {
    expect(secondsToWait(new Headers(Object.entries(headers)))).toBe(seconds)
  })

  it('can be a date', () => {
    const date = new Date(Date.now() + 90_000).toUTCString()
    const seconds = secondsToWait(new Headers({ 'retry-after': date }))
    expect(seconds).toBeGreaterThan(85)
    expect(seconds).toBeLessThan(92)
  })
})
