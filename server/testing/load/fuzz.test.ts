import net from 'node:net'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { type CallName, paths } from '#contract/paths.shop.ts'
import { endpoints } from '#contract/endpoints.shop.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder
let spliId: string
let orderNumber: string
beforeAll(async () => {
  shop = await testShop()
  holder = await shop.holder()
  const gift = await shop.gift({ inStock: 100 })
  spliId = gift.spliId
  orderNumber = (await sampleOrder(shop, { gifts: [gift], holder })).number
})
afterAll(() => shop.stop())

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25)
/** What no response may reveal: SQL, stacks, paths, drivers. */
const INNER =
  /select |insert into|update .* set|postgres|node_modules|\bat \/|\.ts:\d|Error:|stack/i

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\ud800',
    "' or 1=1 --",
    '../../etc/passwd',
    '%00',
    '<script>',
    '{{x}}',
    'x'.repeat(5000),
    '9'.repeat(400),
    '-0',
    '1e309',
    '__proto__',
    'constructor',
    'ß'.repeat(300),
    'tr_0123456789',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.json().map((text): unknown => JSON.parse(text)),
  fc.array(fc.string({ maxLength: 5 }), { maxLength: 5 }),
)

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
  maximum?: number
}

/** Mostly input that matches the contract, sometimes hostile input. */
function inputOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: wellFormed(schema) }, { weight: 1, arbitrary: nasty })
}

function wellFormed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(inputOf))
  switch (String(schema.type)) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inputOf(part)]),
        ),
        { requiredKeys: [] },
      )
    case 'array':
      return fc.array(inputOf(schema.items ?? {}), { maxLength: 5 })
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 5, 2 ** 31),
      })
    case 'number':
      return fc.double()
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.oneof(
        fc.string({ maxLength: 30 }),
        fc.constantFrom(
          '1014',
          'nl',
          'NL',
          '1012AB',
          '12',
          '10.00',
          'anna@example.com',
          'MOL',
          'FC',
          'true',
          'nld',
        ),
        fc.constantFrom('known-gift', 'known-cart', 'known-order'),
      )
  }
}

/** Puts real ids among the invented ones, so that some requests pass the first checks. */
function withRealIds(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null)
      .replaceAll('"known-gift"', JSON.stringify(spliId))
      .replaceAll('"known-cart"', JSON.stringify(holder.cartGuid))
      .replaceAll('"known-order"', JSON.stringify(orderNumber)),
  )
}

async function send(name: CallName, input: Record<string, unknown>, token: string | null) {
  const { method, path } = paths[name]
  const rest = { ...input }
  const address = path.replace(/:([A-Za-z_0-9]+)/g, (_, part: string) => {
    const value = rest[part]
    delete rest[part]
    const text = typeof value === 'string' ? wellFormedText(value) : JSON.stringify(value ?? 'x')
    return encodeURIComponent(text) || 'x'
  })
  const query = new URLSearchParams()
  if (method === 'GET') {
    for (const [key, value] of Object.entries(rest)) {
      for (const one of [value].flat())
        query.append(key, typeof one === 'string' ? one : JSON.stringify(one))
    }
  }
  return shop.request(`${address}?${query.toString()}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      'x-autocomplete-session': 'abcdef012345',
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
    signal: AbortSignal.timeout(5000),
  })
}

/** A lone surrogate has no form in an address. */
const wellFormedText = (text: string) => text.replace(/[\ud800-\udfff]/g, 'x')

async function holdsUp(response: Response) {
  const text = await response.text()
  expect(response.status, text.slice(0, 300)).toBeLessThan(500)
  if (response.status >= 400) {
    expect(text).not.toMatch(INNER)
    expect(JSON.parse(text)).toMatchObject({ success: false })
  }
}

describe('any input', () => {
  it.each(Object.keys(endpoints) as CallName[])(
    '%s gets a response or a refusal without internal details (WIRE-11)',
    async (name) => {
      const schema = z.toJSONSchema(endpoints[name].input, {
        io: 'input',
        unrepresentable: 'any',
      }) as Schema
      await fc.assert(
        fc.asyncProperty(wellFormed(schema), async (raw) => {
          // Logging out ends the session that the others go on with.
          const token = name === 'logOut' ? null : holder.token
          await holdsUp(await send(name, withRealIds(raw) as Record<string, unknown>, token))
        }),
        { numRuns: RUNS },
      )
    },
  )

  it.each([
    '/rest/shopping_cart',
    '/rest/giftcardcodelogin',
    '/proxy/payments',
    '/webhooks/mollie',
  ])('bytes that are no JSON are refused by %s', async (path) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'text/plain',
          'multipart/form-data',
          'x',
        ),
        async (body, type) => {
          const response = await shop.request(path, {
            method: 'POST',
            headers: { 'content-type': type, authorization: `Bearer ${holder.token}` },
            body: Buffer.from(body),
            signal: AbortSignal.timeout(5000),
          })
          await holdsUp(response)
          expect([200, 400, 401, 404]).toContain(response.status)
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('a body above the limit gets 413, a deeply nested one 400', async () => {
    const post = (body: string) =>
      shop.request('/rest/service_request', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${holder.token}` },
        body,
      })
    const large = await post(JSON.stringify({ email_body: 'x'.repeat(400_000) }))
    expect(large.status).toBe(413)
    expect(await large.json()).toMatchObject({ success: false, error: { code: 'too-large' } })
    const deep = await post(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
    expect(deep.status).toBe(400)
  })

  it('raw bytes on the socket do not stop the shop', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
          fc
            .tuple(
              fc.constantFrom('GET', 'PUT', 'POST', 'TRACE', 'X'),
              fc.string({ unit: 'binary', maxLength: 60 }),
            )
            .map(([method, path]) =>
              Buffer.from(`${method} /${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
            ),
        ),
        async (bytes) => {
          const answer = await rawAnswer(bytes)
          expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
          expect(answer).not.toMatch(INNER)
        },
      ),
      { numRuns: RUNS },
    )
    expect((await shop.request('/rest/site')).status).toBe(200)
  })
})

function rawAnswer(bytes: Buffer): Promise<string> {
  const { hostname, port } = new URL(shop.url)
  return new Promise((done, fail) => {
    let answer = ''
    const socket = net.connect(Number(port), hostname, () => socket.end(bytes))
    socket.setTimeout(60_000, () => {
      socket.destroy()
      fail(new Error('the shop hangs'))
    })
    socket.on('data', (data) => void (answer += data.toString('latin1')))
    socket.on('error', () => done(answer))
    socket.on('close', () => done(answer))
  })
}
