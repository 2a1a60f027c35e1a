import { randomUUID } from 'node:crypto'

import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { SandboxDelivery } from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeService,
  startFakeService,
} from '#server/testing/fakes/fake-service.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'
import { repeat } from '#server/platform/jobs/recurring.ts'
import { deliverWebhooks, pollWebhooks } from '#server/modules/webhooks/deliver-webhooks.timer.ts'
import { eraseOldWebhooks } from '#server/modules/webhooks/webhook.sql.ts'
import { WEBHOOK_PAYLOADS } from '#contract/webhooks/webhook-payloads.ts'
import { WEBHOOK_KINDS, WEBHOOK_TEST, type WebhookKind } from '#domain/webhooks/webhook-kinds.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let shop: TestShop
let owner: StaffClient
let listener: FakeService
let vase: { spliId: string; points: number }
/** The listener's response to an event; undefined: success. */
let respond: (event: SentEvent, request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>
let webhookIds: string[] = []

beforeAll(async () => {
  shop = await testShop()
  listener = await startFakeService((request) => respond(request.json as SentEvent, request))
  vase = await shop.gift({ points: 5, inStock: 900 })
})
afterAll(async () => {
  await shop.stop()
  await listener.close()
})
beforeEach(async () => {
  respond = () => ({ status: 204 })
  owner = await staffClient(shop)
  await owner.signIn()
})
afterEach(async () => {
  for (const { type, data } of sentEvents())
    if (type !== WEBHOOK_TEST)
      expect(WEBHOOK_PAYLOADS[type as WebhookKind].parse(data)).toEqual(data)
  listener.reset()
  for (const id of webhookIds) await owner.request('DELETE', `/backoffice/api/webhooks/${id}`)
  webhookIds = []
})

type SentEvent = { type: string; timestamp: string; data: Record<string, unknown> }
const sentEvents = () => listener.requests.map(({ json }) => json as SentEvent)
const sentTypes = () => sentEvents().map(({ type }) => type)
const PERSONAL = /Anna|example\.com|1012|Zilver|voucher|telephone/
const deliver = () => deliverWebhooks(shop.shop, sealedSecrets(shop.config.GIFTPOINT_PEPPER))

async function webhook(kinds: readonly string[] = WEBHOOK_KINDS, more: object = {}) {
  const response = await owner.request('POST', '/backoffice/api/webhooks', {
    name: 'Books',
    url: `${listener.url}/hooks`,
    kinds,
    channels: [],
    ...more,
  })
  const body = await jsonOf<{ id: string; secret: string }>(response)
  expect(response.status, JSON.stringify(body)).toBe(200)
  webhookIds.push(body.id)
  return body
}
const listDeliveries = async (id: string, more = '') =>
  (
    await jsonOf<{
      items: {
        id: string
        message: string
        kind: string
        state: string
        tries: number
        status: number | null
      }[]
    }>(await owner.request('GET', `/backoffice/api/webhook-deliveries?webhook=${id}${more}`))
  ).items
const readWebhook = async (id: string) =>
  jsonOf<{ state: string; failing_since: string | null; waiting: number; given_up: number }>(
    await owner.request('GET', `/backoffice/api/webhooks/${id}`),
  )
const listTasks = async (state = 'open') =>
  (
    await jsonOf<{ items: { id: string; detail: { why: string }; outcome: string | null }[] }>(
      await owner.request('GET', `/backoffice/api/tasks?kind=webhook-silent&state=${state}`),
    )
  ).items
const order = (holder?: TestHolder) =>
  sampleOrder(shop, { gifts: [vase], ...(holder ? { holder } : {}) })
/** Time passes, and a session in the back office with it. */
async function later(ms: number) {
  shop.clock.advance(ms)
  await owner.signIn()
}
const isSignedWith = (secret: string, { headers, text }: FakeRequest) => {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(String(headers['webhook-id']), at, text))
}

