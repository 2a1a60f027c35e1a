import { afterAll, beforeAll, expect, it } from 'vitest'

import { csvText, inEuros } from '#server/lists/csv-download.ts'
import { keysetPage } from '#server/lists/keyset-page.ts'
import { otherOrdersPaymentAndTags } from '#server/modules/orders/staff/order-context.sql.ts'
import {
  searchOrderNumbers,
  orderList,
  personSearchWords,
} from '#server/modules/orders/staff/order-list.sql.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let service: StaffClient
let reader: StaffClient
const TOWEL = { spliId: '1014-linen-towel-sea', points: 2 }
const numbers: string[] = []
beforeAll(async () => {
  shop = await testShop()
  service = await staffClient(shop, 'service')
  reader = await staffClient(shop, 'reader')
  await service.signIn()
  await reader.signIn()
  for (const email of ['anna@example.com', '=cmd@example.com', 'bea@example.org'])
    numbers.push((await sampleOrder(shop, { gifts: [TOWEL], email })).number)
})
afterAll(() => shop.stop())

type Listed = { number: string; person: { name: string; email: string }; flags: string[] }
type Page = { items: Listed[]; next: string | null; total: { count: number } }
const list = async (client: StaffClient, query: string) =>
  jsonOf<Page>(await client.request('GET', `/backoffice/api/orders?${query}`))
const found = async (client: StaffClient, search: string) =>
  (await list(client, `search=${encodeURIComponent(search)}`)).items.map(({ number }) => number)

it('lists the newest orders first, finds them by number, email, surname and code, and masks persons for roles without the right', async () => {
  const all = await list(service, '')
  expect(all.items.map(({ number }) => number).slice(0, 3)).toEqual(numbers.toReversed())
  const first = await list(service, 'limit=1')
  const second = await list(service, `limit=1&cursor=${first.next}`)
  expect([...first.items, ...second.items].map(({ number }) => number)).toEqual(
    numbers.toReversed().slice(0, 2),
  )
  const [number = ''] = numbers
  expect(await found(service, number)).toEqual([number])
  expect(await found(service, 'ANNA@example')).toEqual([number])
  expect((await found(service, 'vries')).sort()).toEqual([...numbers].sort())
  expect(await found(service, '%')).toEqual([])
  const [voucher] = await shop.sql<{ last3: string }[]>`
    select last3 from voucher join orders on voucher_id = voucher.id where number = ${number}`
  expect(await found(service, voucher?.last3 ?? '')).toContain(number)
  expect((await list(service, 'state=shipped')).items).toEqual([])
  expect((await list(service, 'to=2020-01-01')).items).toEqual([])
  expect((await service.request('GET', '/backoffice/api/orders?channel=2001')).status).toBe(404)

  // Staff without the right to read names cannot find orders by name, either.
  expect((await list(reader, '')).items[2]?.person).toEqual({
    name: 'A•••••',
    email: 'a•••••@••••.com',
    telephone: '•••••78',
  })
  expect(await found(reader, 'vries')).toEqual([])
  expect(await found(reader, number)).toEqual([number])
  const csv = await (await service.request('GET', '/backoffice/api/orders?as=csv&limit=1')).text()
  expect(csv.split('\r\n').filter(Boolean)).toHaveLength(1 + all.total.count)
  expect(csv).toContain(";'=cmd@example.com;")
  expect(await (await reader.request('GET', '/backoffice/api/orders?as=csv')).text()).not.toContain(
    'Vries',
  )
})

it('reads only the orders of the page, for each filter (DESK-12)', async () => {
  await shop.sql.begin(async (sql) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort'])
      await sql`select set_config(${`enable_${way}`}, 'off', true)`
    const plans: string[] = []
    for (const [asked, channels] of [
      [{}, null],
      [{}, ['1014']],
      [{ state: ['placed'] }, null],
      [{ channel: '1014' }, null],
    ] as const) {
      const { from, id } = orderList('nl', asked as never, channels, null)
      const rows = await sql<{ 'QUERY PLAN': string }[]>`
        explain select orders.number from ${from(sql)} and (placed_at, ${id(sql)}) < (now(), 5::bigint)
        order by placed_at desc, ${id(sql)} desc limit 50`
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
    }
    for (const plan of plans) {
      expect(plan).toMatch(/Index (Only )?Scan/)
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
    // The search uses one index for names and email addresses, as the search for recipients does.
    await sql`set local enable_bitmapscan = on`
    for (const typed of ['vries', 'anna@example']) {
      const rows = await sql<{ 'QUERY PLAN': string }[]>`
        explain select number from orders where ${personSearchWords(sql)} @@ recipient_search_query(${typed})`
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
        /Index Scan on orders_by_person/,
      )
    }
    expect(await searchOrderNumbers(sql, 'vries', { mayReadNames: true })).toHaveLength(3)
    expect(await searchOrderNumbers(sql, 'anna vri', { mayReadNames: true })).toHaveLength(3)
  })
})

