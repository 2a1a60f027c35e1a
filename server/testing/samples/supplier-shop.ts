import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

export let shop: TestShop

export let fulfilment: StaffClient

export let owner: StaffClient

type Gift = { spliId: string; sku: string; points: number }

export let teapot: Gift

export let kettle: Gift

export let oven: Gift

export let firstSupplier = ''

export let secondSupplier = ''

export async function orderFromSuppliers(gifts = [teapot, kettle, oven], quantity = 1) {
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

/** The newest link that was mailed to the supplier of the brand. */
export async function linkOf(number: string, brand: string, template = 'purchase-order') {
  await shop.shop.jobs.drain()
  const [mail] = await shop.sql<{ html: string }[]>`
    select html from sandbox_mail join mail on mail.id::text = sandbox_mail.id::text
    where mail.recipient = ${`${brand}@example.com`} and split_part(subject_id, ':', 1) = ${number}
      and template = ${template}
    order by mail.created_at desc limit 1`
  return /(\/supplier\/[\w-]{43})/.exec(mail?.html ?? '')?.[1] ?? ''
}

export async function page(link: string) {
  const response = await shop.request(link)
  return { status: response.status, html: await response.text(), headers: response.headers }
}

export const postForm = (link: string, fields: [string, string][]) =>
  shop.request(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

export async function request(link: string, fields: [string, string][]) {
  const { status, headers } = await postForm(link, fields)
  const message = new URL(headers.get('location') ?? '/', shop.url).searchParams.get('said')
  return [status, message].filter(Boolean).join(' ')
}

export const sentForm = (code: string, ...lines: number[]): [string, string][] => [
  ['what', 'sent'],
  ['carrier', 'GLS'],
  ['code', code],
  ['link', ''],
  ...lines.map((line): [string, string] => ['line', String(line)]),
]

export async function expectConsistentBooks() {
  expect((await checkBooks(shop.sql)).findings).toEqual([])
}

export async function creditGoodwill(number: string, line: number, quantity: number) {
  const proposed = await owner.request(
    'POST',
    `/backoffice/api/orders/${number}/credit-proposals`,
    {
      lines: [{ line, quantity }],
      reason: 'goodwill',
      note: 'Sorry',
    },
  )
  const { id } = await jsonOf<{ id: string }>(proposed)
  expect((await owner.request('POST', '/backoffice/api/credits', { proposal: id })).status).toBe(
    200,
  )
}

export const declinedForm = (...lines: number[]): [string, string][] => [
  ['what', 'decline'],
  ['reason', 'Uitverkocht'],
  ...lines.map((line): [string, string] => ['line', String(line)]),
]

export const withdrawalMails = (number: string) => shop.sql`
  select html, mail.recipient from mail join sandbox_mail on sandbox_mail.id::text = mail.id::text
  where template = 'purchase-withdrawn' and split_part(subject_id, ':', 1) = ${number}`

/** A shop for tests of purchase orders, with two suppliers and a gift of each. */
export function startSupplierShop() {
  beforeAll(async () => {
    shop = await testShop()
    fulfilment = await staffClient(shop, 'fulfilment')
    owner = await staffClient(shop)
    await owner.signIn()
    const gift = (name: string) =>
      shop.gift({ points: 39, inStock: 50, delivery: 'dropship', name })
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
      const response = await owner.request('POST', '/backoffice/api/suppliers', {
        name,
        email: `${brand}@example.com`,
        language,
        way: 'mail',
        remind_days: 2,
        brands: [brand],
      })
      return (await jsonOf<{ id: string }>(response)).id
    }
    firstSupplier = await add('Eerste leverancier', 'test-first', 'nl')
    secondSupplier = await add('Second supplier', 'test-second', 'en')
  })
  afterAll(() => shop.stop())
  // These tests advance the clock by days, so sessions expire.
  beforeEach(() => Promise.all([fulfilment.signIn(), owner.signIn()]))
}