it('leaves event kinds of a newer version to its processes, and sends the others (C47)', async () => {
  const { id } = await webhook(['order.placed'])
  await order()
  await order()
  const [first] = await shop.sql<{ id: string }[]>`
    update webhook_event set kind = 'order.of-tomorrow'
    where id = (select min(event_id) from webhook_delivery where endpoint_id = ${id} and state = 'waiting')
    returning id::text`
  await deliver()
  expect(sentTypes()).toEqual(['order.placed'])
  await shop.sql`update webhook_event set kind = 'order.placed' where id = ${first?.id ?? ''}`
  await deliver()
  expect(sentTypes()).toEqual(['order.placed', 'order.placed'])
})

it('refuses private addresses and addresses with a password, and names the field (C47)', async () => {
  const refused = async (url: string) => {
    const input = { name: 'Near', url, kinds: ['order.placed'], channels: [] }
    const response = await owner.request('POST', '/backoffice/api/webhooks', input)
    const { error } = await jsonOf<{ error: { code: string; field: string } }>(response)
    return [response.status, error.code, error.field]
  }
  const near = [409, 'private-address', 'url']
  expect(await refused('http://169.254.169.254/latest')).toEqual(near)
  expect(await refused('https://10.0.0.1/')).toEqual(near)
  expect(await refused('https://user:pw@hooks.example/')).toEqual([
    409,
    'address-with-password',
    'url',
  ])
  // The same applies to a change of an existing webhook.
  const { id } = await webhook(undefined, { url: 'https://hooks.example/' })
  const moved = {
    name: 'Near',
    url: 'https://10.0.0.1/',
    kinds: ['order.placed'],
    channels: [],
    version: 1,
  }
  const response = await owner.request('PUT', `/backoffice/api/webhooks/${id}`, moved)
  const { error } = await jsonOf<{ error: { code: string; field: string } }>(response)
  expect([response.status, error.code, error.field]).toEqual(near)
})

it('sends signed events of an order, its parcels and its credit in order, without personal data (C47)', async () => {
  const { secret } = await webhook(WEBHOOK_KINDS.filter((kind) => !kind.startsWith('voucher.')))
  const { holder, number } = await order()
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  for (const type of ['SHIPPED', 'DELIVERED']) {
    await (shop.shop.ports.delivery as SandboxDelivery).advance(number, type)
    await readWarehouseFeed(shop.shop)
    await shop.shop.jobs.drain()
  }
  const { id } = await jsonOf<{ id: string }>(
    await owner.request('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      reason: 'damaged',
    }),
  )
  expect((await owner.request('POST', '/backoffice/api/credits', { proposal: id })).status).toBe(
    200,
  )
  // Eight processes at once.
  await Promise.all(Array.from({ length: 8 }, deliver))

  expect(sentTypes().filter((type) => !type.startsWith('parcel.'))).toEqual([
    'order.placed',
    'order.released',
    'order.shipped',
    'order.delivered',
    'credit.booked',
  ])
  expect(sentTypes().filter((type) => type.startsWith('parcel.'))).toEqual([
    'parcel.sent',
    'parcel.delivered',
  ])
  // Each event contains the state at its time.
  const states = sentEvents().flatMap(({ type, data }) =>
    type.startsWith('order.') ? [(data['lines'] as { state: string }[])[0]?.state] : [],
  )
  expect(states).toEqual(['placed', 'released', 'shipped', 'delivered'])
  expect(sentEvents()[0]).toMatchObject({
    data: { order: number, channel: '1014', points: 5, lines: [{ quantity: 1, points: 5 }] },
  })
  for (const { headers, text, json } of listener.requests) {
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(json)
    expect(() => new Webhook(secret).verify(`${text} `, headers as Record<string, string>)).toThrow(
      'No matching signature found',
    )
    // Neither the recipient nor the destination.
    expect(text).not.toMatch(PERSONAL)
    expect(text).not.toContain(holder.code)
  }
  // Erasure does not change events, so nothing personal is stored with them either.
  const stored = await shop.sql<{ facts: string }[]>`
    select facts::text from webhook_event where subject = ${`order ${number}`}`
  expect(stored).toHaveLength(listener.requests.length)
  for (const { facts } of stored) expect(facts).not.toMatch(PERSONAL)
  const ids = listener.requests.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(ids.length)
})