it('finds the newest orders of a frequent surname, together with other filters (DESK-12)', async () => {
  const walk = shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    // The newest order is inserted last and comes after all others.
    await sql`
      insert into orders
      select (jsonb_populate_record(orders, jsonb_build_object('number', 8000000 + n, 'cart_guid', gen_random_uuid(),
        'capture_id', -n, 'placed_at', placed_at + make_interval(mins => n),
        'person', person || '{"prefix": "van", "surname": "Menigmans"}'))).*
      from orders, generate_series(1, 2001) n where number = ${numbers[0] ?? ''}`
    const find = (search: string, filters = {}, isUnlimited = false) =>
      searchOrderNumbers(sql, search, { mayReadNames: true, filters, isUnlimited })
    const newest = await find('van menigmans')
    expect(newest).toEqual(Array.from({ length: 501 }, (_, at) => String(8_002_001 - at)))
    // The list reports the limit as inexact; an export contains all orders.
    const { total } = await keysetPage(sql, orderList('nl', {}, null, newest), { limit: 10 })
    expect(total).toEqual({ count: 500, exact: false })
    expect(await find('van menigmans', {}, true)).toHaveLength(2001)
    const oldest = { ids: ['8000001', '8000002'], channel: '1014' }
    expect((await find('menigmans', oldest)).sort()).toEqual(oldest.ids)
    expect(await find('menigmans', { channel: '2001' })).toEqual([])
    // For a name that few of the newest orders have, older orders are found, too.
    await sql`
      update orders set person = person || '{"surname": "Wéinig"}'
      where number in (select (8000000 + n)::text from generate_series(1990, 2001) n) or number = '8000005'`
    expect(await find('weinig')).toHaveLength(13)
    throw new Error('rolled back')
  })
  await expect(walk).rejects.toThrow('rolled back')
})

it('searches a prefix of the last word, and the words before it as complete words (DESK-12)', async () => {
  const [queries] = await shop.sql`
    select recipient_search_query('de Vri') as words, recipient_search_query('de') as word, recipient_search_query('Anna-Bea') as hyphenated`
  expect(queries).toEqual({
    words: "'de' & 'vri':*",
    word: "'de':*",
    hyphenated: "'anna-bea':* | 'anna':* & 'bea':*",
  })
  expect((await found(service, 'de vri')).sort()).toEqual([...numbers].sort())
})

it('shows a complete order with its VAT, and the person only to staff with the right or after a recorded request (DESK-31)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const { number, holder } = await cardOrder(shop, { gift: vase, points: 2 })
  const page = await jsonOf(await service.request('GET', `/backoffice/api/orders/${number}`))
  expect(page).toMatchObject({
    number,
    masked: false,
    person: { name: 'Anna de Vries', email: 'anna@example.com' },
    points_paid: 2,
    cents_paid: 1000,
    vat: [{ country: 'NL', bp: 2100, cents: 1000, vat_cents: 174 }],
    lines: [{ line: 1, quantity: 1, left: 1, vat_bp: 2100 }],
    voucher: String(holder.voucherId),
    credits: [],
    waits_for_approval: false,
  })
  const masked = await jsonOf(await reader.request('GET', `/backoffice/api/orders/${number}`))
  expect(JSON.stringify(masked)).not.toMatch(/Vries|anna@|Zilverkade|1012AB/)
  expect(masked).toMatchObject({ masked: true, delivery: { address: ['Amsterdam', 'NL'] } })
  const merchandiser = await staffClient(shop, 'merchandiser')
  await merchandiser.signIn()
  const path = `/backoffice/api/orders/${number}/recipient`
  expect((await merchandiser.request('POST', path, { reason: 'curious' })).status).toBe(403)
  expect((await reader.request('POST', path, {})).status).toBe(400)
  const revealed = await jsonOf(
    await reader.request('POST', path, { reason: 'A call about the parcel' }),
  )
  expect(revealed).toMatchObject({ person: { name: 'Anna de Vries' } })
  const [line] = await shop.sql`
    select action, reason, subject_id from audit where action = 'personal-data.viewed'`
  expect(line).toEqual({
    action: 'personal-data.viewed',
    reason: 'A call about the parcel',
    subject_id: number,
  })
  expect((await service.request('GET', '/backoffice/api/orders/999')).status).toBe(404)
})

