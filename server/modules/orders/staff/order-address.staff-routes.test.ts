import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { checkBooks } from '#tools/check/check.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder } from '#server/testing/samples/sample-order.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: StaffClient
let vase: { spliId: string; points: number }
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  vase = await shop.gift({ points: 4, inStock: 50 })
  await shop.sql`update channel set countries = '{NL,DE}' where id = '1014'`
  await shop.sql`insert into change_event (topic, subject) values ('channel', '1014')`
  await shop.shop.changeEvents.poll()
})
afterAll(() => shop.stop())
beforeEach(() => service.signIn())

const { delivery_address_country_code: _nl, ...withoutCountry } = sampleContact
const inBerlin = {
  ...withoutCountry,
  contact_email: 'resolve@example.com',
  delivery_address_street: 'Unter den Linden',
  delivery_address_housenr: '5',
  delivery_address_postal_code: '10117',
  delivery_address_city: 'Berlin',
  delivery_address_country_code: 'DE',
  address_confirmed: true,
}
type Result = {
  stands: string
  told: string[]
  vat: Record<'before' | 'after', object[]>
  changes?: unknown[]
  error?: { code: string }
}
async function request(client: StaffClient, method: string, path: string, input?: object) {
  const response = await client.request(method, `/backoffice/api/orders/${path}`, input)
  return { status: response.status, body: await jsonOf<Result>(response) }
}
const vatOf = async (number: string) => [
  ...(await shop.sql`
    select distinct vat_country, vat_bp from order_line where order_number = ${number}`),
]

it('previews the effects of another address, changes only those, and informs both email addresses (DESK-6, DESK-31)', async () => {
  const { number, holder } = await cardOrder(shop, { gift: vase, points: 2 })
  const read = await request(service, 'GET', `${number}/address`)
  expect(read.body).toMatchObject({
    contact: { contact_first_name: 'Anna', delivery_address_housenr: '12' },
    has_address: true,
    countries: ['NL', 'DE'],
  })
  const before = await shop.sql`select person, delivery from orders where number = ${number}`
  const tried = await request(service, 'POST', `${number}/address/preview`, inBerlin)
  expect(tried.body).toMatchObject({
    stands: read.body.stands,
    address: ['Unter den Linden 5', '10117 Berlin', 'DE'],
    country: { before: 'NL', after: 'DE' },
    vat: {
      before: [{ country: 'NL', bp: 2100, vat_cents: 174 }],
      after: [{ country: 'DE', bp: 1900, vat_cents: 160 }],
    },
    told: ['resolve@example.com', 'anna@example.com'],
    same: false,
  })
  expect(await shop.sql`select person, delivery from orders where number = ${number}`).toEqual(
    before,
  )

  const input = { ...inBerlin, stands: read.body.stands, reason: 'moved house' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => request(service, 'PUT', `${number}/address`, input)),
  )
  // A repeat after a lost response gets the same result; the change was written once.
  expect(answers.map(({ status, body }) => [status, body.told])).toEqual(
    Array.from({ length: 8 }, () => [200, ['resolve@example.com', 'anna@example.com']]),
  )
  const audited = await shop.sql`
    select from audit where action = 'order.address-changed' and subject_id = ${number}`
  expect(audited).toHaveLength(1)
  // A conflict lists the fields with their old and current values; a preview does the same.
  const { reason, ...asking } = { ...input, contact_telephone: '' }
  for (const { body } of [
    await request(service, 'PUT', `${number}/address`, { ...asking, reason }),
    await request(service, 'POST', `${number}/address/preview`, asking),
  ]) {
    expect(body.error?.code).toBe('changed-since')
    expect(body.changes).toEqual([
      { what: 'contact_email', before: 'anna@example.com', after: 'resolve@example.com' },
      {
        what: 'delivery_address_street',
        before: sampleContact.delivery_address_street,
        after: 'Unter den Linden',
      },
      { what: 'delivery_address_housenr', before: '12', after: '5' },
      {
        what: 'delivery_address_postal_code',
        before: sampleContact.delivery_address_postal_code,
        after: '10117',
      },
      {
        what: 'delivery_address_city',
        before: sampleContact.delivery_address_city,
        after: 'Berlin',
      },
      { what: 'delivery_address_country_code', before: 'NL', after: 'DE' },
    ])
  }
  expect(await vatOf(number)).toEqual([{ vat_country: 'DE', vat_bp: 1900 }])

  const reread = await request(service, 'GET', `${number}/address`)
  const same = { ...inBerlin, stands: reread.body.stands, reason: 'moved house' }
  expect((await request(service, 'PUT', `${number}/address`, same)).body.error?.code).toBe(
    'nothing-to-do',
  )
  const page = await jsonOf<{ events: { type: string; staff: string | null }[] }>(
    await service.request('GET', `/backoffice/api/orders/${number}`),
  )
  expect(page.events.map(({ type, staff }) => [type, staff])).toEqual([
    ['placed', null],
    ['address-changed', 'The service'],
  ])
  await shop.shop.jobs.drain()
  const mails = await shop.sql<{ recipient: string }[]>`
    select recipient from mail where template = 'order-changed' and split_part(subject_id, ':', 1) = ${number}
      and state = 'sent' order by 1`
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    'anna@example.com',
    'resolve@example.com',
  ])
  const [audit] = await shop.sql<{ after: unknown; reason: string; lines: number }[]>`
    select after, reason, count(*) over ()::integer as lines from audit where action = 'order.address-changed'`
  expect(audit).toMatchObject({
    lines: 1,
    reason: 'moved house',
    after: { country: 'DE', address: { changed: true } },
  })
  // The holder sees the change, and can still correct it.
  const { response } = await holder.done('order', { order_number: number })
  expect(JSON.stringify(response)).toContain('Unter den Linden')
  await holder.done('changeOrderAddress', { order_number: number, ...sampleContact })
  expect(await vatOf(number)).toEqual([{ vat_country: 'NL', vat_bp: 2100 }])
  expect((await checkBooks(shop.sql)).findings).toEqual([])
})