it('sends events of a voucher without its orders, and point events only for manual changes (C47, SAFE-16, B1, B4)', async () => {
  await webhook(
    [
      'voucher.created',
      'voucher.points_granted',
      'voucher.points_withdrawn',
      'voucher.points_expired',
      'voucher.blocked',
      'voucher.dates_changed',
    ],
    {
      channels: ['1014'],
    },
  )
  await shop.holder({ channel: '2001' })
  const holder = await shop.holder({ points: 12 })
  const postAction = (action: string, input: object) =>
    owner.request('POST', `/backoffice/api/vouchers/${holder.voucherId}/${action}`, {
      reason: 'Verloren',
      ...input,
    })
  expect((await postAction('block', {})).status).toBe(200)
  expect((await postAction('unblock', {})).status).toBe(200)
  await order(await shop.logIn(holder.code))
  const grant = { points: 3, key: randomUUID(), granted: 12 }
  expect((await postAction('points', grant)).status).toBe(200)
  const [stored] = await shop.sql<{ id: number }[]>`
    select id from manual_points_grant where voucher_id = ${holder.voucherId}`
  expect((await postAction(`points/${stored?.id}/withdraw`, {})).status).toBe(200)
  await deliver()
  expect(sentTypes()).toEqual([
    'voucher.created',
    'voucher.blocked',
    'voucher.points_granted',
    'voucher.points_withdrawn',
  ])
  for (const { data } of sentEvents().slice(2))
    expect(data).toMatchObject({ voucher: String(holder.voucherId), points: 3 })
})

it('stores an event in the transaction of its change, and none without a webhook that is on (C47)', async () => {
  const count = async () => (await shop.sql`select from webhook_event`).count
  const before = await count()
  await order()
  expect(await count()).toBe(before)

  const { id } = await webhook(['order.placed'])
  const { number } = await order()
  await shop.sql
    .begin(async (sql) => {
      await sql`update orders set state = 'cancelled' where number = ${number}`
      await sql`insert into voucher_batch (channel_id, note) values ('1014', 'x')`
      throw new Error('the end of it')
    })
    .catch(() => {})
  expect(await count()).toBe(before + 1)
  // A webhook that is off receives nothing, and no events from that time later.
  expect(
    (await owner.request('PUT', `/backoffice/api/webhooks/${id}/state`, { on: false })).status,
  ).toBe(200)
  await order()
  await deliver()
  expect(sentEvents()).toEqual([])
  expect(
    (await owner.request('PUT', `/backoffice/api/webhooks/${id}/state`, { on: true })).status,
  ).toBe(200)
  await deliver()
  expect(sentEvents()).toMatchObject([{ type: 'order.placed', data: { order: number } }])
})

it('delivers events of one order in sequence, and retries a failed one with the same id and growing delays (C47)', async () => {
  const { id } = await webhook(['order.placed', 'order.cancelled'])
  const [first, second] = [await order(), await order()]
  await first.holder.done('cancelOrder', { order_number: first.number })
  await second.holder.done('cancelOrder', { order_number: second.number })
  respond = ({ data }) => (data['order'] === first.number ? { status: 500 } : { status: 200 })
  await deliver()
  await later(MINUTE_MS)
  await deliver()
  const ofFirst = () => sentEvents().filter(({ data }) => data['order'] === first.number)
  expect(ofFirst().map(({ type }) => type)).toEqual(['order.placed', 'order.placed'])
  expect(
    sentEvents()
      .filter(({ data }) => data['order'] === second.number)
      .map(({ type }) => type),
  ).toEqual(['order.placed', 'order.cancelled'])
  // It is not sent again before its delay is over.
  await deliver()
  expect(ofFirst()).toHaveLength(2)
  expect(await listDeliveries(id, '&state=waiting')).toMatchObject([
    { kind: 'order.cancelled', tries: 0 },
    { kind: 'order.placed', tries: 2, status: 500 },
  ])
  respond = () => ({ status: 200 })
  await later(6 * MINUTE_MS)
  await deliver()
  expect(ofFirst().map(({ type }) => type)).toEqual([
    'order.placed',
    'order.placed',
    'order.placed',
    'order.cancelled',
  ])
  const ids = listener.requests
    .filter(({ json }) => (json as SentEvent).data['order'] === first.number)
    .map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids.slice(0, 3)).size).toBe(1)
  // Each try is signed with the time at which it is sent, so a recorded request cannot be replayed later.
  const [at = 0, again = 0, atLast = 0] = listener.requests
    .filter(({ json }) => (json as SentEvent).data['order'] === first.number)
    .map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(again - at).toBeGreaterThanOrEqual(60)
  expect(atLast - again).toBeGreaterThanOrEqual(360)
  expect(await readWebhook(id)).toMatchObject({ waiting: 0, failing_since: null })
})