it('sends an email again for one of eight simultaneous requests, and again after ten seconds', async () => {
  const [number = ''] = numbers
  await shop.shop.jobs.drain()
  shop.clock.advance(11_000)
  const { mails } = await jsonOf<{ mails: { id: string }[] }>(
    await service.request('GET', `/backoffice/api/orders/${number}`),
  )
  await shop.sql`
    update orders set person = jsonb_set(person, '{email}', '"anna@right.example"') where number = ${number}`
  const sendAgain = () =>
    service.request('POST', `/backoffice/api/orders/${number}/mails`, { mail: mails[0]?.id ?? '' })
  const answers = await Promise.all(Array.from({ length: 8 }, sendAgain))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  shop.clock.advance(11_000)
  const [, other = ''] = numbers
  const strange = { mail: mails[0]?.id ?? '' }
  const elsewhere = await service.request('POST', `/backoffice/api/orders/${other}/mails`, strange)
  expect(elsewhere.status).toBe(404)
  expect((await sendAgain()).status).toBe(200)
  await shop.shop.jobs.drain()
  const sent = await shop.sql`
    select recipient, copy, state from mail where subject_id = ${number} and template = 'order-confirmation' order by copy`
  expect([...sent]).toEqual([
    { recipient: 'anna@example.com', copy: 0, state: 'sent' },
    { recipient: 'anna@right.example', copy: 1, state: 'sent' },
    { recipient: 'anna@right.example', copy: 2, state: 'sent' },
  ])
  const noted = await service.request('POST', `/backoffice/api/orders/${number}/notes`, {
    body: 'Called.',
  })
  expect(noted.status).toBe(200)
  expect(
    (await reader.request('POST', `/backoffice/api/orders/${number}/notes`, { body: 'x' })).status,
  ).toBe(403)
  const { notes } = await jsonOf<{ notes: { body: string; staff: string }[] }>(
    await service.request('GET', `/backoffice/api/orders/${number}`),
  )
  expect(notes).toMatchObject([{ body: 'Called.', staff: 'The service' }])
})

