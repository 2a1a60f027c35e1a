import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { DeskAnswer } from '#contract/desk/desk-call.ts'
import { checkBooks } from '#server/operations/check.ts'
import { releaseOrder } from '#server/orders/fulfilment-jobs.ts'
import { settleLines } from '#server/orders/settle-lines.ts'
import { settlePurchases } from '#server/suppliers/settle-purchases.ts'
import { deskGuest, type DeskGuest, jsonOf } from '#server/testing/desk-guest.ts'
import { eventTypes, sampleOrder } from '#server/testing/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let fulfilment: DeskGuest
let owner: DeskGuest
type Gift = { spliId: string; sku: string; points: number }
let teapot: Gift
let kettle: Gift
let oven: Gift
let first = ''
let second = ''
const DAY_MS = 86_400_000

beforeAll(async () => {
  shop = await testShop()
  fulfilment = await deskGuest(shop, 'fulfilment')
  owner = await deskGuest(shop)
  await owner.signIn()
  const gift = (name: string) => shop.gift({ points: 39, inStock: 50, delivery: 'dropship', name })
  ;[teapot, kettle, oven] = [await gift('Theepot'), await gift('Ketel'), await gift('Oven')]
  await shop.gift({ points: 39, inStock: 50, name: 'Schaal' })
  await shop.sql`insert into brand (id, name) values ('test-first', 'Eerste'), ('test-second', 'Tweede')`
  const brandOf = (sku: string, brand: string) => shop.sql`
    update product set brand_id = ${brand} from article where article.sku = ${sku} and product.id = product_id`
  await brandOf(teapot.sku, 'test-first')
  await brandOf(kettle.sku, 'test-first')
  await brandOf(oven.sku, 'test-second')
  await shop.sql`insert into news (topic, subject) values ('catalogue', '')`
  await shop.shop.news.poll()
  const add = async (name: string, brand: string, language: string) => {
    const response = await owner.ask('POST', '/desk/api/suppliers', {
      name,
      email: `${brand}@example.com`,
      language,
      way: 'mail',
      remind_days: 2,
      brands: [brand],
    })
    return (await jsonOf<{ id: string }>(response)).id
  }
  first = await add('Eerste leverancier', 'test-first', 'nl')
  second = await add('Second supplier', 'test-second', 'en')
})
afterAll(() => shop.stop())
beforeEach(() => fulfilment.signIn())

async function asked(gifts = [teapot, kettle, oven]) {
  const { holder, number } = await sampleOrder(shop, { gifts })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await releaseOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const order = async () => (await holder.done('order', { order_number: number })).response
  return {
    number,
    order,
    link: await linkOf(number, 'test-first'),
    other: await linkOf(number, 'test-second'),
  }
}