it('tries one event at a time during an outage, creates one task, and delivers the backlog after it (C47, DESK-33)', async () => {
  const { id } = await webhook(['order.placed'])
  for (let count = 0; count < 12; count += 1) await order()
  respond = () => ({ status: 503, body: 'not now'.repeat(500) })
  // Half an hour, with two processes that poll each minute.
  for (let minute = 0; minute < 30; minute += 1) {
    await Promise.all([deliver(), deliver()])
    shop.clock.advance(MINUTE_MS)
  }
  // Eight already in progress, then one every five minutes.
  expect(listener.requests.length).toBeLessThan(18)
  await owner.signIn()
  expect(await listTasks()).toEqual([])
  for (let hour = 0; hour < 13; hour += 1) {
    await later(HOUR_MS)
    await deliver()
  }
  expect(await listTasks()).toMatchObject([{ detail: { why: 'silent', name: 'Books' } }])
  const [{ id: cause } = { id: '' }] = await listTasks()
  const closed = await owner.request('POST', `/backoffice/api/tasks/${cause}/close`, {
    reason: 'They know',
    shown: (
      await jsonOf<{ shown: string }>(await owner.request('GET', `/backoffice/api/tasks/${cause}`))
    ).shown,
  })
  expect(closed.status).toBe(200)
  await later(HOUR_MS)
  await deliver()
  expect(await listTasks()).toEqual([])

  respond = () => ({ status: 200 })
  await later(HOUR_MS)
  const before = listener.requests.length
  await Promise.all(Array.from({ length: 8 }, deliver))
  const drained = listener.requests.slice(before).map(({ headers }) => headers['webhook-id'])
  expect(new Set(drained).size).toBe(drained.length)
  // Events that were tried wait for their own backoff.
  await later(DAY_MS)
  await deliver()
  expect(await readWebhook(id)).toMatchObject({ waiting: 0, given_up: 0, failing_since: null })
  expect((await listDeliveries(id, '&state=delivered&limit=200')).length).toBe(12)
})

it('disables a webhook that returns 410 or fails for a week, until staff resolve the task (C47, DESK-33)', async () => {
  const { id } = await webhook(['order.placed'])
  respond = () => ({ status: 410 })
  await order()
  await deliver()
  expect(await readWebhook(id)).toMatchObject({ state: 'gone', waiting: 1 })
  await order()
  await later(HOUR_MS)
  await deliver()
  expect(listener.requests).toHaveLength(1)
  const [cause] = await listTasks()
  expect(cause).toMatchObject({ detail: { why: 'gone' } })
  const page = await jsonOf<{ shown: string; resolve: { rows: object[] } }>(
    await owner.request('GET', `/backoffice/api/tasks/${cause?.id}`),
  )
  expect(page.resolve.rows).toMatchObject([
    { what: 'webhook', subject: 'Books', after: 'sent-again' },
  ])
  respond = () => ({ status: 200 })
  const resolved = await owner.request('POST', `/backoffice/api/tasks/${cause?.id}/resolve`, {
    shown: page.shown,
  })
  expect(resolved.status).toBe(200)
  await deliver()
  // Events from the time when it was gone are not sent.
  expect(await readWebhook(id)).toMatchObject({ state: 'on', waiting: 0 })
  expect(listener.requests).toHaveLength(2)

  respond = () => ({ status: 500 })
  await order()
  for (let day = 0; day < 9; day += 1) {
    await deliver()
    await order()
    await later(DAY_MS)
  }
  expect(await readWebhook(id)).toMatchObject({ state: 'gone' })
  expect(await listTasks()).toHaveLength(1)
})