it('exports euros with two decimals in the format of the reader, and times with their zone (DESK-13)', async () => {
  const { number } = await cardOrder(shop, { gift: await shop.gift({ points: 5 }), points: 3 })
  const cellsFor = async (language: string) => {
    await shop.sql`update staff set language = ${language} where id = ${service.staffId}`
    const [head = '', line = ''] = (
      await (await service.request('GET', `/backoffice/api/orders?as=csv&search=${number}`)).text()
    ).split('\r\n')
    const cut = language === 'en' ? ',' : ';'
    const cells = line.split(cut)
    return Object.fromEntries(head.split(cut).map((name, at) => [name, cells[at]]))
  }
  const cents = { en: '10.00', nl: '10,00', de: '10,00' }
  for (const [language, euros_paid] of Object.entries(cents)) {
    const cells = await cellsFor(language)
    expect(cells).toMatchObject({ number, euros_paid })
    expect(cells['placed_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  await shop.sql`update staff set language = 'nl' where id = ${service.staffId}`
  // A negative amount is a number, not a formula to be escaped.
  const { lines } = csvText<number>('nl', { euros: inEuros, words: (cents) => `-${cents}` })
  expect(lines([-1050])).toBe("-10,50;'--1050\r\n")
})

it('names gift and variant in the reader’s language in list, order and file, and keeps the name that the recipient read (SAFE-16, C1)', async () => {
  const { number } = await sampleOrder(shop, { gifts: [TOWEL] })
  const named = await shop.sql<{ language: string; name: string }[]>`
    select language, name from product_text join article using (product_id)
    where sku = 'linen-towel-sea' and channel_id = '2'`
  const names = new Map(named.map(({ language, name }) => [language, name]))
  expect(new Set(names.values()).size).toBe(4)
  const variants: string[] = []
  for (const language of ['nl', 'en', 'de']) {
    const client = await staffClient(shop, 'service')
    await shop.sql`update staff set language = ${language} where id = ${client.staffId}`
    await client.signIn()
    const name = names.get(language)
    const listed = await jsonOf<{ items: { gifts: string }[] }>(
      await client.request('GET', `/backoffice/api/orders?search=${number}`),
    )
    expect(listed.items.map(({ gifts }) => gifts)).toEqual([name])
    const order = await jsonOf<{ lines: { variant: string }[] }>(
      await client.request('GET', `/backoffice/api/orders/${number}`),
    )
    const name_ordered = language === 'nl' ? null : names.get('nl')
    expect(order).toMatchObject({ lines: [{ name, name_ordered }] })
    variants.push(...order.lines.map(({ variant }) => variant))
    const csv = await client.request('GET', `/backoffice/api/orders?search=${number}&as=csv`)
    expect(await csv.text()).toContain(name)
  }
  expect(variants).toEqual(['Zee', 'Sea', 'Meer'])
})

it('shows the other orders of a voucher, and how it was paid, by indexes alone (PRODUCT-4)', async () => {
  const vase = await shop.gift({ points: 4, inStock: 9 })
  const first = await cardOrder(shop, { gift: vase, points: 2 })
  const order = await jsonOf<{ voucher: string; others: unknown[]; payment: { paid_at: string } }>(
    await service.request('GET', `/backoffice/api/orders/${first.number}`),
  )
  expect(order).toMatchObject({
    others: [],
    payment: { provider: 'sandbox' },
  })
  expect(Date.parse(order.payment.paid_at)).toBeGreaterThan(0)
  const [second = '', third = ''] = numbers
  await shop.sql`
    update orders set voucher_id = ${order.voucher} where number in ${shop.sql([second, third])}`
  const { others } = await jsonOf<{ others: { number: string }[] }>(
    await service.request('GET', `/backoffice/api/orders/${second}`),
  )
  expect(others.map(({ number }) => number)).toEqual([first.number, third])
  expect(others[0]).toMatchObject({ points: 2, cents: 1000 })
  const [listed] = (await list(service, `search=${first.number}`)).items
  expect(listed).toMatchObject({ points_paid: 2, cents_paid: 1000 })
  await shop.sql.begin(async (sql) => {
    await sql`set local enable_seqscan = off`
    const paymentKey = '00000000-0000-4000-8000-000000000000'
    const query = otherOrdersPaymentAndTags(sql, { number: second, voucherId: 1, paymentKey })
    const rows = await sql<{ 'QUERY PLAN': string }[]>`explain ${query}`
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/orders_voucher_id_idx/)
    expect(plan).toMatch(/payment_pkey/)
    expect(plan).not.toMatch(/Seq Scan/)
  })
})

it('lists the number of units of a gift and the picture of the first one (PRODUCT-4)', async () => {
  const { number } = await sampleOrder(shop, { gifts: [TOWEL], quantity: 4 })
  const { items } = await jsonOf<{ items: { gifts: string; picture: string }[] }>(
    await service.request('GET', `/backoffice/api/orders?search=${number}`),
  )
  expect(items[0]?.gifts).toMatch(/^4 × /)
  expect(items[0]?.picture).toContain('.')
})

it('tags an order once for eight simultaneous requests, finds it by tag, and reports changes of other colleagues (PRODUCT-4)', async () => {
  const { number } = await sampleOrder(shop, { gifts: [TOWEL] })
  const path = `/backoffice/api/orders/${number}/tags`
  const tag = () => service.request('PUT', path, { tags: ['VIP ', 'call back'], was: [] })
  const answers = await Promise.all(Array.from({ length: 8 }, tag))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const order = await jsonOf(await service.request('GET', `/backoffice/api/orders/${number}`))
  expect(order).toMatchObject({ tags: ['call back', 'vip'] })
  expect((await list(service, 'tag=VIP')).items.map((item) => item.number)).toEqual([number])
  expect((await list(service, 'tag=vi')).items).toEqual([])
  const outdated = await service.request('PUT', path, { tags: [], was: ['vip'] })
  expect(await jsonOf(outdated)).toMatchObject({ error: { code: 'changed-since' } })
  expect((await reader.request('PUT', path, { tags: ['x'], was: [] })).status).toBe(403)
  expect(
    (await service.request('PUT', path, { tags: ['vip'], was: ['vip', 'call back'] })).status,
  ).toBe(200)
  const lines = await shop.sql`
    select action from audit where action = 'order.tagged' and subject_id = ${number}`
  expect(lines).toHaveLength(2)
})
