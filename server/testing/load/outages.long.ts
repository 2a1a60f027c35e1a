import { randomUUID } from 'node:crypto'

import { afterEach, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { molliePayments } from '#server/modules/payments/providers/mollie/mollie-payments.ts'
import { montaDelivery } from '#server/modules/fulfilment/warehouse/monta/monta-delivery.ts'
import { postcodeAddresses } from '#server/modules/addresses/providers/postcode/postcode-addresses.ts'
import { smtpMailer } from '#server/modules/mail/delivery/smtp-mailer.ts'
import { webhookSender } from '#server/modules/webhooks/webhook-sender.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { Ports } from '#server/platform/services/service-ports.ts'
import { checkBooks } from '#tools/check/check.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { pollDuePayments } from '#server/modules/payments/poll-payments.timer.ts'
import { staffClient } from '#server/testing/clients/staff-client.ts'
import { fakeMollie } from '#server/testing/fakes/fake-mollie.ts'
import { fakeMonta } from '#server/testing/fakes/fake-monta.ts'
import { fakePostcode } from '#server/testing/fakes/fake-postcode.ts'
import {
  type FakeService,
  startFakeService,
  type SimulatedFailure,
} from '#server/testing/fakes/fake-service.ts'
import { fakeSmtp } from '#server/testing/fakes/fake-smtp.ts'
import { samplePayments } from '#server/testing/samples/sample-payments.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'
import { deliverWebhooks } from '#server/modules/webhooks/deliver-webhooks.timer.ts'

const MINUTE_MS = 60_000
const TIMEOUT_MS = 150
/** More than all calls of a minute. */
const ALWAYS = 500
const PROCESSES = [1, 2]

let shop: TestShop
let close: () => Promise<void> = async () => {}
afterEach(async () => {
  await shop.stop()
  await close()
})

/** Counts all calls and the most at once, which distinguishes a steady drain from a flood. */
function counted<Port extends object>(port: Port) {
  const calls = { now: 0, most: 0, all: 0 }
  const proxy = new Proxy(port, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, args)
        if (!(answer instanceof Promise)) return answer
        calls.now += 1
        calls.all += 1
        calls.most = Math.max(calls.most, calls.now)
        const finish = () => void (calls.now -= 1)
        answer.then(finish, finish)
        return answer
      }
    },
  })
  return { port: proxy, calls }
}

async function open(ports: Partial<Ports>, ending: () => Promise<void>) {
  close = ending
  shop = await testShop({ ports })
}

/** Advances the clock by a minute, then runs everything due, in two processes at once. */
async function passMinute(work: () => Promise<unknown> = async () => {}) {
  shop.clock.advance(MINUTE_MS)
  await Promise.all(PROCESSES.map(() => work().catch(() => {})))
  await shop.shop.jobs.drain()
}

const FAILURES: readonly SimulatedFailure[] = [
  { kind: 'hang' },
  { kind: 'answer', status: 503 },
  { kind: 'garbage' },
  { kind: 'lose-answer' },
  { kind: 'drop' },
  { kind: 'answer', status: 429, headers: { 'retry-after': '30' } },
]

/** The kinds of failure in turn, a minute each, for an hour. */
async function passHourOfFailures(
  fake: FakeService,
  work?: () => Promise<unknown>,
  failures = FAILURES,
) {
  let requestCount = 0
  for (let at = 0; at < 60; at += 1) {
    fake.failNext(failures[at % failures.length] ?? { kind: 'drop' }, ALWAYS)
    await passMinute(work)
    requestCount += fake.requests.length
    fake.reset()
  }
  return requestCount
}

