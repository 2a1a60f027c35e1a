import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { creditDueWithdrawals } from '#server/modules/refunds/credit-withdrawals.jobs.ts'
import { gatherTasks } from '#server/modules/tasks/watched-situations.sql.ts'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { applyParcelState } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { settleLines } from '#server/modules/fulfilment/deliver-lines.jobs.ts'
import { settlePurchases } from '#server/modules/fulfilment/suppliers/purchase-orders.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { eventTypes, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import texts from '#server/modules/fulfilment/suppliers/messages/nl.json' with { type: 'json' }

let shop: TestShop
let fulfilment: StaffClient
let owner: StaffClient
type Gift = { spliId: string; sku: string; points: number }
let teapot: Gift
let kettle: Gift
let oven: Gift
let first = ''
let second = ''
const DAY_MS = 86_400_000

beforeAll(async () => {
  shop = await testShop()
  fulfilment = await staffClient(shop, 'fulfilment')
  owner = await staffClient(shop)
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
  await shop.sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await shop.shop.changeEvents.poll()
  const add = async (name: string, brand: string, language: string) => {
    const response = await owner.ask('POST', '/backoffice/api/suppliers', {
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
// Days pass in these tests, and with them what was signed in.
beforeEach(() => Promise.all([fulfilment.signIn(), owner.signIn()]))

async function asked(gifts = [teapot, kettle, oven], quantity = 1) {
  const { holder, number } = await sampleOrder(shop, { gifts, quantity })
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain()
  const order = async () => (await holder.done('order', { order_number: number })).response
  return {
    number,
    holder,
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
const post = (link: string, fields: [string, string][]) =>
  shop.request(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
async function request(link: string, fields: [string, string][]) {
  const { status, headers } = await post(link, fields)
  const said = new URL(headers.get('location') ?? '/', shop.url).searchParams.get('said')
  return [status, said].filter(Boolean).join(' ')
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
    const response = await owner.ask('POST', '/backoffice/api/suppliers', input)
    const { error } = await jsonOf<{ error: { code: string; field?: string } }>(response)
    return [response.status, error.field]
  }
  expect(await add({ brands: ['test-first'] })).toEqual([409, 'brands'])
  expect(await add({ brands: ['nobody-knows'] })).toEqual([409, 'brands'])
  expect(await add({ email: 'x' })).toEqual([400, 'email'])
  expect(await add({ remind_days: 0 })).toEqual([400, 'remind_days'])
  const response = await fulfilment.ask('GET', '/backoffice/api/supplier-brands')
  const { items } = await jsonOf<StaffResponse<'supplierBrands'>>(response)
  const senders = new Map(items.map(({ id, supplier }) => [id, supplier?.name ?? null]))
  expect(senders.get('test-first')).toBe('Eerste leverancier')
  expect([...senders.values()]).toContain(null)
})

it('opens one order without an account, ships a line with tracking and declines one, which its holder replaces (DESK-35)', async () => {
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

  // Its state, and one filled button: that of the next step (PRODUCT-20).
  const filled = (text: string) =>
    [...text.matchAll(/<button value="(\w+)" name="what">/g)].map(([, what]) => what)
  expect(html).toContain('Wacht op je bevestiging')
  expect(filled(html)).toEqual(['confirm'])
  expect(await request(link, [['what', 'confirm']])).toBe('303 done')
  const confirmed = (await page(link)).html
  expect(confirmed).toContain('Bevestigd, nog niet verzonden')
  expect(filled(confirmed)).toEqual(['sent'])
  expect(await request(link, [['what', 'confirm']])).toBe('409')
  // The holder opens this link, so it must be a web address.
  const script = sent('GLS1', 1).map(([name, value]): [string, string] => [
    name,
    name === 'link' ? 'javascript:alert(1)' : value,
  ])
  expect(await request(link, script)).toBe('422')
  expect(await request(link, sent('GLS1', 3))).toBe('422')
  const answers = await Promise.all(Array.from({ length: 8 }, () => request(link, sent('GLS1', 1))))
  expect(answers.sort()).toEqual(['303 done', ...Array(7).fill('409')])
  expect(
    await request(link, [
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
  expect(await request(other, sent('UPS1', 3))).toBe('303 done')
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

it('delivers line and order with the last of their parcels, no matter who reports it, even after it was expected (DESK-34, DESK-35)', async () => {
  const inBackoffice = async (number: string) =>
    jsonOf<{ state: string; part: string | null; lines: object[] }>(
      await fulfilment.ask('GET', `/backoffice/api/orders/${number}`),
    )
  const mark = async (number: string, code: string) => {
    const said = { code, state: 'delivered', reason: 'De vervoerder belde' }
    const { status } = await fulfilment.ask(
      'POST',
      `/backoffice/api/orders/${number}/parcel-states`,
      said,
    )
    expect(status).toBe(200)
  }
  const { number, order, link, other } = await asked()
  expect(await request(link, sent('GLS7', 1, 2))).toBe('303 done')
  expect(await request(other, sent('UPS7', 3))).toBe('303 done')
  await mark(number, 'GLS7')
  expect(await inBackoffice(number)).toMatchObject({
    state: 'shipped',
    part: 'partly-delivered',
    lines: [
      { state: 'delivered', part: null },
      { state: 'delivered', part: null },
      { state: 'shipped', part: null },
    ],
  })
  await shop.shop.sql.begin((sql) =>
    applyParcelState(shop.shop, sql, { number, code: 'UPS7', state: 'delivered', by: null }),
  )
  expect(await inBackoffice(number)).toMatchObject({
    state: 'delivered',
    part: null,
    lines: [{ part: null }, { part: null }, { state: 'delivered', part: null }],
  })
  const whole = await order()
  expect(whole.items.map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
  expect(whole.withdraw_until).not.toBeNull()

  // What only should have come by then has come.
  const late = await asked([oven])
  expect(await request(late.other, sent('UPS8', 1))).toBe('303 done')
  await shop.sql`update order_event set at = at - interval '60 days' where order_number = ${late.number}`
  await settleLines(shop.shop)
  expect(await late.order()).toMatchObject({
    items: [{ state: 'delivered', delivery_assumed: true }],
    withdraw_until: null,
  })
  await mark(late.number, 'UPS8')
  const come = await late.order()
  expect(come.items).toMatchObject([{ state: 'delivered', delivery_assumed: false }])
  expect(come.withdraw_until).not.toBeNull()
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
  // A session in the back office ends meanwhile.
  await fulfilment.signIn()
  const silent = await jsonOf<{ items: { order: string }[] }>(
    await fulfilment.ask('GET', '/backoffice/api/tasks?kind=supplier-silent'),
  )
  expect(silent.items).toMatchObject([{ order: number }])
  const list = await jsonOf<{ items: { id: string; late: number }[] }>(
    await fulfilment.ask('GET', '/backoffice/api/suppliers'),
  )
  expect(list.items.find(({ id }) => id === first)).toMatchObject({ late: 1 })
  expect(list.items.find(({ id }) => id === second)).toMatchObject({ late: 0 })

  const send = () => fulfilment.ask('POST', `/backoffice/api/purchase-orders/${number}-P1/send`, {})
  expect([(await send()).status, (await send()).status]).toEqual([200, 409])
  const newer = await linkOf(number, 'test-first')
  expect(newer).not.toBe(link)
  expect((await page(link)).html).not.toContain('Theepot')
  expect((await page(newer)).html).toContain('Theepot')
  const old = await post(link, sent('GLS2', 1))
  expect(old.status).toBe(409)
  const oldPage = await old.text()
  // The page explains the error and shows the typed text for copying.
  expect(oldPage).toContain('Er is een nieuwere link')
  expect(oldPage).toContain(texts.unsaved)
  expect(oldPage).toContain('GLS2')
  expect(oldPage).not.toContain(texts.late)
  expect(await request(link, [['what', 'renew']])).toBe('303 mailed-just-now')

  // Thirty days after the last step it opens nothing, and a new one can be asked for.
  shop.clock.advance(31 * DAY_MS)
  expect((await page(newer)).html).not.toContain('Theepot')
  const asks = await Promise.all(
    Array.from({ length: 8 }, () => request(newer, [['what', 'renew']])),
  )
  expect(asks.sort()).toEqual([...Array(7).fill('303 mailed-just-now'), '303 renewed'])
  expect((await page(`${newer}?said=mailed-just-now`)).html).toContain(
    'net een nieuwe link gemaild',
  )
  const links = await shop.sql`select from purchase_link where number = ${`${number}-P1`}`
  expect(links.count).toBe(3)
  const newest = await linkOf(number, 'test-first')
  expect((await page(newest)).html).toContain('Theepot')
  expect((await page(`/supplier/${'x'.repeat(43)}`)).status).toBe(404)
  await booksAreClean()
})

it('corrects a carrier, a code and a link while the parcel travels, and notifies its holder again (DESK-34, DESK-35)', async () => {
  const { number, order, link, other } = await asked()
  const of = (parcel: string, fields: [string, string][]): [string, string][] => [
    ['what', 'resolve'],
    ['parcel', parcel],
    ...fields,
  ]
  const right: [string, string][] = [
    ['carrier', 'UPS'],
    ['code', 'RIGHT'],
    ['link', 'https://ups.example/RIGHT'],
  ]
  expect(await request(link, sent('WRONG', 1))).toBe('303 done')
  await shop.shop.jobs.drain()
  expect(await request(other, of('WRONG', right))).toBe('422')
  expect(await request(link, of('NOTHING', right))).toBe('422')
  const typed = await post(
    link,
    of('WRONG', [
      ['carrier', 'UPS'],
      ['code', 'RIGHT'],
      ['link', 'x'],
    ]),
  )
  expect(typed.status).toBe(422)
  expect(await typed.text()).toContain('value="RIGHT"')
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => request(link, of('WRONG', right))),
  )
  expect(answers.sort()).toEqual(['303 done', '422', '422', '422'])
  const { html } = await page(link)
  expect(html).toContain('href="https://ups.example/RIGHT"')
  expect(html).toContain('UPS RIGHT')
  expect(html).not.toContain('WRONG')
  await shop.shop.jobs.drain()
  expect((await order()).items[0]).toMatchObject({
    state: 'shipped',
    tracking: [{ code: 'RIGHT', carrier: 'UPS', link: 'https://ups.example/RIGHT' }],
  })
  const mails = await shop.sql<{ subject_id: string; state: string; html: string }[]>`
    select subject_id, mail.state, html from mail join sandbox_mail on mail.id::text = sandbox_mail.id::text
    where template = 'order-shipped' and split_part(subject_id, ':', 1) = ${number} order by mail.created_at`
  expect(mails).toMatchObject([
    { subject_id: `${number}:WRONG`, state: 'replaced' },
    { subject_id: `${number}:RIGHT`, state: 'sent' },
  ])
  expect(mails[1]?.html).toContain('UPS RIGHT')
  expect(await eventTypes(shop, number)).toContain('supplier-resolved')
  // A staff member may correct it, too. An unchanged parcel sends no second mail.
  const resolved = await fulfilment.ask(
    'POST',
    `/backoffice/api/purchase-orders/${number}-P1/answers`,
    {
      what: 'resolve',
      parcel: 'RIGHT',
      carrier: 'GLS',
      code: 'RIGHT',
      link: null,
    },
  )
  expect(resolved.status).toBe(200)
  expect((await order()).items[0]).toMatchObject({
    tracking: [{ code: 'RIGHT', carrier: 'GLS', link: null }],
  })
  // Its supplier's page in the back office leads there as long as there is something to resolve.
  const correctable = async () => {
    const { purchases } = await jsonOf<StaffResponse<'staffSupplier'>>(
      await fulfilment.ask('GET', `/backoffice/api/suppliers/${first}`),
    )
    return purchases.find((one) => one.order === number)?.correctable
  }
  expect(await correctable()).toBe(true)
  const brought = await fulfilment.ask('POST', `/backoffice/api/orders/${number}/parcel-states`, {
    code: 'RIGHT',
    state: 'delivered',
    reason: 'Afgetekend',
  })
  expect(brought.status).toBe(200)
  expect(await request(link, of('RIGHT', right))).toBe('409')
  expect((await page(link)).html).not.toContain('value="resolve"')
  await booksAreClean()
  expect(await correctable()).toBe(false)
})

it('adds to a parcel what is said to be in it later, and takes its code for no other (DESK-34, DESK-35)', async () => {
  const { number, order, link } = await asked()
  const mails = async () => {
    await shop.shop.jobs.drain()
    return shop.sql<{ plain: string }[]>`
      select plain from mail join sandbox_mail on mail.id::text = sandbox_mail.id::text
      where template = 'order-shipped' and split_part(subject_id, ':', 1) = ${number} order by mail.created_at, copy`
  }
  expect(await request(link, sent('TWICE', 1))).toBe('303 done')
  expect(await mails()).toHaveLength(1)
  const other = await post(link, [
    ...sent('TWICE', 2).filter(([name]) => name !== 'carrier'),
    ['carrier', 'UPS'],
  ])
  expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('eigen code')])
  const inBackoffice = await fulfilment.ask(
    'POST',
    `/backoffice/api/purchase-orders/${number}-P1/answers`,
    {
      what: 'sent',
      lines: [2],
      carrier: 'UPS',
      code: 'Twice',
    },
  )
  expect([inBackoffice.status, await jsonOf(inBackoffice)]).toMatchObject([
    409,
    { error: { code: 'code-taken' } },
  ])
  // However it was typed: as carriers print it, in groups.
  expect(await request(link, sent('tw ice', 2))).toBe('303 done')
  const { items } = await order()
  expect(items.slice(0, 2)).toMatchObject([
    { state: 'shipped', tracking: [{ code: 'TWICE' }] },
    { state: 'shipped', tracking: [{ code: 'TWICE' }] },
  ])
  const kept = await shop.sql`select code from parcel where order_number = ${number}`
  expect(kept).toEqual([{ code: 'TWICE' }])
  // The holder had a mail about one gift.
  const told = await mails()
  expect(told).toHaveLength(2)
  expect(told[1]?.plain).toMatch(/Theepot[^]*Ketel/)
  await booksAreClean()
})

it('needs a person where a brand has no supplier, whose orders are asked of the one it is given, for one of eight who press (DESK-33, DESK-35)', async () => {
  await shop.sql`update brand set supplier_id = null where id = 'test-second'`
  // One of the orders has gifts of the later supplier's other brand as well, one is wholly given back meanwhile.
  const both = await asked([teapot, oven])
  const alone = await asked([oven], 2)
  const credited = await asked([oven])
  const lone = (await jsonOf<StaffResponse<'proposeCredit'>>(
    await owner.ask('POST', `/backoffice/api/orders/${credited.number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      reason: 'goodwill',
      note: 'Kwam te laat',
    }),
  )) as { id: string }
  expect((await owner.ask('POST', '/backoffice/api/credits', { proposal: lone.id })).status).toBe(
    200,
  )
  // Skips gifts of the warehouse and gifts that are unavailable, withdrawn or delivered.
  const shelf = await shop.gift({ points: 39, inStock: 50, name: 'Plank' })
  await shop.sql`
    update product set brand_id = 'test-second' from article where article.sku = ${shelf.sku} and product.id = product_id`
  await shop.sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await shop.shop.changeEvents.poll()
  const mixed = await asked([oven, shelf])
  const fell = await asked([oven])
  const begun = await owner.ask('POST', `/backoffice/api/orders/${fell.number}/replacements`, {
    line: 1,
    quantity: 1,
    left: 1,
    cause: 'sold-out',
    note: '',
  })
  expect(begun.status).toBe(200)
  const withdrawn = await asked([oven])
  await withdrawn.holder.done('withdrawOrder', {
    order_number: withdrawn.number,
    withdrawal_key: randomUUID(),
  })
  const come = await asked([oven])
  await shop.sql.begin(async (sql) => {
    await sql`update order_line set state = 'delivered' where order_number = ${come.number}`
    await sql`update orders set state = 'delivered' where number = ${come.number}`
    await sql`
      insert into order_event (order_number, month, voucher_id, type, at)
      select number, month, voucher_id, 'delivered', now() from orders where number = ${come.number}`
  })
  const cause = async () => {
    const { items } = await jsonOf<StaffResponse<'tasks'>>(
      await fulfilment.ask('GET', '/backoffice/api/tasks?kind=supplier-missing'),
    )
    expect(items).toMatchObject([{ cases: 7, detail: { name: 'Tweede' } }])
    return jsonOf<StaffResponse<'task'>>(
      await fulfilment.ask('GET', `/backoffice/api/tasks/${items[0]?.id}`),
    )
  }
  // The brand has no supplier yet.
  expect((await cause()).resolve).toBeNull()
  await shop.sql`update brand set supplier_id = ${Number(first)} where id = 'test-second'`
  const { id, shown, resolve } = await cause()
  expect(resolve?.rows.map(({ order, before, after }) => [order, before, after])).toEqual(
    [both, alone, mixed].map(({ number }) => [number, 'mailed-only', 'sent-now']),
  )
  const presses = await Promise.all(
    Array.from({ length: 8 }, () =>
      fulfilment.ask('POST', `/backoffice/api/tasks/${id}/resolve`, { shown, note: '' }),
    ),
  )
  expect(presses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const purchases = await shop.sql`
    select order_number as order, line, name, quantity, state from purchase_order_line
    where order_number in ${shop.sql([both, alone, credited, mixed, fell, withdrawn, come].map(({ number }) => number))} order by 1, 2`
  expect([...purchases]).toEqual([
    { order: both.number, line: 1, name: 'Theepot', quantity: 1, state: 'open' },
    { order: both.number, line: 2, name: 'Oven', quantity: 1, state: 'open' },
    { order: alone.number, line: 1, name: 'Oven', quantity: 2, state: 'open' },
    { order: mixed.number, line: 1, name: 'Oven', quantity: 1, state: 'open' },
  ])
  // A finished order needs no person.
  await gatherTasks(shop.shop)
  const still = await shop.sql`
    select from task where kind = 'supplier-missing' and order_number = ${come.number} and closed_at is null`
  expect(still).toHaveLength(0)
  // Of what was asked before it has a new link, and sends both.
  const link = await linkOf(both.number, 'test-first')
  expect(link).not.toBe(both.link)
  expect(await request(link, sent('BOTH', 1, 2))).toBe('303 done')
  expect((await both.order()).items.map(({ state }) => state)).toEqual(['shipped', 'shipped'])
  for (const { number } of [alone, mixed])
    expect(await request(await linkOf(number, 'test-first'), sent(`T${number}`, 1))).toBe(
      '303 done',
    )
  await booksAreClean()
  await shop.sql`update brand set supplier_id = ${Number(second)} where id = 'test-second'`
})

it('is not said to have confirmed what it only declined (DESK-35)', async () => {
  const { number, link } = await asked([teapot, kettle])
  const confirmed = async () => {
    const response = await fulfilment.ask('GET', `/backoffice/api/suppliers/${first}`)
    const { purchases } = await jsonOf<StaffResponse<'staffSupplier'>>(response)
    return purchases.find((one) => one.order === number)?.confirmed_at ?? null
  }
  const decline: [string, string][] = [
    ['what', 'decline'],
    ['reason', 'Op'],
  ]
  expect(await request(link, [...decline, ['line', '1']])).toBe('303 done')
  expect(await confirmed()).toBeNull()
  expect(await request(link, sent('C1', 2))).toBe('303 done')
  expect(await confirmed()).not.toBeNull()
})

it('says on its page who asks, when it was ordered and how its receiver is reached, with the country for who is abroad (DESK-35)', async () => {
  const { number, link, other } = await asked()
  await shop.sql`
    update channel set company = company || '{"company_name": "Kwartel B.V.", "telephone": "020 765 43 21"}' where id = '1014'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
  await shop.sql`
    update orders set person = person || '{"telephone": "06 12 34 56 78"}'
    where number = ${number}`
  const dutch = (await page(link)).html
  expect(dutch).toContain('Kwartel B.V.')
  expect(dutch).toContain('020 765 43 21')
  const [placed] = await shop.sql<{ at: Date }[]>`
    select placed_at as at from orders where number = ${number}`
  const day = dayAt(placed?.at.getTime() ?? 0, DEFAULT_ZONE)
  expect(dutch).toContain(`Besteld op ${localizedDate(day, 'nl')}`)
  expect(dutch).toContain('06 12 34 56 78')
  expect(dutch).not.toContain('Nederland')
  const abroad = (await page(other)).html
  expect(abroad).toContain('Netherlands')
  const seen = await fulfilment.ask(
    'GET',
    `/backoffice/api/purchase-orders/${number}-P2/supplier-view`,
  )
  expect(await seen.text()).toContain('Kwartel B.V.')
})

it('brings back what was typed with what is wrong with it, and keeps it until it is right (DESK-35)', async () => {
  const { link } = await asked([teapot, kettle])
  const none = await post(link, [
    ['what', 'sent'],
    ['carrier', 'GLS'],
    ['code', '3S-TYPED'],
    ['link', 'ftp://x'],
  ])
  expect(none.status).toBe(422)
  const page = await none.text()
  expect(page).toContain('Kies minstens één artikel.')
  expect(page).toContain(texts.wrong_link)
  expect(page).toContain('value="GLS"')
  expect(page).toContain('value="3S-TYPED"')
  expect(page).toContain('value="ftp://x"')
  expect(page).not.toContain('checked=""')
  const refused = await post(link, [
    ['what', 'decline'],
    ['reason', ' '],
    ['line', '2'],
  ])
  expect(await refused.text()).toMatch(/value="2"[^>]*checked=""|checked=""[^>]*value="2"/)
  // Of two lines another window answered one: the rest of the form is still there.
  expect(await request(link, sent('GLS-A', 1))).toBe('303 done')
  const late = await post(link, sent('GLS-B', 1, 2))
  expect(late.status).toBe(409)
  expect(await late.text()).toContain('value="GLS-B"')
})

it('says of each field what is wrong with it, by its own page, whatever was sent (DESK-35)', async () => {
  const { link, order } = await asked([teapot])
  const answerTo = async (body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': type, 'accept-language': 'de-AT, en;q=0.5' }
    const response = await shop.request(link, { method: 'POST', headers, body })
    const html = await response.text()
    expect(html, body.slice(0, 80)).toContain('<h1>Inkooporder')
    return `${response.status} ${[...html.matchAll(/class="wrong">([^<]*)/g)].map(([, said]) => said).join('; ')}`
  }
  const form = (changed: Record<string, string>) => {
    const fields = { what: 'sent', line: '1', carrier: 'GLS', code: 'C1', link: '', ...changed }
    return new URLSearchParams(fields).toString()
  }
  expect(await answerTo(form({ carrier: '', code: 'c'.repeat(121) }))).toBe(
    '422 Vul dit veld in.; Vul hoogstens 120 tekens in.',
  )
  expect(await answerTo(form({ code: 'RAW' }).replace('RAW', '%ff%fe'))).toBe(
    '422 Dit is niet te lezen. Vul het opnieuw in.',
  )
  const notWhole = `422 ${texts.wrong_link}`
  for (const wrong of ['http://evil.example/', 'https://evil.example/ñ?x=<>', 'https://a:b@c.de/'])
    expect(await answerTo(form({ link: wrong })), wrong).toBe(notWhole)
  // Any amount and kind of text.
  expect(await answerTo(form({ code: 'ü'.repeat(1000) }))).toBe('422 Vul hoogstens 120 tekens in.')
  expect(await answerTo(form({ code: 'c'.repeat(20_000) }))).toBe('413 ')
  expect(await answerTo('<xml/>', 'application/xml')).toBe('415 ')
  expect((await order()).items).toMatchObject([{ tracking: [] }])

  expect(await request(link, [...sent('C2', 1), ['link', 'HTTPS://Gls.Example/ü']])).toBe('422')
  const whole = sent('C2', 1).map(([name, value]): [string, string] => [
    name,
    name === 'link' ? 'HTTPS://Gls.Example/ü' : value,
  ])
  expect(await request(link, whole)).toBe('303 done')
  expect((await order()).items).toMatchObject([
    { tracking: [{ code: 'C2', link: 'https://gls.example/%C3%BC' }] },
  ])
  const unknown = await shop.request(`/supplier/${'x'.repeat(43)}`, {
    headers: { 'accept-language': 'de-AT, en;q=0.5' },
  })
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    expect.stringContaining('Diesen Link kennen wir nicht'),
  ])
})

it('asks a supplier in its own language, whatever the order’s, and the back office sees the page as it does (DESK-35)', async () => {
  await shop.sql`
    insert into product_text (product_id, channel_id, language, name)
    select product_id, '2', 'en', 'Oven glove' from article where sku = ${oven.sku}
    on conflict (product_id, channel_id, language) do update set name = excluded.name`
  await shop.sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await shop.shop.changeEvents.poll()
  const { number, other, order } = await asked([oven])
  expect((await order()).items).toMatchObject([{ name: 'Oven' }])
  const { html } = await page(other)
  expect(html).toContain('1 × Oven glove')
  const mail = await shop.sql<{ html: string }[]>`
    select html from sandbox_mail where recipient = 'test-second@example.com' order by created_at desc limit 1`
  expect(mail[0]?.html).toContain('Oven glove')

  const rows = () => shop.sql`select * from purchase_order where number = ${`${number}-P1`}`
  const before = await rows()
  const seen = await fulfilment.ask(
    'GET',
    `/backoffice/api/purchase-orders/${number}-P1/supplier-view`,
  )
  expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const preview = await seen.text()
  expect(preview).toContain('lang="en')
  expect(preview).toContain('1 × Oven glove')
  expect(preview).toContain('<fieldset disabled="">')
  expect(await rows()).toEqual(before)
  const reader = await staffClient(shop, 'fulfilment', ['2001'])
  await reader.signIn()
  expect(
    (await reader.ask('GET', `/backoffice/api/purchase-orders/${number}-P1/supplier-view`)).status,
  ).toBe(404)
})

it('is answered for in the back office, from a file as well, and its link opens no call of the back office (DESK-35, DESK-4)', async () => {
  const { number, link, order } = await asked([kettle, oven])
  const token = link.split('/').at(-1) ?? ''
  const refusedCalls = await Promise.all(
    [
      '/backoffice/api/suppliers',
      `/backoffice/api/orders/${number}`,
      '/backoffice/api/session',
    ].map((path) =>
      shop.request(path, {
        headers: { authorization: `Bearer ${token}`, cookie: `backoffice=${token}` },
      }),
    ),
  )
  expect(refusedCalls.map(({ status }) => status)).toEqual([401, 401, 401])
  const file = await fulfilment.ask(
    'GET',
    `/backoffice/api/suppliers/${first}/purchase-orders?as=csv`,
  )
  const rows = await file.text()
  expect(rows).toContain(`${number}-P1`)
  expect(rows).toContain('Ketel')
  expect(rows).not.toContain('Oven')
  const reader = await staffClient(shop, 'reader', ['2001'])
  await reader.signIn()
  expect(
    (
      await jsonOf<{ purchases: object[] }>(
        await reader.ask('GET', `/backoffice/api/suppliers/${first}`),
      )
    ).purchases,
  ).toEqual([])
  const say = (input: object) =>
    fulfilment.ask('POST', `/backoffice/api/purchase-orders/${number}-P1/answers`, input)
  expect((await say({ what: 'confirm' })).status).toBe(200)
  expect((await say({ what: 'confirm' })).status).toBe(409)
  const nothing = await say({ what: 'decline', lines: [9], reason: 'Op' })
  expect(await jsonOf(nothing)).toMatchObject({ error: { code: 'no-such-line' } })
  const led = await say({
    what: 'sent',
    lines: [1],
    carrier: 'GLS',
    code: 'G',
    link: 'http://g.nl',
  })
  expect(await jsonOf(led)).toMatchObject({ error: { code: 'invalid-input', field: 'link' } })
  const away = `/backoffice/api/purchase-orders/${number}-P2/answers`
  const follow = { lines: [2], carrier: 'UPS', code: 'UPS9', link: ' https://UPS.example/9 ' }
  expect((await fulfilment.ask('POST', away, { what: 'sent', ...follow })).status).toBe(200)
  expect((await order()).items).toMatchObject([
    { tracking: [] },
    { tracking: [{ code: 'UPS9', link: 'https://ups.example/9' }] },
  ])
  const told = await Promise.all([
    say({ what: 'sent', lines: [1], carrier: 'GLS', code: 'GLS9' }),
    say({ what: 'decline', lines: [1], reason: 'Op' }),
    request(link, sent('GLS8', 1)),
  ])
  const done = told.filter((one) =>
    typeof one === 'string' ? one === '303 done' : one.status === 200,
  )
  expect(done).toHaveLength(1)
  const { choices, items } = await order()
  expect(choices.length + (items[0]?.tracking.length ?? 0)).toBe(1)
  await booksAreClean()
})

/** A gift becomes unavailable in the back office. */
const fallsAway = (number: string, line: number, quantity: number, left: number) =>
  owner.ask('POST', `/backoffice/api/orders/${number}/replacements`, {
    line,
    quantity,
    left,
    cause: 'sold-out',
  })
async function goodwill(number: string, line: number, quantity: number) {
  const proposed = await owner.ask('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
    lines: [{ line, quantity }],
    reason: 'goodwill',
    note: 'Sorry',
  })
  const { id } = await jsonOf<{ id: string }>(proposed)
  expect((await owner.ask('POST', '/backoffice/api/credits', { proposal: id })).status).toBe(200)
}
const declined = (...lines: number[]): [string, string][] => [
  ['what', 'decline'],
  ['reason', 'Uitverkocht'],
  ...lines.map((line): [string, string] => ['line', String(line)]),
]
const withdrawn = (number: string) => shop.sql`
  select html, mail.recipient from mail join sandbox_mail on sandbox_mail.id::text = mail.id::text
  where template = 'purchase-withdrawn' and split_part(subject_id, ':', 1) = ${number}`

it('need not send what falls away in the back office, is told at once, and sends the rest (DESK-35, DESK-32)', async () => {
  const { number, order, link } = await asked([teapot], 3)
  const answers = await Promise.all(Array.from({ length: 8 }, () => fallsAway(number, 1, 1, 3)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await shop.shop.jobs.drain()
  const [mail, ...more] = await withdrawn(number)
  expect([mail?.['recipient'], more]).toEqual(['test-first@example.com', []])
  expect(mail?.['html']).toContain('1 × Theepot')
  expect(mail?.['html']).toContain(link)
  const { html } = await page(link)
  expect(html).toMatch(/2 × Theepot[^·]*<\/li>/)
  expect(html).toMatch(/1 × Theepot<\/strong><br\/><span[^>]*>[^<]* · Niet meer nodig/)

  expect(await request(link, sent('GLS-GONE', 2))).toBe('409')
  expect(await request(link, declined(2))).toBe('409')
  expect((await (await post(link, sent('GLS-GONE', 2))).text()).includes('niet meer nodig')).toBe(
    true,
  )
  expect(await request(link, sent('GLS-REST', 1))).toBe('303 done')
  expect(await order()).toMatchObject({
    items: [
      { quantity: 2, state: 'shipped' },
      { quantity: 1, state: 'released' },
    ],
    choices: [{ quantity: 1, outcome: null }],
  })
  await booksAreClean()
})

it('shows what became unavailable since its form was opened, and answers again for the rest with nothing typed lost (DESK-35)', async () => {
  const { number, link, order } = await asked([teapot, kettle], 3)
  const seen = async () => {
    const [, value = ''] = /name="seen" value="([^"]*)"/.exec((await page(link)).html) ?? []
    return ['seen', value] as [string, string]
  }
  const before = await seen()
  expect((await fallsAway(number, 1, 1, 3)).status).toBe(200)
  for (const form of [[['what', 'confirm']], sent('GLS-SEEN', 1), declined(1)] satisfies [
    string,
    string,
  ][][]) {
    const answer = await post(link, [...form, before])
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(html).toContain(texts.changed)
    expect(html).toContain('Theepot: nu 2, eerst 3')
    expect(html).not.toContain('Ketel: nu')
    if (form[0]?.[1] === 'sent') expect(html).toContain('value="GLS-SEEN"')
  }
  expect((await order()).items).toMatchObject([
    { quantity: 2, state: 'released' },
    { quantity: 1, state: 'released' },
    { quantity: 3, state: 'released' },
  ])
  // What did not change is answered as it was seen.
  expect(await request(link, [...sent('GLS-OTHER', 2), before])).toBe('303 done')
  expect(await request(link, [...sent('GLS-SEEN', 1), await seen()])).toBe('303 done')
  await booksAreClean()
})

it('is told that the others are not written down where one of the gifts it answered for fell away (DESK-35)', async () => {
  const { number, link, order } = await asked([teapot, kettle])
  const form: [string, string][] = [...sent('GLS-BOTH', 1, 2), ['seen', '1:1 2:1']]
  expect((await fallsAway(number, 1, 1, 1)).status).toBe(200)
  const answer = await post(link, form)
  expect(answer.status).toBe(409)
  const html = await answer.text()
  expect(html).toContain(texts.changed)
  expect(html).toContain('Theepot: nu 0, eerst 1')
  expect(html).toContain('value="GLS-BOTH"')
  expect((await order()).items).toMatchObject([{ state: 'released' }, { state: 'released' }])
})

it('confirms nothing where everything fell away (DESK-35)', async () => {
  const { number, link } = await asked([teapot])
  const form: [string, string][] = [...sent('GLS-NONE', 1), ['seen', '1:1']]
  expect((await fallsAway(number, 1, 1, 1)).status).toBe(200)
  const answer = await post(link, [['what', 'confirm']])
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining('iet meer nodig'),
  ])
  const late = await post(link, form)
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('GLS-NONE')])
  const [purchase] = await shop.sql`
    select confirmed_at from purchase_order where order_number = ${number}`
  expect(purchase).toEqual({ confirmed_at: null })
})

it('is asked again for what can be sent after all, and once (DESK-35, DESK-32)', async () => {
  const { number, link } = await asked([teapot])
  // A reminder without an answer; the task closes once nothing is asked for.
  await shop.sql`
    update purchase_order set reminded = 1, remind_at = ${shop.clock.now()} where order_number = ${number}`
  await settlePurchases(shop.shop)
  const silent = () => shop.sql`
    select from task where kind = 'supplier-silent' and order_number = ${number} and closed_at is null`
  expect((await silent()).count).toBe(1)
  const { id } = await jsonOf<{ id: string }>(await fallsAway(number, 1, 1, 1))
  expect((await silent()).count).toBe(0)
  expect((await page(link)).html).toContain('iet meer nodig')
  const off = await owner.ask('DELETE', `/backoffice/api/replacements/${id}`, {
    reason: 'Toch gevonden',
  })
  expect(off.status).toBe(200)
  const newLink = await linkOf(number, 'test-first')
  expect(newLink).not.toBe(link)
  expect(await request(link, sent('GLS-OLD', 1))).toBe('409')
  expect(await request(newLink, sent('GLS-NEW', 1))).toBe('303 done')
  await booksAreClean()
})

it('leaves nobody waiting who declines what was given back in part or whole (DESK-35, DESK-32)', async () => {
  const part = await asked([teapot], 3)
  await fallsAway(part.number, 1, 1, 3)
  await goodwill(part.number, 1, 1)
  expect(await request(part.link, declined(1))).toBe('303 done')
  expect(await part.order()).toMatchObject({
    items: [
      { quantity: 1, state: 'cancelled' },
      { quantity: 1, state: 'released' },
      { quantity: 1, state: 'released' },
    ],
    choices: [{ outcome: null }, { outcome: null }],
  })

  const whole = await asked([teapot])
  await goodwill(whole.number, 1, 1)
  expect(await request(whole.link, declined(1))).toBe('303 done')
  expect(await whole.order()).toMatchObject({ state: 'cancelled', choices: [] })
  // A supplier with nothing to send sees no address.
  const { html } = await page(whole.link)
  expect(html).toContain('Theepot')
  for (const personal of ['Anna', 'Zilverkade', '1012']) expect(html).not.toContain(personal)
  await booksAreClean()
})

it('gives back by itself what was withdrawn before its supplier said no, and ends its line (DESK-30, DESK-35)', async () => {
  const look = () => Promise.all(Array.from({ length: 8 }, () => creditDueWithdrawals(shop.shop)))
  const withdrawFrom = async (
    one: Awaited<ReturnType<typeof asked>>,
    line: number,
    quantity: number,
  ) => {
    const item = (await one.order()).items[line - 1]?.shopping_cart_item ?? ''
    await one.holder.done('withdrawOrder', {
      order_number: one.number,
      withdrawal_key: randomUUID(),
      lines: [{ shopping_cart_item: item, quantity }],
    })
  }
  const whole = await asked([teapot])
  await withdrawFrom(whole, 1, 1)
  expect(await request(whole.link, declined(1))).toBe('303 done')
  await booksAreClean()
  await look()
  expect(await whole.order()).toMatchObject({
    state: 'cancelled',
    points_refunded: 39,
    choices: [],
  })

  // The unit still asked for starts a replacement offer; the withdrawn unit is refunded.
  const part = await asked([teapot], 2)
  await withdrawFrom(part, 1, 1)
  expect(await request(part.link, declined(1))).toBe('303 done')
  await look()
  expect(await part.order()).toMatchObject({
    items: [
      { quantity: 1, state: 'cancelled' },
      { quantity: 1, state: 'released' },
    ],
    points_refunded: 39,
    choices: [{ outcome: null }],
  })

  // A withdrawal that includes a sent gift is refunded only when the gift is back.
  const both = await asked([teapot, kettle])
  await withdrawFrom(both, 1, 1)
  await look()
  expect(await both.order()).toMatchObject({ points_refunded: 0 })
  await booksAreClean()
})

it('keeps what was said in a supplier’s place where it is erased: people stand in it (DESK-35, DESK-7)', async () => {
  const { number } = await asked([teapot, kettle])
  const say = (input: object) =>
    fulfilment.ask('POST', `/backoffice/api/purchase-orders/${number}-P1/answers`, input)
  const link = 'https://gls.example/track?postcode=1012AB'
  expect(
    (await say({ what: 'sent', lines: [1], carrier: 'Neef Vossebelt', code: 'V1', link })).status,
  ).toBe(200)
  expect(
    (await say({ what: 'decline', lines: [2], reason: 'Vossebelt woont te ver' })).status,
  ).toBe(200)
  const lines = await shop.sql<{ kept: string; personal: string }[]>`
    select audit.after::text as kept, audit_personal.after::text as personal
    from audit join audit_personal on audit_id = audit.id
    where action = 'purchase.answered' and subject_id = ${number} order by audit.id`
  expect(lines.map(({ kept }) => kept).join(' ')).not.toMatch(/Vossebelt|1012AB|V1/)
  expect(lines.map(({ personal }) => personal)).toEqual([
    expect.stringMatching(/1012AB.*Neef Vossebelt/),
    expect.stringContaining('woont te ver'),
  ])
})