it('gives up an event after its last try, logs the responses, and resends it with the same id on request (C47)', async () => {
  const { id } = await webhook(['order.placed'])
  const { number } = await order()
  let bad = true
  respond = ({ data }) =>
    bad && data['order'] === number
      ? { status: 400, body: { no: 'x'.repeat(5000) } }
      : { status: 200 }
  for (let hours = 0; hours < 14; hours += 1) {
    await deliver()
    // Other events are delivered in between, so this is no outage.
    await order()
    await deliver()
    await later(12 * HOUR_MS)
  }
  expect(await listDeliveries(id, '&state=given-up')).toMatchObject([{ tries: 9, status: 400 }])
  expect(await listTasks()).toMatchObject([{ detail: { why: 'given-up' } }])
  const [lost] = await listDeliveries(id, `&search=${number}`)
  const one = await jsonOf<{
    data: object
    message: string
    attempts: { status: number; answer: string }[]
  }>(await owner.request('GET', `/backoffice/api/webhook-deliveries/${lost?.id}`))
  expect(one.attempts).toHaveLength(9)
  expect(one.attempts[0]?.answer).toHaveLength(1024)
  expect(one.data).toMatchObject({ order: number })

  bad = false
  listener.reset()
  const again = await owner.request('POST', `/backoffice/api/webhooks/${id}/retry`, {
    ids: [lost?.id],
  })
  expect(await jsonOf(again)).toEqual({ count: 1 })
  const others = { asked: { state: 'delivered', count: 3 } }
  expect((await owner.request('POST', `/backoffice/api/webhooks/${id}/retry`, others)).status).toBe(
    409,
  )
  await deliver()
  expect(listener.requests.map(({ headers }) => headers['webhook-id'])).toContain(one.message)
  expect(await listDeliveries(id, '&state=given-up')).toEqual([])
  // The next delivered event closes the task.
  expect(await listTasks()).toEqual([])
  await later(31 * DAY_MS)
  await eraseOldWebhooks(shop.sql, shop.clock.now())
  expect(await listDeliveries(id)).toEqual([])
})