const findDifferences = async () => (await checkBooks(shop.sql)).findings
const submit = async (number: string) => {
  await shop.sql`
    update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await shop.sql.begin((sql) =>
    shop.shop.jobs.send(sql, [{ name: 'submit-order', data: { number } }]),
  )
}

it('the warehouse is down for an hour: it gets each order once, and the shop reads its events afterwards (B49)', async () => {
  const monta = await fakeMonta()
  const { user, password, url } = monta
  const { port, calls } = counted(
    montaDelivery({ user, password, baseUrl: url, origin: 'test', timeoutMs: TIMEOUT_MS }),
  )
  await open({ delivery: port }, () => monta.close())
  const gift = await shop.gift({ points: 5, inStock: 90 })
  const numbers: string[] = []
  for (let one = 0; one < 8; one += 1)
    numbers.push((await sampleOrder(shop, { gifts: [gift] })).number)
  for (const number of numbers) await submit(number)
  const feed = () => readWarehouseFeed(shop.shop)
  const requestCount = await passHourOfFailures(monta, feed)
  // Two calls per poll of the feed and ten attempts per order. A queue without backoff would make a thousand.
  expect(requestCount).toBeLessThan(60 * 2 * PROCESSES.length + 8 * 2 * 14)
  calls.most = 0
  for (let at = 0; at < 90; at += 1) await passMinute(feed)
  expect(calls.most).toBeLessThanOrEqual(8)

  expect([...monta.orders.keys()].sort()).toEqual([...numbers].sort())
  expect(monta.events.filter(({ TypeCode }) => TypeCode === 'RECEIVED')).toHaveLength(8)
  const sent = await shop.sql`select from order_event where type = 'sent-to-warehouse'`
  expect(sent.count).toBe(8)
  for (const [place, number] of numbers.entries())
    monta.ship(number, { code: `3S${place}`, link: 'https://example.com' })
  await passHourOfFailures(monta, feed)
  for (let at = 0; at < 90; at += 1) await passMinute(feed)
  const parcels = await shop.sql`select from parcel`
  expect(parcels.count).toBe(8)
  const mails = await shop.sql<{ subject_id: string }[]>`
    select subject_id from mail where template = 'order-shipped'`
  expect(new Set(mails.map(({ subject_id }) => subject_id)).size).toBe(8)
  expect(mails).toHaveLength(8)
  expect(await findDifferences()).toEqual([])
}, 300_000)

it('the payment provider is down for an hour: each payment gets one order, each cancelled order one refund (PAY-6)', async () => {
  const mollie = await fakeMollie({ now: () => shop.clock.now().getTime() })
  mollie.knobs.identicalRefundMs = 0
  const { port, calls } = counted(
    molliePayments({ apiKey: mollie.apiKey, baseUrl: mollie.url, timeoutMs: TIMEOUT_MS }),
  )
  await open({ payments: port }, () => mollie.close())
  const { holderDueTenEuros, payment } = samplePayments(() => shop)
  const made: { holder: TestHolder; id: string }[] = []
  for (let one = 0; one < 6; one += 1) {
    const { holder } = await holderDueTenEuros()
    made.push({ holder, id: (await payment(holder)).id })
  }
  for (const { id } of made) mollie.setStatus(id, 'paid')
  const poll = () => pollDuePayments(shop.shop)
  const requestCount = await passHourOfFailures(mollie, poll)
  expect(requestCount).toBeLessThan(6 * 60 * 3)
  calls.most = 0
  for (let at = 0; at < 90; at += 1) await passMinute(poll)
  expect(calls.most).toBeLessThanOrEqual(8 * PROCESSES.length)
  const vouchers = made.map(({ holder }) => holder.voucherId)
  const orders = await shop.sql<{ number: string; voucher_id: number }[]>`
    select number, voucher_id from orders where voucher_id = any(${vouchers}::bigint[])`
  expect(orders).toHaveLength(6)
  expect(new Set(orders.map(({ voucher_id }) => voucher_id)).size).toBe(6)
  expect(await findDifferences()).toEqual([])

  // These orders are refunded while the provider does not answer.
  await shop.sql`update orders set changeable_until = ${new Date(shop.clock.now().getTime() + 600_000)}`
  mollie.failNext({ kind: 'hang' }, ALWAYS)
  for (const { holder } of made.slice(0, 3)) {
    const order = orders.find(({ voucher_id }) => voucher_id === holder.voucherId)
    await (await shop.logIn(holder.code)).done('cancelOrder', { order_number: order?.number ?? '' })
  }
  mollie.reset()
  await passHourOfFailures(mollie, poll)
  for (let at = 0; at < 90; at += 1) await passMinute(poll)
  const refunds = made.map(({ id }) => mollie.payments.get(id)?.refunds.length)
  expect(refunds).toEqual([1, 1, 1, 0, 0, 0])
  expect(await findDifferences()).toEqual([])
}, 300_000)

it('the mail server is down for an hour: each mail arrives once, also those to suppliers (PAY-6, DESK-35)', async () => {
  const smtp = await fakeSmtp()
  // A longer timeout, because a mail that is accepted but not confirmed in time is sent again as the same mail.
  const mailer = smtpMailer({ url: smtp.url, timeoutMs: 10 * TIMEOUT_MS })
  const { port, calls } = counted(mailer)
  await open({ mailer: port }, () => smtp.close())
  const gift = await shop.gift({ points: 5, inStock: 90 })
  const numbers: string[] = []
  for (let one = 0; one < 8; one += 1)
    numbers.push((await sampleOrder(shop, { gifts: [gift] })).number)
  const kettle = await shop.gift({ points: 5, inStock: 90, delivery: 'dropship' })
  await shop.sql`
    with made as (insert into supplier (name, email) values ('Ketels', 'ketels@example.com') returning id)
    update brand set supplier_id = made.id from made, product join article on product.id = product_id
    where brand.id = brand_id and sku = ${kettle.sku}`
  const dropshipNumber = (await sampleOrder(shop, { gifts: [kettle] })).number
  await submit(dropshipNumber)
  const failures = [
    { kind: 'drop', times: 200 },
    { kind: 'hang', at: 'data', times: 200 },
    { kind: 'answer', at: 'data', code: 451, times: 200 },
    { kind: 'answer', at: 'mail-from', code: 421, times: 200 },
  ] as const
  for (let at = 0; at < 60; at += 1) {
    smtp.failNext({ ...(failures[at % failures.length] ?? failures[0]) })
    await passMinute()
    smtp.reset()
  }
  expect(smtp.mails).toEqual([])
  expect(calls.all).toBeLessThan(10 * 14)
  calls.most = 0
  for (let at = 0; at < 120; at += 1) await passMinute()
  expect(calls.most).toBeLessThanOrEqual(16)
  for (const number of numbers)
    expect(smtp.mails.filter(({ parsed }) => parsed.subject?.includes(number))).toHaveLength(1)
  const purchaseMails = smtp.mails.filter(({ parsed }) =>
    parsed.subject?.includes(`${dropshipNumber}-P1`),
  )
  expect(purchaseMails).toHaveLength(1)
  const link = /\/supplier\/[\w-]{43}/.exec(String(purchaseMails[0]?.parsed.html))?.[0] ?? ''
  expect(await (await shop.request(link)).text()).toContain(`${dropshipNumber}-P1`)
  expect((await shop.sql`select from mail where state <> 'sent'`).count).toBe(0)
}, 300_000)

it('the address service is down for an hour: recipients can still order, and addresses are found again afterwards (DELIVERY-3)', async () => {
  const postcode = await fakePostcode()
  const { key, secret, url } = postcode
  const { port, calls } = counted(
    postcodeAddresses({ key, secret, baseUrl: url, timeoutMs: TIMEOUT_MS }),
  )
  await open({ addresses: port }, () => postcode.close())
  const gift = await shop.gift({ points: 5, inStock: 90 })
  const failures = ['hang', 'drop', 'garbage', 'lose-answer'] as const
  const placed = new Set<string>()
  for (const kind of failures) {
    postcode.failNext({ kind }, ALWAYS)
    const holder = await shop.holder({ points: 5 })
    const found = await holder.call(
      'searchAddress',
      { context: 'nld', term: sampleContact.delivery_address_postal_code, language: 'nl' },
      { headers: { 'X-Autocomplete-Session': randomUUID() } },
    )
    expect(refused(found) || found.matches.length === 0).toBe(true)
    const { number } = await sampleOrder(shop, { gifts: [gift], holder })
    placed.add(number)
    shop.clock.advance(15 * MINUTE_MS)
    postcode.reset()
  }
  expect(calls.all).toBeLessThan(40)
  const late = await shop.holder({ points: 5 })
  const { matches } = await late.done(
    'searchAddress',
    { context: 'nld', term: '1012', language: 'nl' },
    { headers: { 'X-Autocomplete-Session': randomUUID() } },
  )
  expect(Array.isArray(matches)).toBe(true)
  expect(placed.size).toBe(failures.length)
  expect(await findDifferences()).toEqual([])
}, 120_000)

it('a webhook receiver is down for an hour: it gets each event once, and those of an order in their order (C47)', async () => {
  const received: string[] = []
  const receivedIds = new Set<string>()
  const listener = await startFakeService(({ headers, json }) => {
    const id = String(headers['webhook-id'])
    const { type, data } = json as { type: string; data: { order: string } }
    // Repeats have the same ID.
    if (!receivedIds.has(id)) received.push(`${data.order} ${type}`)
    receivedIds.add(id)
    return { status: 200 }
  })
  const { port, calls } = counted(webhookSender({ publicOnly: false, timeoutMs: TIMEOUT_MS }))
  await open({ webhooks: port }, () => listener.close())
  const owner = await staffClient(shop)
  await owner.signIn()
  const added = await owner.request('POST', '/backoffice/api/webhooks', {
    name: 'Books',
    url: listener.url,
    kinds: ['order.placed', 'order.cancelled'],
    channels: [],
  })
  expect(added.status).toBe(200)
  const gift = await shop.gift({ points: 5, inStock: 90 })
  const numbers: string[] = []
  for (let one = 0; one < 20; one += 1) {
    const { holder, number } = await sampleOrder(shop, { gifts: [gift] })
    await holder.done('cancelOrder', { order_number: number })
    numbers.push(number)
  }
  const deliver = () => deliverWebhooks(shop.shop, sealedSecrets(shop.config.GIFTPOINT_PEPPER))
  // The response body is ignored, so garbage with a 200 counts as delivered.
  const failures = FAILURES.filter(({ kind }) => kind !== 'garbage')
  const requestCount = await passHourOfFailures(listener, deliver, failures)
  expect(requestCount).toBeLessThan(30)
  calls.most = 0
  for (let at = 0; at < 8 * 60; at += 1) await passMinute(deliver)
  expect(calls.most).toBeLessThanOrEqual(8)
  expect([...received].sort()).toEqual(
    numbers.flatMap((number) => [`${number} order.cancelled`, `${number} order.placed`]).sort(),
  )
  for (const number of numbers)
    expect(received.indexOf(`${number} order.placed`)).toBeLessThan(
      received.indexOf(`${number} order.cancelled`),
    )
}, 300_000)