it('refuses orders in transit, orders of other channels, an unknown country, and another country after a refund', async () => {
  const { number } = await cardOrder(shop, { gift: vase, points: 6, quantity: 2 })
  const { body } = await request(service, 'GET', `${number}/address`)
  const input = { ...inBerlin, stands: body.stands, reason: 'moved house' }
  const abroad = { ...input, delivery_address_country_code: 'FR' }
  expect((await request(service, 'PUT', `${number}/address`, abroad)).status).toBe(400)
  const elsewhere = await staffClient(shop, 'service', ['2001'])
  await elsewhere.signIn()
  expect((await request(elsewhere, 'PUT', `${number}/address`, input)).status).toBe(404)

  const { id } = await jsonOf<{ id: string }>(
    await service.request('POST', `/backoffice/api/orders/${number}/credit-proposals`, {
      lines: [{ line: 1, quantity: 1 }],
      reason: 'goodwill',
    }),
  )
  await service.request('POST', '/backoffice/api/credits', { proposal: id })
  for (const [method, path] of [
    ['POST', 'address/preview'],
    ['PUT', 'address'],
  ] as const) {
    const refused = await request(service, method, `${number}/${path}`, input)
    expect(refused.body.error?.code).toBe('country-credited')
  }
  await shop.sql`update orders set changeable_until = now() - interval '1 minute' where number = ${number}`
  await submitOrder(shop.shop, number)
  for (const [method, path] of [
    ['GET', 'address'],
    ['POST', 'address/preview'],
    ['PUT', 'address'],
  ] as const) {
    const sent = await request(
      service,
      method,
      `${number}/${path}`,
      method === 'GET' ? undefined : input,
    )
    expect(sent.body.error?.code).toBe('released')
  }
  expect(await vatOf(number)).toEqual([{ vat_country: 'NL', vat_bp: 2100 }])
})