/** The newest that was mailed. */
async function linkOf(number: string, brand: string, template = 'purchase-order') {
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ html: string }[]>`
    select html from sandbox_mail join mail on mail.id::text = sandbox_mail.id::text
    where mail.recipient = ${`${brand}@example.com`} and split_part(subject_id, ':', 1) = ${number}
      and template = ${template}
    order by mail.created_at desc limit 1`
  return /(\/supplier\/[\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? ''
}
async function page(link: string) {
  const response = await shop.request(link)
  return { status: response.status, html: await response.text(), headers: response.headers }
}
async function tell(link: string, fields: [string, string][]) {
  const response = await shop.request(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  return `${response.status} ${new URL(response.headers.get('location') ?? '/', shop.url).searchParams.get('said')}`
}
const sent = (code: string, ...lines: number[]): [string, string][] => [
  ['what', 'sent'],
  ['carrier', 'GLS'],
  ['code', code],
  ['link', ''],
  ...lines.map((line): [string, string] => ['line', String(line)]),
]
async function booksAreClean() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}

it('tells which brands nobody sends yet, and at its field what it cannot take (DESK-35)', async () => {
  const fields = { name: 'Derde', email: 'derde@example.com', language: 'nl', way: 'mail' }
  const add = async (changed: Record<string, unknown>) => {
    const input = { ...fields, remind_days: 2, brands: [], ...changed }
    const response = await owner.ask('POST', '/desk/api/suppliers', input)
    const { error } = await jsonOf<{ error: { code: string; field?: string } }>(response)
    return [response.status, error.field]
  }
  expect(await add({ brands: ['test-first'] })).toEqual([409, 'brands'])
  expect(await add({ brands: ['nobody-knows'] })).toEqual([409, 'brands'])
  expect(await add({ email: 'x' })).toEqual([400, 'email'])
  expect(await add({ remind_days: 0 })).toEqual([400, 'remind_days'])
  const response = await fulfilment.ask('GET', '/desk/api/supplier-brands')
  const { items } = await jsonOf<DeskAnswer<'supplierBrands'>>(response)
  const senders = new Map(items.map(({ id, supplier }) => [id, supplier?.name ?? null]))
  expect(senders.get('test-first')).toBe('Eerste leverancier')
  expect([...senders.values()]).toContain(null)
})

it('opens one order without an account, ships a line with tracking and declines one, which its holder chooses anew (DESK-35)', async () => {
  const { number, order, link, other } = await asked()
  const { html, headers, status } = await page(link)
  expect(status).toBe(200)
  expect(html).toContain('Theepot')
  expect(html).toContain('Anna')
  // One supplier sees nothing of another, and of the holder only where it goes.
  expect(html).not.toContain('Oven')
  expect(html).not.toContain('anna@example.com')
  expect((await page(other)).html).toContain('lang="en')
  expect((await page(other)).html).not.toContain('Theepot')
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*frame-ancestors 'none'/,
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(html).not.toContain('<script')

  expect(await tell(link, [['what', 'confirm']])).toBe('303 done')
  expect(await tell(link, sent('GLS1', 3))).toBe('303 wrong')
  const answers = await Promise.all(Array.from({ length: 8 }, () => tell(link, sent('GLS1', 1))))
  expect(answers.sort()).toEqual(['303 done', ...Array(7).fill('303 late')])
  expect(
    await tell(link, [
      ['what', 'decline'],
      ['reason', 'Uit productie'],
      ['line', '2'],
    ]),
  ).toBe('303 done')
  await shop.shop.jobs.drain()
  const now = await order()
  expect(now).toMatchObject({
    state: 'released',
    items: [
      { name: 'Theepot', state: 'shipped', tracking: [{ code: 'GLS1', carrier: 'GLS' }] },
      { name: 'Ketel', state: 'released', tracking: [] },
      { name: 'Oven', state: 'released' },
    ],
    choices: [{ name: 'Ketel', outcome: null }],
  })
  const mails = await shop.sql`
    select from mail where template = 'order-shipped' and subject_id = ${`${number}:GLS1`}`
  expect(mails.count).toBe(1)
  expect(await eventTypes(shop, number)).toEqual(
    expect.arrayContaining(['supplier-asked', 'supplier-confirmed', 'supplier-sent', 'fell-away']),
  )
  expect((await page(link)).html).toContain('Uit productie')
  expect(await tell(other, sent('UPS1', 3))).toBe('303 done')
  // What a supplier sent comes when it should have.
  await shop.sql`update order_event set at = at - interval '60 days' where order_number = ${number}`
  await settleLines(shop.shop)
  expect((await order()).items).toMatchObject([
    { state: 'delivered', delivery_assumed: true },
    { state: 'released' },
    { state: 'delivered' },
  ])
  await booksAreClean()
})

it('is reminded once after its working days, then a person is needed; what is sent again has a new link (DESK-35, DESK-33)', async () => {
  const { number, link } = await asked([teapot])
  shop.clock.advance(5 * DAY_MS)
  await Promise.all(Array.from({ length: 8 }, () => settlePurchases(shop.shop)))
  expect(await linkOf(number, 'test-first', 'purchase-reminder')).toBe(link)
  shop.clock.advance(5 * DAY_MS)
  await Promise.all(Array.from({ length: 8 }, () => settlePurchases(shop.shop)))
  const reminders = await shop.sql`
    select from mail where template = 'purchase-reminder' and split_part(subject_id, ':', 1) = ${number}`
  expect(reminders.count).toBe(1)
  // A session at the desk ends meanwhile.
  await fulfilment.signIn()
  const silent = await jsonOf<{ items: { order: string }[] }>(
    await fulfilment.ask('GET', '/desk/api/attention?kind=supplier-silent'),
  )
  expect(silent.items).toMatchObject([{ order: number }])
  const list = await jsonOf<{ items: { id: string; late: number }[] }>(
    await fulfilment.ask('GET', '/desk/api/suppliers'),
  )
  expect(list.items.find(({ id }) => id === first)).toMatchObject({ late: 1 })
  expect(list.items.find(({ id }) => id === second)).toMatchObject({ late: 0 })

  expect(
    (await fulfilment.ask('POST', `/desk/api/purchase-orders/${number}-P1/send`, {})).status,
  ).toBe(200)
  const newer = await linkOf(number, 'test-first')
  expect(newer).not.toBe(link)
  expect((await page(link)).html).not.toContain('Theepot')
  expect((await page(newer)).html).toContain('Theepot')
  expect(await tell(link, sent('GLS2', 1))).toBe('303 late')

  // Thirty days after the last step it opens nothing, and a new one can be asked for.
  shop.clock.advance(31 * DAY_MS)
  expect((await page(newer)).html).not.toContain('Theepot')
  const asks = await Promise.all(Array.from({ length: 8 }, () => tell(newer, [['what', 'renew']])))
  expect(new Set(asks)).toEqual(new Set(['303 renewed']))
  const links = await shop.sql`select from purchase_link where number = ${`${number}-P1`}`
  expect(links.count).toBe(3)
  const newest = await linkOf(number, 'test-first')
  expect((await page(newest)).html).toContain('Theepot')
  expect((await page(`/supplier/${'x'.repeat(43)}`)).status).toBe(404)
  await booksAreClean()
})

it('is answered for at the desk, from a file as well, and its link opens no call of the desk (DESK-35, DESK-4)', async () => {
  const { number, link, order } = await asked([kettle, oven])
  const token = link.split('/').at(-1) ?? ''
  const refusedCalls = await Promise.all(
    ['/desk/api/suppliers', `/desk/api/orders/${number}`, '/desk/api/session'].map((path) =>
      shop.request(path, {
        headers: { authorization: `Bearer ${token}`, cookie: `desk=${token}` },
      }),
    ),
  )
  expect(refusedCalls.map(({ status }) => status)).toEqual([401, 401, 401])
  const file = await fulfilment.ask('GET', `/desk/api/suppliers/${first}/purchase-orders?as=csv`)
  const rows = await file.text()
  expect(rows).toContain(`${number}-P1`)
  expect(rows).toContain('Ketel')
  expect(rows).not.toContain('Oven')
  const reader = await deskGuest(shop, 'reader', ['2001'])
  await reader.signIn()
  expect(
    (await jsonOf<{ purchases: object[] }>(await reader.ask('GET', `/desk/api/suppliers/${first}`)))
      .purchases,
  ).toEqual([])
  const say = (input: object) =>
    fulfilment.ask('POST', `/desk/api/purchase-orders/${number}-P1/answers`, input)
  expect((await say({ what: 'confirm' })).status).toBe(200)
  const told = await Promise.all([
    say({ what: 'sent', lines: [1], carrier: 'GLS', code: 'GLS9' }),
    say({ what: 'decline', lines: [1], reason: 'Op' }),
    tell(link, sent('GLS8', 1)),
  ])
  const done = told.filter((one) =>
    typeof one === 'string' ? one === '303 done' : one.status === 200,
  )
  expect(done).toHaveLength(1)
  const { choices, items } = await order()
  expect(choices.length + (items[0]?.tracking.length ?? 0)).toBe(1)
  await booksAreClean()
})