it('resends an event that is being sent with the same id, and logs both responses (C47)', async () => {
  const { id } = await webhook(['order.placed'])
  const ask = async (answer: FakeAnswer) => {
    const [{ id: delivery } = { id: '' }] = await listDeliveries(id)
    const again = await owner.request('POST', `/backoffice/api/webhooks/${id}/retry`, {
      ids: [delivery],
    })
    expect(await jsonOf(again)).toEqual({ count: 1 })
    return answer
  }
  for (const status of [500, 200]) {
    listener.reset()
    await order()
    respond = () => {
      respond = () => ({ status: 200 })
      return ask({ status })
    }
    await deliver()
    // After a failure the webhook is paused, and the requested resend waits until the pause ends.
    if (status === 500) shop.clock.advance(MINUTE_MS)
    await deliver()
    expect(listener.requests).toHaveLength(2)
    expect(new Set(listener.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [answers] = await listDeliveries(id)
    expect(answers).toMatchObject({ state: 'delivered', tries: 2 })
    const one = await jsonOf<{ attempts: { status: number }[] }>(
      await owner.request('GET', `/backoffice/api/webhook-deliveries/${answers?.id}`),
    )
    expect(one.attempts.map((attempt) => attempt.status)).toEqual([200, status])
  }
})

it('does not deadlock when eight colleagues resend an event during its delivery and its task is resolved (C47)', async () => {
  const { id } = await webhook(['order.placed'])
  await order()
  await deliver()
  const [{ id: delivery } = { id: '' }] = await listDeliveries(id)
  const again = () =>
    owner.request('POST', `/backoffice/api/webhooks/${id}/retry`, { ids: [delivery] })
  const waiting = async () => (await shop.sql`select from pg_locks where not granted`).count
  /** Locks a row until the first action and the others wait for it, so that the first one runs before the others. */
  async function runWhileLocked<First>(
    row: 'webhook_delivery' | 'webhook_endpoint',
    first: () => Promise<First>,
    then: () => Promise<Response>[],
  ) {
    const { began, answers } = await shop.sql.begin(async (sql) => {
      const held = row === 'webhook_delivery' ? delivery : id
      await sql`select from ${sql(row)} where id = ${held} for update`
      const began = first()
      await expect.poll(waiting).toBeGreaterThanOrEqual(1)
      const answers = then()
      await expect.poll(waiting).toBeGreaterThanOrEqual(2)
      return { began, answers: Promise.all(answers) }
    })
    return [await began, (await answers).map(({ status }) => status)] as const
  }
  let asked = 0
  for (let round = 0; round < 3; round += 1) {
    expect((await again()).status).toBe(200)
    const [, answers] = await runWhileLocked('webhook_delivery', deliver, () =>
      Array.from({ length: 8 }, again),
    )
    expect(answers).toEqual(Array(8).fill(200))
    asked += 9
    await deliver()
  }
  expect(await readWebhook(id)).toMatchObject({ waiting: 0, given_up: 0 })
  // The first request, and one after each time that no process was sending.
  expect(listener.requests.length).toBeGreaterThanOrEqual(1 + 3)
  expect(listener.requests.length).toBeLessThanOrEqual(1 + asked)
  expect(new Set(listener.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)

  respond = () => ({ status: 410 })
  await again()
  await deliver()
  expect(
    (await owner.request('PUT', `/backoffice/api/webhooks/${id}/state`, { on: true })).status,
  ).toBe(200)
  await shop.sql`
    select open_task('webhook-silent', ${id}, 'webhook', '', null, null, '{"name": "Books", "why": "given-up"}', now())`
  const [cause] = await listTasks()
  const { shown } = await jsonOf<{ shown: string }>(
    await owner.request('GET', `/backoffice/api/tasks/${cause?.id}`),
  )
  const [first, [resolved]] = await runWhileLocked('webhook_endpoint', again, () => [
    owner.request('POST', `/backoffice/api/tasks/${cause?.id}/resolve`, { shown }),
  ])
  expect(first.status).toBe(200)
  // If it has ended by then, the response is 409.
  expect([200, 409]).toContain(resolved)
  expect(await listTasks()).toEqual([])
})

it('shows a secret once; a new secret is valid beside the old one for a day, or replaces a leaked one at once (C47)', async () => {
  const { id, secret } = await webhook(['order.placed'])
  const rotate = async (at_once: boolean) =>
    (
      await jsonOf<{ secret: string }>(
        await owner.request('POST', `/backoffice/api/webhooks/${id}/secret`, { at_once }),
      )
    ).secret
  const test = async () => {
    listener.reset()
    expect((await owner.request('POST', `/backoffice/api/webhooks/${id}/test`)).status).toBe(200)
    await deliver()
    const [request] = listener.requests
    if (!request) throw new Error('nothing was sent')
    return request
  }
  expect((await test()).json).toMatchObject({ type: 'webhook.test', data: { test: true } })
  const second = await rotate(false)
  const both = await test()
  expect([isSignedWith(secret, both), isSignedWith(second, both)]).toEqual([true, true])
  // Another rotation would end the first secret before its day is over.
  await later(DAY_MS - HOUR_MS)
  const early = await owner.request('POST', `/backoffice/api/webhooks/${id}/secret`, {})
  expect([early.status, await jsonOf(early)]).toMatchObject([
    409,
    { error: { code: 'old-secret-valid' } },
  ])
  const stillBoth = await test()
  expect([isSignedWith(secret, stillBoth), isSignedWith(second, stillBoth)]).toEqual([true, true])
  await later(HOUR_MS)
  const newOnly = await test()
  expect([isSignedWith(secret, newOnly), isSignedWith(second, newOnly)]).toEqual([false, true])
  const third = await rotate(false)
  // A leaked secret is replaced at once, and no earlier one stays valid.
  const fourth = await rotate(true)
  const leaked = await test()
  expect([second, third, fourth].map((candidate) => isSignedWith(candidate, leaked))).toEqual([
    false,
    false,
    true,
  ])
  // The secret appears nowhere: not in responses, not in the audit log, not in the tables.
  const page = JSON.stringify(await readWebhook(id))
  const audit = JSON.stringify(await shop.sql`select before, after from audit`)
  const rows = JSON.stringify(
    await shop.sql`select encode(secret, 'base64') as s from webhook_endpoint`,
  )
  for (const text of [secret, second, third, fourth].map((text) => text.replace('whsec_', ''))) {
    expect(page + audit + rows).not.toContain(text)
  }
})

it('allows only owners, refuses invalid values, and writes an audit entry for each action (DESK-3, DESK-6)', async () => {
  const { id } = await webhook(['order.placed'])
  for (const role of ['editor', 'service', 'reader'] as const) {
    const colleague = await staffClient(shop, role)
    await colleague.signIn()
    expect((await colleague.request('GET', '/backoffice/api/webhooks')).status).toBe(403)
    expect(
      (await colleague.request('POST', `/backoffice/api/webhooks/${id}/secret`, {})).status,
    ).toBe(403)
  }
  const fields = { name: 'Books', url: listener.url, kinds: ['order.placed'], channels: [] }
  const change = (more: object) =>
    owner.request('PUT', `/backoffice/api/webhooks/${id}`, { ...fields, version: 1, ...more })
  expect((await change({ channels: ['999999'] })).status).toBe(409)
  expect((await change({ kinds: ['order.eaten'] })).status).toBe(400)
  expect((await change({ url: 'ftp://books.example' })).status).toBe(400)
  const nowhere = await owner.request('POST', '/backoffice/api/webhooks', {
    ...fields,
    channels: ['999999'],
  })
  expect(nowhere.status).toBe(409)
  const state = (on: boolean) =>
    owner.request('PUT', `/backoffice/api/webhooks/${id}/state`, { on })
  expect((await state(true)).status).toBe(409)
  expect((await state(false)).status).toBe(200)
  // A webhook that is off also receives no tests and no resends.
  for (const [action, input] of [
    ['test', {}],
    ['retry', { asked: { state: 'given-up', count: 1 } }],
  ] as const) {
    const answer = await owner.request('POST', `/backoffice/api/webhooks/${id}/${action}`, input)
    expect([action, await jsonOf(answer)]).toMatchObject([
      action,
      { error: { code: 'webhook-off' } },
    ])
  }
  expect((await state(true)).status).toBe(200)
  const changes = await Promise.all(Array.from({ length: 8 }, () => change({ name: 'Ledger' })))
  expect(changes.filter(({ status }) => status === 200)).toHaveLength(1)
  await owner.request('POST', `/backoffice/api/webhooks/${id}/test`)
  await owner.request('DELETE', `/backoffice/api/webhooks/${id}`)
  const lines = await shop.sql<{ action: string }[]>`
    select action from audit where subject_kind = 'webhook' and subject_id = ${id} order by id`
  expect(lines.map(({ action }) => action)).toEqual([
    'webhook.added',
    'webhook.switched-off',
    'webhook.switched-on',
    'webhook.changed',
    'webhook.tested',
    'webhook.removed',
  ])
  await deliver()
  expect(sentEvents()).toEqual([])
})

it('yields to page requests before each event, and starts no event while it waits (C47)', async () => {
  const { id } = await webhook()
  await shop.sql`
    with event as (
      insert into webhook_event (kind, subject, channel_id, facts, at)
      select 'voucher.points_withdrawn', 'backlog ' || n, '1014',
        jsonb_build_object('id', n, 'batch_id', 3, 'points', 2), ${shop.clock.now()}
      from generate_series(1, 160) n returning id, subject, at)
    insert into webhook_delivery (endpoint_id, event_id, subject, due_at)
    select ${id}, id, subject, at from event`
  let asked = 0
  let goOn = () => {}
  const later = new Promise<void>((done) => (goOn = done))
  const delivering = deliverWebhooks(
    shop.shop,
    sealedSecrets(shop.config.GIFTPOINT_PEPPER),
    // The first three requests start at once, the others wait.
    { yieldToRequests: async () => ((asked += 1) <= 3 ? undefined : later) },
  )
  await expect.poll(() => listener.requests.length).toBe(3)
  await expect.poll(() => asked).toBe(3 + 8)
  expect(listener.requests).toHaveLength(3)
  goOn()
  expect(await delivering).toBe(160)
  const delivered = sentEvents().map(({ data }) => Number(data['voucher']))
  expect(delivered.sort((a, b) => a - b)).toEqual(
    Array.from({ length: 160 }, (_, index) => index + 1),
  )
  expect(sentEvents()[0]).toEqual({
    type: 'voucher.points_withdrawn',
    timestamp: expect.any(String),
    data: { voucher: expect.any(String), channel: '1014', batch: '3', points: 2 },
  })
})

it('delivers to one webhook while another one hangs, including new events (C47)', async () => {
  await webhook(WEBHOOK_KINDS, { name: 'Hangs', url: `${listener.url}/hangs` })
  let goOn = () => {}
  const hanging = new Promise<FakeAnswer>((done) => (goOn = () => done({ status: 204 })))
  let hangs = 0
  respond = (_, { path }) => (path === '/hangs' ? ((hangs += 1), hanging) : { status: 204 })
  const webhooks = pollWebhooks(shop.shop, sealedSecrets(shop.config.GIFTPOINT_PEPPER))
  const following = repeat(shop.shop.log, [webhooks])
  const first = await order()
  await expect.poll(() => hangs, { timeout: 10_000 }).toBeGreaterThan(0)
  await webhook()
  const second = await order()
  const delivered = () =>
    listener.requests
      .filter(({ path }) => path === '/hooks')
      .map(({ json }) => (json as SentEvent).data['order'])
  await expect.poll(delivered, { timeout: 10_000 }).toContain(second.number)
  expect(delivered()).not.toContain(first.number)
  goOn()
  await following.stop()
})

it('sends one event for each transaction that changes the contents of an order (C47, DESK-32)', async () => {
  const jar = await shop.gift({ points: 5, inStock: 90 })
  await webhook(['order.changed', 'order.cancelled'])
  const { holder, number } = await sampleOrder(shop, { gifts: [vase], quantity: 3 })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  const fallen = { line: 1, quantity: 1, left: 3, cause: 'sold-out', note: '' }
  expect(
    (await owner.request('POST', `/backoffice/api/orders/${number}/replacements`, fallen)).status,
  ).toBe(200)
  const { choices } = (await holder.done('order', { order_number: number })).response
  const token = choices[0]?.token ?? ''
  await Promise.all(
    Array.from({ length: 8 }, () =>
      shop.call('choose', { token, spli_id: jar.spliId, language: 'nl' }),
    ),
  )
  const changes = async () => {
    await deliver()
    return sentEvents().map(({ type, data }) => ({
      type,
      order: data['order'],
      lines: data['lines'],
    }))
  }
  const [split, other] = await changes()
  expect(split).toMatchObject({
    type: 'order.changed',
    order: number,
    lines: [{ quantity: 2 }, { quantity: 1 }],
  })
  expect(other?.lines).toContainEqual(expect.objectContaining({ sku: jar.sku, quantity: 1 }))
  expect(await changes()).toHaveLength(2)
  // A cancelled order sends only that event.
  const { number: called, holder: caller } = await order()
  await caller.done('cancelOrder', { order_number: called })
  expect((await changes()).slice(2)).toMatchObject([{ type: 'order.cancelled', order: called }])
})
