import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { paymentFakes } from '#server/testing/fakes/payment-fakes.ts'
import { fakeMonta } from '#server/testing/fakes/fake-monta.ts'
import { fakePostcode } from '#server/testing/fakes/fake-postcode.ts'
import type { FakeService } from '#server/testing/fakes/fake-service.ts'
import { samplePayment } from '#server/testing/fakes/sample-payment.ts'
import { sampleQuestion } from '#server/testing/fakes/sample-delivery.ts'
import { montaDelivery } from '#server/modules/fulfilment/warehouse/monta/monta-delivery.ts'
import { postcodeAddresses } from '#server/modules/addresses/providers/postcode/postcode-addresses.ts'
import { secondsToWait } from '#server/platform/outbound/service-call.ts'

type Ask = (timeoutMs: number, credential?: string) => Promise<unknown>
type Subject = { fake: FakeService; ask: Ask; tries: number }

async function monta(): Promise<Subject> {
  const fake = await fakeMonta()
  const ask: Ask = (timeoutMs, password = fake.password) => {
    const { user, url: baseUrl } = fake
    const delivery = montaDelivery({ user, password, origin: 'shop', baseUrl, timeoutMs })
    return delivery.options(sampleQuestion())
  }
  return { fake, ask, tries: 2 }
}

async function postcode(): Promise<Subject> {
  const fake = await fakePostcode()
  const ask: Ask = (timeoutMs, secret = fake.secret) => {
    const { key, url: baseUrl } = fake
    const addresses = postcodeAddresses({ key, secret, baseUrl, timeoutMs })
    const session = 'session-0001'
    return addresses.autocomplete({ context: 'nld', term: 'proef', language: 'nl', session })
  }
  return { fake, ask, tries: 2 }
}

describe.each([
  ...Object.entries(paymentFakes).map(([provider, open]) => ({
    service: 'payments',
    provider,
    start: async (): Promise<Subject> => {
      const { fake, asked, tries } = await open()
      const ask: Ask = (timeoutMs, credential) =>
        asked(timeoutMs, credential).create(samplePayment())
      return { fake, ask, tries }
    },
  })),
  { service: 'delivery', provider: 'monta', start: monta },
  { service: 'addresses', provider: 'postcode', start: postcode },
])('when $provider, the service behind $service,', ({ service, start }) => {
  let fake: FakeService
  let ask: Ask
  let tries: number
  beforeAll(async () => {
    const subject = await start()
    fake = subject.fake
    ask = subject.ask
    tries = subject.tries
  })
  afterAll(() => fake.close())
  beforeEach(() => {
    fake.heal()
  })
  const down = { name: 'ServiceDown', service }

  it('hangs, nobody waits longer than the time allowed', async () => {
    fake.failure({ kind: 'hang' }, 9)
    const before = performance.now()
    await expect(ask(150)).rejects.toMatchObject({ ...down, retryAfterSeconds: null })
    expect(performance.now() - before).toBeLessThan(3_000)
    expect(fake.requests.length).toBeLessThanOrEqual(1)
  })

  it('is slow, it is waited for', async () => {
    fake.failure({ kind: 'slow', ms: 60 })
    await expect(ask(5_000)).resolves.toBeDefined()
  })

  it('is down for a moment, it is asked again', async () => {
    fake.failure({ kind: 'answer', status: 503, body: 'Maintenance' }, tries - 1)
    await expect(ask(5_000)).resolves.toBeDefined()
    expect(fake.requests).toHaveLength(tries)
  })

  it('is down for longer, it says so, with the time it names', async () => {
    const headers = { 'retry-after': '120' }
    fake.failure({ kind: 'answer', status: 503, headers, body: {} }, tries)
    await expect(ask(5_000)).rejects.toMatchObject({ ...down, retryAfterSeconds: 120 })
    expect(fake.requests).toHaveLength(tries)
  })

  it('has had too many questions, it is left alone for as long as it asks', async () => {
    fake.failure({ kind: 'answer', status: 429, headers: { 'retry-after': '7' }, body: {} })
    await expect(ask(5_000)).rejects.toMatchObject({ ...down, retryAfterSeconds: 7 })
    expect(fake.requests).toHaveLength(1)
  })

  it('hangs up, it is asked again', async () => {
    fake.failure({ kind: 'drop' })
    await expect(ask(5_000)).resolves.toBeDefined()
    fake.failure({ kind: 'drop' }, tries)
    await expect(ask(5_000)).rejects.toMatchObject(down)
  })

  it.each([
    ['half a JSON', { kind: 'garbage' } as const],
    ['a web page', { kind: 'answer', status: 200, body: '<html>' } as const],
    ['another shape', { kind: 'answer', status: 200, body: { hello: 'world' } } as const],
    ['null', { kind: 'answer', status: 200, body: null } as const],
    ['nothing', { kind: 'answer', status: 200 } as const],
    ['a redirect', { kind: 'answer', status: 302, headers: { location: '/' } } as const],
    ['an unknown 4xx', { kind: 'answer', status: 418, body: {} } as const],
  ])('answers %s, that is no answer', async (_name, failure) => {
    fake.failure(failure, tries)
    await expect(ask(5_000)).rejects.toMatchObject(down)
  })

  it('talks without an end, nobody listens for long (B40)', async () => {
    fake.failure({ kind: 'endless' }, tries)
    await expect(ask(20_000)).rejects.toMatchObject({
      ...down,
      message: expect.stringContaining('answered more than 4194304 bytes'),
    })
    expect(fake.requests).toHaveLength(1)
  })

  it('does not accept our credentials, it is down to the holder', async () => {
    await expect(ask(5_000, 'wrong')).rejects.toMatchObject({
      ...down,
      message: expect.stringContaining('our credentials got 401'),
    })
  })

  it('is not there at all, it is down', async () => {
    const gone = await start()
    await gone.fake.close()
    await expect(gone.ask(5_000)).rejects.toMatchObject(down)
  })
})

describe('the time to wait', () => {
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

  it('may be given as a date', () => {
    const date = new Date(Date.now() + 90_000).toUTCString()
    const seconds = secondsToWait(new Headers({ 'retry-after': date }))
    expect(seconds).toBeGreaterThan(85)
    expect(seconds).toBeLessThan(92)
  })
})
