import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { DeskAnswer } from '#contract/desk/desk-call.ts'
import { findOrder } from '#server/books/order-queries.ts'
import { checkBooks } from '#server/operations/check.ts'
import { allMonths, closeMonth } from '#server/operations/close-month.ts'
import { PLACES_OF_NAMES, MONTHS_OF_NAMES, rewriteFiles } from '#server/operations/rewrite-files.ts'
import { releaseOrder } from '#server/orders/fulfilment-jobs.ts'
import { settleLines } from '#server/orders/settle-lines.ts'
import { type ReleaseDesk, releaseDesk } from '#server/testing/release-desk.ts'
import { someone, type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

type Run = DeskAnswer<'retentionRun'>
const DAY = 24 * 3_600_000

let shop: TestShop
let owner: ReleaseDesk
let second: ReleaseDesk
let service: ReleaseDesk
let forgotten: { holder: TestHolder; number: string }
let kept: { holder: TestHolder; number: string }
let open: { holder: TestHolder; number: string }

/** Words that stand nowhere but in what is kept about one holder. */
const WORDS = [
  'Quirinia',
  'Zwaardvisser',
  'q.zwaardvisser',
  'Walvisbaan',
  'Driehoekshoek',
  '0687654321',
  'Duikplankafdeling',
  'gevelsteenrood',
  'plafondlampje',
  'kruidnagelthee',
]

beforeAll(async () => {
  shop = await testShop()
  shop.clock.advance(-300 * DAY)
  const signIn = async () => {
    owner = await releaseDesk(shop)
    second = await releaseDesk(shop)
    service = await releaseDesk(shop, 'service')
  }
  await shop.sql`select make_months(month_of(${shop.clock.now()}), 1)`
  await signIn()
  forgotten = await ordered({
    contact_first_name: 'Quirinia',
    contact_surname: 'Zwaardvisser',
    contact_email: 'q.zwaardvisser@firma.example',
    contact_telephone: '0687654321',
    delivery_address_street: 'Walvisbaan',
    delivery_address_city: 'Driehoekshoek',
  })
  await kindnesses(forgotten)
  kept = await ordered({ contact_surname: 'Blijvers', contact_email: 'blijvers@firma.example' })
  for (const { number } of [forgotten, kept]) {
    shop.clock.advance(31 * 60_000)
    await releaseOrder(shop.shop, number)
  }
  shop.clock.advance(20 * DAY)
  await settleLines(shop.shop)
  await shop.shop.jobs.drain({ evenLater: true })
  shop.clock.advance(20 * DAY)
  await shop.sql`select make_months(month_of(${shop.clock.now()}), 1)`
  open = await ordered(
    { contact_surname: 'Onderweg', contact_email: 'onderweg@firma.example' },
    'monta',
  )
  for (const { holder } of [forgotten, open]) await endsOn(holder, 30)
  await endsOn(kept.holder, 90)
  await shop.sql`update channel set settings = settings || '{"retention_months": 3}' where id = '1014'`
  shop.clock.advance(140 * DAY)
  // What was ordered last is sent for, and on its way.
  await shop.shop.jobs.drain({ evenLater: true })
  await signIn()
}, 60_000)
afterAll(() => shop.stop())

async function ordered(
  contact: Partial<Record<keyof typeof someone, string>>,
  delivery: 'dropship' | 'monta' = 'dropship',
) {
  const gift = await shop.gift({ delivery, points: 4 })
  const holder = await shop.holder({ firstName: contact.contact_first_name ?? 'Bo' })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await holder.done('saveAddress', { ...someone, ...contact })
  const { response } = await holder.done(
    'convertCart',
    { payment_method: 'FC', language: 'nl' },
    { idempotencyKey: `order of ${holder.voucherId}` },
  )
  return { holder, number: response.order_number }
}

/** Everywhere that somebody's name can come to stand. */
async function kindnesses({ holder, number }: { holder: TestHolder; number: string }) {
  await shop.sql`
    insert into recipient (voucher_id, batch_id, name, department, email, words, added_at)
    select id, batch_id, 'Quirinia Zwaardvisser', 'Duikplankafdeling', 'Q.Zwaardvisser@firma.example',
      'Dank, Quirinia!', ${shop.clock.now()} from voucher where id = ${holder.voucherId}`
  const told = [
    await service.tell('POST', `/vouchers/${holder.voucherId}/notes`, {
      body: 'Wil gevelsteenrood',
    }),
    await service.tell('POST', `/vouchers/${holder.voucherId}/points`, {
      points: 2,
      reason: 'Zwaardvisser belde over een plafondlampje',
      key: crypto.randomUUID(),
      granted: 20,
    }),
    await service.tell('POST', `/vouchers/${holder.voucherId}/points`, {
      points: 60,
      reason: 'Nog een plafondlampje',
      key: crypto.randomUUID(),
      granted: 22,
    }),
    await owner.tell('POST', `/orders/${number}/notes`, { body: 'Belt Quirinia terug' }),
  ]
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const waiting = (await owner.tell<{ items: { id: string }[] }>('GET', '/approvals?state=waiting'))
    .body.items
  for (const { id } of waiting)
    await owner.tell('POST', `/approvals/${id}/refuse`, { note: 'Geen kruidnagelthee' })
  const address = await service.tell<{ contact: Record<string, string>; stands: string }>(
    'GET',
    `/orders/${number}/address`,
  )
  const moved = await service.tell('PUT', `/orders/${number}/address`, {
    ...address.body.contact,
    delivery_address_housenr: '17',
    stands: address.body.stands,
    reason: 'Zwaardvisser is verhuisd',
  })
  expect(moved).toMatchObject({ status: 200 })
  await holder.done('askService', {
    contact_email: 'q.zwaardvisser@firma.example',
    subject: 'Kruidnagelthee',
    email_body: 'Groet, Quirinia',
  })
  await shop.sql`
    update service_request set state = 'closed' where voucher_id = ${holder.voucherId}`
}

const endsOn = ({ voucherId }: TestHolder, days: number) => shop.sql`
  update voucher set valid_until = ${new Date(shop.clock.now().getTime() + days * DAY)} where id = ${voucherId}`

/** The files that hold this database's tables, indexes and what the planner knows of them. */
async function foundInFiles(words: readonly string[]): Promise<string[]> {
  const [place] = await shop.sql<{ folder: string; oid: string }[]>`
    select current_setting('data_directory') as folder, oid::text from pg_database
    where datname = current_database()`
  const folder = path.join(place?.folder ?? '', 'base', place?.oid ?? '')
  await shop.sql`checkpoint`
  const found = new Set<string>()
  for (const name of await readdir(folder)) {
    const text = (await readFile(path.join(folder, name))).toString('latin1').toLowerCase()
    for (const word of words) if (text.includes(word.toLowerCase())) found.add(`${word} in ${name}`)
  }
  const named: string[] = []
  for (const one of found) {
    const [, file = ''] = one.split(' in ')
    const [row] = await shop.sql<{ name: string | null }[]>`
      select relname as name from pg_class where relfilenode = ${file.replace(/\..*/, '').replace(/_.*/, '')}::bigint`
    named.push(`${one} ${row?.name ?? ''}`)
  }
  return named
}

/** What has to be the same afterwards: every sum that anybody could ask for. */
const sums = () => shop.sql`
  select (select json_agg(purse order by voucher_id) from purse) as purses,
    (select json_agg(ledger order by id) from ledger) as ledger,
    (select json_agg(json_build_array(number, total_points, points_paid, cents_paid, state, delivery ->> 'kind',
      vat_country(delivery, channel_id)) order by number) from orders) as orders,
    (select json_agg(json_build_array(order_number, line, points, quantity, vat_country, vat_bp) order by 1) from order_line) as lines,
    (select count(*) from mail) as mails, (select count(*) from audit) as lines_of_audit`

it('counts who would be forgotten, asks a second person, forgets them by portions and leaves every sum (DESK-6)', async () => {
  const month = (await findOrder(shop.sql, forgotten.number))?.month ?? ''
  expect(await closeMonth(shop.sql, month)).toEqual([])
  const before = await sums()
  expect((await checkBooks(shop.sql)).findings).toEqual([])
  expect((await foundInFiles(WORDS)).length).toBeGreaterThan(WORDS.length)

  const looked = await owner.tell<Run>('POST', '/retention/runs', { channel: '1014' })
  expect(looked).toMatchObject({
    status: 200,
    body: {
      state: 'looked',
      months: 3,
      counts: { vouchers: 1, people: 1, orders: 1, questions: 1, notes: 2 },
      held: { order: 1 },
    },
  })
  const { id } = looked.body
  expect(await sums()).toEqual(before.map((row) => ({ ...row, lines_of_audit: expect.anything() })))
  expect((await service.tell('POST', '/retention/runs', { channel: '1014' })).status).toBe(403)

  const asks = (run: string) =>
    owner.tell<Run>('POST', `/retention/runs/${run}/ask`, { reason: 'Three months are over' })
  const asked = await Promise.all(Array.from({ length: 8 }, () => asks(id)))
  expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const approval = asked.find(({ status }) => status === 200)?.body.approval ?? ''
  expect(await owner.tell('POST', `/approvals/${approval}/approve`, {})).toMatchObject({
    status: 403,
  })
  const yes = await Promise.all(
    Array.from({ length: 8 }, () => second.tell('POST', `/approvals/${approval}/approve`, {})),
  )
  expect(yes.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])

  const run = async () => (await owner.tell<Run>('GET', `/retention/runs/${id}`)).body
  expect(await run()).toMatchObject({ state: 'working', forgotten: 0 })
  await shop.shop.jobs.drain()
  expect(await run()).toMatchObject({ state: 'rewriting', forgotten: 1 })
  expect(await rewriteFiles(shop.shop)).toBe(1)
  expect(await run()).toMatchObject({ state: 'done', too_large: [], log_at: expect.any(String) })

  expect(await foundInFiles(WORDS)).toEqual([])
  // Who is kept is kept, and so is what time has not come for.
  expect((await foundInFiles(['Blijvers', 'Onderweg'])).length).toBeGreaterThan(1)
  const [left] = await sums()
  const [was] = before
  expect({ ...left, lines_of_audit: 0 }).toEqual({ ...was, lines_of_audit: 0 })
  expect((await checkBooks(shop.sql, { all: true })).findings).toEqual([])
  // The month was opened for it, with a note of why, and is closed again.
  expect(await allMonths(shop.sql)).toContainEqual(
    expect.objectContaining({ month, state: 'closed', version: 2 }),
  )
  expect(await shop.sql`select why from month_opening`).toEqual([{ why: `run ${id} forgot names` }])

  // The case shows amounts alone, and nobody comes in.
  const seen = await service.tell<DeskAnswer<'voucherCase'>>(
    'GET',
    `/vouchers/${forgotten.holder.voucherId}`,
  )
  expect(seen.body).toMatchObject({
    state: 'forgotten',
    person: { name: '', mail: '', phone: '' },
    orders: [{ number: forgotten.number, points: 4 }],
  })
  const again = await owner.tell<Run>('POST', '/retention/runs', { channel: '1014' })
  expect(again.body).toMatchObject({ counts: { vouchers: 0 }, held: { order: 1 } })
  expect((await asks(again.body.id)).status).toBe(409)
})

it('looks everywhere that a table keeps somebody’s words (DESK-6)', async () => {
  const tables = await shop.sql<{ name: string }[]>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and column_name in ('voucher_id', 'order_number', 'email', 'recipient', 'person', 'first_name')
      and not exists (select from pg_inherits where inhrelid = c.table_name::regclass)
    order by 1`
  const nobody = [
    // Colleagues, suppliers and employers, who are no holders.
    ['staff', 'supplier', 'employer'],
    // Numbers, points, moments.
    [
      'ledger',
      'purse',
      'session',
      'stock_move',
      'order_line',
      'order_cancellation',
      'withdrawal_line',
    ],
    [
      'credit_line',
      'parcel_line',
      'purchase_order',
      'payment',
      'claim',
      'digital_piece',
      'visit',
      'wish',
      'voucher_days_before',
    ],
    ['voucher_code_next', 'voucher_expiry', 'retention_run', 'sandbox_warehouse_event'],
  ].flat()
  const known = new Set<string>([...nobody, ...PLACES_OF_NAMES, ...MONTHS_OF_NAMES])
  // A table that is new here: forget_holders() empties it, or it stands in the list above.
  expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})
