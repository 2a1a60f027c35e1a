import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { ORDER_OPEN_DAYS } from '#domain/refunds/withdrawal.ts'
import { dueHolders, erasureHold } from '#server/modules/privacy/retention-due.sql.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import { updateWatchedTasks } from '#server/modules/tasks/watched-situations.sql.ts'
import { checkBooks } from '#tools/check/check.ts'
import { listMonthStates, closeMonth } from '#server/modules/finance/periods/close-month.ts'
import {
  TABLES_WITH_NAMES,
  MONTH_TABLES_WITH_NAMES,
  rewriteFiles,
} from '#server/modules/privacy/rewrite-month-tables.timer.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { deliverDueLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { type ReleaseClient, releaseClient } from '#server/testing/clients/release-client.ts'
import {
  sampleContact,
  type TestHolder,
  type TestShop,
  testShop,
} from '#server/testing/test-shop.ts'

type Run = StaffResponse<'erasureRun'>
const DAY = 24 * 3_600_000
const TOKEN = 'a token of the mail server'

let shop: TestShop
let owner: ReleaseClient
let second: ReleaseClient
let service: ReleaseClient
let erased: { holder: TestHolder; number: string }
let kept: { holder: TestHolder; number: string }
let open: { holder: TestHolder; number: string }

/** Words that occur only in the data of the erased holder. */
const NAMES = [
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
  shop = await testShop({
    environment: { MAIL_REPLY_TO: 'answers@post.example', MAIL_INBOUND_TOKEN: TOKEN },
  })
  shop.clock.advance(-300 * DAY)
  const signIn = async () => {
    owner = await releaseClient(shop)
    second = await releaseClient(shop)
    service = await releaseClient(shop, 'service')
  }
  await shop.sql`select create_month_partitions(month_of(${shop.clock.now()}), 1)`
  await signIn()
  erased = await ordered({
    contact_first_name: 'Quirinia',
    contact_surname: 'Zwaardvisser',
    contact_email: 'q.zwaardvisser@firma.example',
    contact_telephone: '0687654321',
    delivery_address_street: 'Walvisbaan',
    delivery_address_city: 'Driehoekshoek',
  })
  await storeNameEverywhere(erased)
  kept = await ordered({ contact_surname: 'Blijvers', contact_email: 'blijvers@firma.example' })
  for (const { number } of [erased, kept]) {
    shop.clock.advance(31 * 60_000)
    await submitOrder(shop.shop, number)
  }
  shop.clock.advance(20 * DAY)
  await deliverDueLines(shop.shop)
  await updateWatchedTasks(shop.shop)
  await shop.shop.jobs.drain({ includeScheduled: true })
  shop.clock.advance(20 * DAY)
  await shop.sql`select create_month_partitions(month_of(${shop.clock.now()}), 1)`
  open = await ordered(
    { contact_surname: 'Onderweg', contact_email: 'onderweg@firma.example' },
    'monta',
  )
  for (const { holder } of [erased, open]) await expireIn(holder, 30)
  await expireIn(kept.holder, 90)
  await shop.sql`update channel set settings = settings || '{"retention_months": 3}' where id = '1014'`
  shop.clock.advance(140 * DAY)
  // The last order is submitted to the warehouse and still open.
  await shop.shop.jobs.drain({ includeScheduled: true })
  await signIn()
}, 120_000)
afterAll(() => shop.stop())

async function ordered(
  contact: Partial<Record<keyof typeof sampleContact, string>>,
  delivery: 'dropship' | 'monta' = 'dropship',
  points = 20,
) {
  const gift = await shop.gift({ delivery, points: 4 })
  const holder = await shop.holder({ points, firstName: contact.contact_first_name ?? 'Bo' })
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await holder.done('saveAddress', { ...sampleContact, ...contact })
  const { response } = await holder.done(
    'convertCart',
    { payment_method: 'FC', language: 'nl' },
    { idempotencyKey: `order of ${holder.voucherId}` },
  )
  return { holder, number: response.order_number }
}

/** Stores the person's name in every table that can contain it. */
async function storeNameEverywhere({ holder, number }: { holder: TestHolder; number: string }) {
  await shop.sql`
    insert into recipient (voucher_id, batch_id, name, department, email, words, added_at)
    select id, batch_id, 'Quirinia Zwaardvisser', 'Duikplankafdeling', 'Q.Zwaardvisser@firma.example',
      'Dank, Quirinia!', ${shop.clock.now()} from voucher where id = ${holder.voucherId}`
  const told = [
    await service.request('POST', `/vouchers/${holder.voucherId}/notes`, {
      body: 'Wil gevelsteenrood',
    }),
    await service.request('POST', `/vouchers/${holder.voucherId}/points`, {
      points: 2,
      reason: 'Zwaardvisser belde over een plafondlampje',
      key: crypto.randomUUID(),
      granted: 20,
    }),
    await service.request('POST', `/vouchers/${holder.voucherId}/points`, {
      points: 60,
      reason: 'Nog een plafondlampje',
      key: crypto.randomUUID(),
      granted: 22,
    }),
    await owner.request('POST', `/orders/${number}/notes`, { body: 'Belt Quirinia terug' }),
  ]
  expect(told.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const waiting = (
    await owner.request<{ items: { id: string }[] }>('GET', '/approvals?state=waiting')
  ).body.items
  for (const { id } of waiting)
    await owner.request('POST', `/approvals/${id}/reject`, { note: 'Geen kruidnagelthee' })
  const address = await service.request<{ contact: Record<string, string>; stands: string }>(
    'GET',
    `/orders/${number}/address`,
  )
  const moved = await service.request('PUT', `/orders/${number}/address`, {
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
    update service_request set whole = 'Op maandag schreef Quirinia: kruidnagelthee'
    where voucher_id = ${holder.voucherId}`
  await answerAndClose(holder.voucherId)
}

/** Answers and closes the newest question, which also mails the person. */
async function answerAndClose(voucherId: number | null) {
  const [request] = await shop.sql<{ id: number; version: number }[]>`
    select id, version from service_request where voucher_id is not distinct from ${voucherId} order by id desc limit 1`
  const answered = await service.request('POST', `/inbox/${request?.id}/answers`, {
    key: crypto.randomUUID(),
    version: request?.version,
    body: 'Die staat klaar.',
    close: true,
  })
  expect(answered).toMatchObject({ status: 200 })
}

const expireIn = ({ voucherId }: TestHolder, days: number) => shop.sql`
  update voucher set valid_until = ${new Date(shop.clock.now().getTime() + days * DAY)} where id = ${voucherId}`

/** The database files (tables, indexes, planner statistics) that contain one of these words. */
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

/** Every total that must be the same afterwards. */
const sums = () => shop.sql`
  select (select json_agg(voucher_balance order by voucher_id) from voucher_balance) as voucher_balances,
    (select json_agg(ledger order by id) from ledger) as ledger,
    (select json_agg(json_build_array(number, total_points, points_paid, cents_paid, state, delivery ->> 'kind',
      vat_country(delivery, channel_id)) order by number) from orders) as orders,
    (select json_agg(json_build_array(order_number, line, points, quantity, vat_country, vat_bp) order by 1) from order_line) as lines,
    (select count(*) from mail) as mails, (select count(*) from audit) as lines_of_audit`

it('erases due recipients after a dry run and an approval, also from the database files, and changes no total (DESK-6)', async () => {
  const month = (await findOrder(shop.sql, erased.number))?.month ?? ''
  expect(await closeMonth(shop.sql, month)).toEqual([])
  const before = await sums()
  expect((await checkBooks(shop.sql)).findings).toEqual([])
  expect((await foundInFiles(NAMES)).length).toBeGreaterThan(NAMES.length)

  const looked = await owner.request<Run>('POST', '/privacy/erasure-runs', { channel: '1014' })
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
  expect((await service.request('POST', '/privacy/erasure-runs', { channel: '1014' })).status).toBe(
    403,
  )

  const asks = (run: string) =>
    owner.request<Run>('POST', `/privacy/erasure-runs/${run}/approval-request`, {
      reason: 'Three months are over',
    })
  const asked = await Promise.all(Array.from({ length: 8 }, () => asks(id)))
  expect(asked.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  const approval = asked.find(({ status }) => status === 200)?.body.approval ?? ''
  expect(await owner.request('POST', `/approvals/${approval}/approve`, {})).toMatchObject({
    status: 403,
  })
  const yes = await Promise.all(
    Array.from({ length: 8 }, () => second.request('POST', `/approvals/${approval}/approve`, {})),
  )
  expect(yes.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])

  const run = async () => (await owner.request<Run>('GET', `/privacy/erasure-runs/${id}`)).body
  expect(await run()).toMatchObject({ state: 'working', erased: 0 })
  // A transaction that started before and has read nothing yet may still read the old rows.
  const earlier = await shop.sql.reserve()
  await earlier`begin`
  await earlier.unsafe('select pg_current_xact_id()')
  await shop.shop.jobs.drain()
  expect(await rewriteFiles(shop.shop)).toBe(0)
  expect(await run()).toMatchObject({ state: 'rewriting', erased: 1 })
  await earlier`rollback`
  earlier.release()
  await expect.poll(() => rewriteFiles(shop.shop)).toBe(1)
  expect(await run()).toMatchObject({
    state: 'done',
    too_large: [],
    wal_position: expect.any(String),
  })

  expect(await foundInFiles(NAMES)).toEqual([])
  // Other holders stay, and so does data whose retention has not ended.
  expect((await foundInFiles(['Blijvers', 'Onderweg'])).length).toBeGreaterThan(1)
  const [left] = await sums()
  const [was] = before
  expect({ ...left, lines_of_audit: 0 }).toEqual({ ...was, lines_of_audit: 0 })
  expect((await checkBooks(shop.sql, { all: true })).findings).toEqual([])
  // The month was reopened for the erasure, with the reason noted, and closed again.
  expect(await listMonthStates(shop.sql)).toContainEqual(
    expect.objectContaining({ month, state: 'closed', version: 2 }),
  )
  expect(await shop.sql`select why from closed_month_reopening`).toEqual([
    { why: `run ${id} forgot names` },
  ])

  // The voucher's page shows amounts only, and the voucher cannot sign in.
  const seen = await service.request<StaffResponse<'voucherPage'>>(
    'GET',
    `/vouchers/${erased.holder.voucherId}`,
  )
  expect(seen.body).toMatchObject({
    state: 'erased',
    person: { name: '', mail: '', phone: '' },
    orders: [{ number: erased.number, points: 4 }],
  })
  const path = `/vouchers/${erased.holder.voucherId}`
  for (const [action, input] of [
    ['block', {}],
    ['unblock', {}],
    ['extend', { last_day: '2035-06-30', valid_until: null }],
  ] as const) {
    const told = await service.request('POST', `${path}/${action}`, {
      reason: 'They called',
      ...input,
    })
    expect([action, told.body]).toMatchObject([action, { error: { code: 'no-longer-possible' } }])
  }
  const again = await owner.request<Run>('POST', '/privacy/erasure-runs', { channel: '1014' })
  expect(again.body).toMatchObject({ counts: { vouchers: 0 }, held: { order: 1 } })
  expect((await asks(again.body.id)).status).toBe(409)
})

it('delays the erasure of a recipient with an open order, payment, mail, question or task (DESK-6)', async () => {
  const { number, holder } = kept
  const theirs = `voucher_id = ${holder.voucherId}`
  const payment = (outcome: string, state: string) => `
    insert into payment (key, provider, cart_guid, cart_version, voucher_id, cents, points, redirect_url, cancel_url,
      outcome, state, expires_at)
    select gen_random_uuid(), 'x', guid, 1, voucher_id, 500, 0, '', '', '${outcome}', '${state}', now() from cart where ${theirs} limit 1`
  const person = (state: string) => `
    insert into recipient (voucher_id, batch_id, name, email, mail_state, added_at)
    select id, batch_id, 'x', 'x@example.com', '${state}', now() from voucher where id = ${holder.voucherId}`
  const cause = (kind: string, about: string) => `
    insert into task (kind, subject, cause, reason, ${about === number ? 'order_number,' : ''} first_at, last_at)
    values ('${kind}', '${about}', 'x', 'x', ${about === number ? `'${number}',` : ''} now(), now())`
  const lastEvent = (before: string) => `
    update order_event set at = '${shop.clock.now().toISOString()}'::timestamptz - interval '${before}'
    where order_number = '${number}'`
  const reasons: [string | null, string[]][] = [
    ['order', [`update orders set state = 'released' where number = '${number}'`]],
    [
      'order',
      [
        `insert into replacement_offer (order_number, voucher_id, line, place, cause, token_hash, started_at, until, former)
        values ('${number}', ${holder.voucherId}, 1, 1, 'lost', sha256('x'), now(), now() + interval '1 day', '{}')`,
      ],
    ],
    ['order', [lastEvent(`${ORDER_OPEN_DAYS} days -1 minute`)]],
    [null, [lastEvent(`${ORDER_OPEN_DAYS} days 1 minute`)]],
    ['money', [payment('held', 'open')]],
    [
      'money',
      [
        `with paid as (${payment('refunded', 'paid')} returning key)
        insert into refund (payment_key, cents, reason) select key, 500, 'no-order' from paid`,
      ],
    ],
    [
      'money',
      [
        `insert into withdrawal (order_number, place, key, email, points, points_to_credit, cents_to_credit, at)
        values ('${number}', 1, gen_random_uuid(), 'x@example.com', 1, 1, 0, now())`,
      ],
    ],
    [
      'mail',
      [`update mail set state = 'queued' where split_part(subject_id, ':', 1) = '${number}'`],
    ],
    ['mail', [person('waiting')]],
    ['question', [`update service_request set voucher_id = ${holder.voucherId}, state = 'open'`]],
    ['task', [cause('unmatched-payment', number)]],
    [
      'task',
      [
        person('bounced'),
        cause('invitation-bounced', 'theirs'),
        `update task set subject = (select id::text from recipient where ${theirs}) where subject = 'theirs'`,
      ],
    ],
  ]
  const found: (string | null)[] = []
  for (const [, statements] of [[null, []] as [null, string[]], ...reasons]) {
    await shop.sql
      .begin(async (sql) => {
        // Each row as it would be stored, without triggers.
        await sql`set local session_replication_role = replica`
        for (const statement of statements) await sql.unsafe(statement)
        const [row] = await sql<{ why: string | null }[]>`
          select ${erasureHold(sql, sql`${holder.voucherId}::bigint`, shop.clock.now())} as why`
        found.push(row?.why ?? null)
        throw new Error('rolled back')
      })
      .catch((error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'rolled back') throw error
      })
  }
  expect(found).toEqual([null, ...reasons.map(([why]) => why)])
})

it('erases a contact without a voucher, with their mails, saved searches and audit exports (DESK-6)', async () => {
  const names = ['Wijnegem', 'f.wijnegem', 'dakraamkozijn']
  const letter = [
    'From: Floriske Wijnegem <f.wijnegem@elders.example>',
    'To: answers@post.example',
    'Subject: dakraamkozijn',
    'Message-ID: <one@elders.example>',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Waar blijft mijn dakraamkozijn?',
  ]
  const taken = await shop.request('/webhooks/incoming-mails', {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'message/rfc822' },
    body: letter.join('\r\n'),
  })
  expect(taken.status).toBe(200)
  const look = async () =>
    (await owner.request<Run>('POST', '/privacy/erasure-runs', { channel: '1014' })).body
  await answerAndClose(null)
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect((await look()).counts).toMatchObject({ strangers: 0 })
  shop.clock.advance(100 * DAY)
  owner = await releaseClient(shop)
  second = await releaseClient(shop)
  const saved = async (page: string, search: string) =>
    owner.request<{ id: string }>('POST', '/saved-views', {
      page,
      name: `${search} at ${page}`,
      shared: false,
      query: `search=${search}&sort=-at`,
    })
  const views = [
    await saved('vouchers', 'Floriske%20Wijnegem'),
    await saved('gifts', 'wijnegem'),
    await saved('orders', 'Onderweg'),
  ]
  expect(views.map(({ status }) => status)).toEqual([200, 200, 200])
  const file = await owner.request<{ id: string }>('POST', '/audit/exports', { search: 'wijnegem' })
  await shop.shop.jobs.drain()

  const ask = (run: Run) =>
    owner.request<Run>('POST', `/privacy/erasure-runs/${run.id}/approval-request`, {
      reason: 'Their time is over',
    })
  // A rejected run cannot be requested again; a run with changed data needs a new dry run.
  const unwanted = await look()
  const question = (await ask(unwanted)).body.approval
  await second.request('POST', `/approvals/${question}/reject`, { note: 'Not yet' })
  const stale = await look()
  await shop.sql`update service_request set state = 'open' where voucher_id is null`
  for (const one of [unwanted, stale]) {
    expect(await ask(one)).toMatchObject({
      status: 409,
      body: { error: { code: 'no-longer-possible' } },
    })
  }
  await shop.sql`update service_request set state = 'closed' where voucher_id is null`
  expect(await ask(unwanted)).toMatchObject({ status: 409 })

  const run = await look()
  expect(run.counts).toMatchObject({ strangers: 1, vouchers: 1 })
  const asked = await ask(run)
  const yes = await second.request('POST', `/approvals/${asked.body.approval}/approve`, {})
  expect(yes.status).toBe(200)
  expect((await ask(run)).body).toMatchObject({ error: { code: 'done-already' } })
  // A recipient with an open order at the time of the erasure is skipped.
  const setOrderState = (state: string) =>
    shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      await sql`update orders set state = ${state} where number = ${kept.number}`
    })
  await setOrderState('released')
  await shop.shop.jobs.drain()
  await setOrderState('delivered')
  const [spared] = await shop.sql`
    select anonymised_at from voucher where id = ${kept.holder.voucherId}`
  expect(spared).toEqual({ anonymised_at: null })
  const left = await shop.sql<{ page: string }[]>`select page from saved_view order by page`
  expect(left.map(({ page }) => page)).toEqual(['gifts', 'orders'])
  expect((await owner.request('GET', `/background-jobs/${file.body.id}`)).body).toMatchObject({
    file: null,
  })
  // Views of the gift list keep the word, so it would be found in the files.
  await shop.sql.begin(async (sql) => {
    await sql`delete from saved_view where page = 'gifts'`
    await sql`
      delete from audit_personal using audit where audit.id = audit_id
        and subject_kind = 'view' and subject_id = ${views[1]?.body.id ?? ''}`
    // The run itself makes the last change: tables are rewritten once no transaction can read the old rows.
    await sql`
      update retention_run set last_xid = pg_current_xact_id() where id = ${run.id}`
  })
  await expect.poll(() => rewriteFiles(shop.shop)).toBe(1)
  expect(await foundInFiles(names)).toEqual([])
  expect((await look()).counts).toMatchObject({ strangers: 0 })
  expect((await checkBooks(shop.sql, { all: true })).findings).toEqual([])
  // An erased sender cannot be answered, and nothing more is stored about them.
  const [thread] = await shop.sql<{ id: string; version: number }[]>`
    select id::text, version from service_request where erased_at is not null`
  for (const action of ['answers', 'notes']) {
    expect(
      await owner.request('POST', `/inbox/${thread?.id}/${action}`, {
        key: randomUUID(),
        version: thread?.version,
        body: 'Lieve Floriske',
      }),
    ).toMatchObject({ status: 409, body: { error: { code: 'sender-erased' } } })
  }
  // A new mail from the sender, even a reply to an old one, starts a new thread.
  const [answered] = await shop.sql<{ id: string }[]>`
    select mail.id from mail where template = 'service-answer' and split_part(subject_id, ':', 1) in (
      select id::text from service_message where request_id = ${thread?.id ?? ''}) limit 1`
  const reply = await shop.request('/webhooks/incoming-mails', {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'message/rfc822' },
    body: letter
      .filter((line) => !line.startsWith('Message-ID'))
      .join('\r\n')
      .replace(
        'Subject:',
        `In-Reply-To: <${answered?.id}@post.example>\r\nMessage-ID: <two@elders.example>\r\nSubject:`,
      ),
  })
  expect(await reply.json()).toMatchObject({ outcome: 'begun' })
  await shop.sql`delete from incoming_mail where key like '%two@elders%'`
  // A later message in the thread restarts its retention.
  await shop.sql`
    update service_request set since = erased_at + interval '1 hour', body = 'Nog eens' where erased_at is not null`
  expect((await look()).counts).toMatchObject({ strangers: 0 })
  shop.clock.advance(100 * DAY)
  owner = await releaseClient(shop)
  expect((await look()).counts).toMatchObject({ strangers: 1 })
})

it('erases the recipient of a voucher without expiry after their last activity, and keeps the remaining points (DESK-6)', async () => {
  await shop.sql`select create_month_partitions(month_of(${shop.clock.now()}), 8)`
  const rich = await ordered({ contact_first_name: 'Eline', contact_surname: 'Eindeloos' })
  const spent = await ordered(
    { contact_first_name: 'Sofie', contact_surname: 'Schoonop' },
    'dropship',
    4,
  )
  shop.clock.advance(31 * 60_000)
  for (const { number } of [rich, spent]) await submitOrder(shop.shop, number)
  shop.clock.advance(20 * DAY)
  await deliverDueLines(shop.shop)
  await updateWatchedTasks(shop.shop)
  await shop.shop.jobs.drain({ includeScheduled: true })
  const look = async () => {
    owner = await releaseClient(shop)
    second = await releaseClient(shop)
    service = await releaseClient(shop, 'service')
    return (await owner.request<Run>('POST', '/privacy/erasure-runs', { channel: '1014' })).body
  }
  service = await releaseClient(shop, 'service')
  owner = await releaseClient(shop)
  // A requested erasure is refused within a month of the last event, with the date when it becomes possible.
  const personal = async ({ holder }: typeof rich) =>
    (
      await service.request<StaffResponse<'personalData'>>(
        'GET',
        `/vouchers/${holder.voucherId}/personal-data`,
      )
    ).body
  const soon = await personal(spent)
  expect(soon).toMatchObject({ held: 'order', due: expect.any(String) })
  const erase = () =>
    service.request<{ error: { code: string } }>(
      'POST',
      `/vouchers/${spent.holder.voucherId}/personal-data/erase`,
      { reason: 'Gevraagd' },
    )
  const tooSoon = await erase()
  expect([tooSoon.status, tooSoon.body.error.code]).toEqual([409, 'not-over'])
  expect(Date.parse(soon.held_until ?? '')).toBeGreaterThan(shop.clock.now().getTime() + 10 * DAY)
  shop.clock.advance(60 * DAY)
  const early = await look()
  shop.clock.advance(40 * DAY)
  const run = await look()
  expect(run.counts.vouchers - early.counts.vouchers).toBe(2)
  expect(await personal(spent)).toMatchObject({ held: null, held_until: null, due: soon.due })
  const asked = await owner.request<Run>(
    'POST',
    `/privacy/erasure-runs/${run.id}/approval-request`,
    {
      reason: 'Lang stil',
    },
  )
  const yes = await second.request('POST', `/approvals/${asked.body.approval}/approve`, {})
  expect(yes.status).toBe(200)
  await shop.shop.jobs.drain()

  const seen = async ({ holder }: typeof rich) =>
    (await service.request<StaffResponse<'voucherPage'>>('GET', `/vouchers/${holder.voucherId}`))
      .body
  expect(await seen(spent)).toMatchObject({ state: 'erased', person: { name: '', mail: '' } })
  const left = await seen(rich)
  expect((await personal(rich)).due).toBeNull()
  expect(left).toMatchObject({ person: { name: '', mail: '' } })
  expect(left.state).not.toBe('erased')
  const [balance] = await shop.sql<{ available: number }[]>`
    select available from voucher_balance where voucher_id = ${rich.holder.voucherId}`
  expect(balance).toEqual({ available: 16 })
  expect((await look()).counts).toMatchObject({ vouchers: 0, people: 0 })
  // A later visit starts a new retention period.
  const seenAt = shop.clock.now()
  shop.clock.advance(100 * DAY)
  const others = await look()
  await shop.sql`
    insert into visit (voucher_id, at, seen_at) values (${rich.holder.voucherId}, ${seenAt}, ${seenAt})`
  expect((await look()).counts.vouchers).toBe(others.counts.vouchers + 1)
  expect((await checkBooks(shop.sql, { all: true })).findings).toEqual([])
})

it('does not delay an erasure because of an order that is completely cancelled, credited or withdrawn (DESK-6)', async () => {
  await shop.sql`select create_month_partitions(month_of(${shop.clock.now()}), 1)`
  const contact = { contact_first_name: 'Tess', contact_surname: 'Terug' }
  const byHolder = await ordered(contact)
  const byStaff = await ordered(contact)
  const sentFor = await ordered(contact)
  await byHolder.holder.done('cancelOrder', { order_number: byHolder.number })
  owner = await releaseClient(shop)
  second = await releaseClient(shop)
  service = await releaseClient(shop, 'service')
  const proposal = await owner.request<{ id: string }>(
    'POST',
    `/orders/${byStaff.number}/credit-proposals`,
    { lines: [{ line: 1, quantity: 1 }], reason: 'cancelled' },
  )
  const credited = await owner.request('POST', '/credits', { proposal: proposal.body.id })
  expect(credited).toMatchObject({ status: 200 })
  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, sentFor.number)
  await shop.shop.jobs.drain()
  const erase = ({ holder }: typeof byStaff) =>
    service.request<{ approval: string; error?: { code: string } }>(
      'POST',
      `/vouchers/${holder.voucherId}/personal-data/erase`,
      { reason: 'Gevraagd' },
    )
  expect((await erase(sentFor)).body.error?.code).toBe('not-over')
  // Delivered and withdrawn but not credited yet: its money is still open. Then it is settled.
  await shop.sql`update order_line set state = 'delivered' where order_number = ${sentFor.number}`
  await shop.sql`update orders set state = 'delivered' where number = ${sentFor.number}`
  await shop.sql`
    insert into order_event (order_number, month, type, at)
    select number, month, 'delivered', ${shop.clock.now()}::timestamptz from orders where number = ${sentFor.number}`
  await sentFor.holder.done('withdrawOrder', {
    order_number: sentFor.number,
    withdrawal_key: crypto.randomUUID(),
  })
  await shop.shop.jobs.drain()
  expect((await erase(sentFor)).body.error?.code).toBe('not-over')
  const back = await owner.request<{ id: string }>(
    'POST',
    `/orders/${sentFor.number}/credit-proposals`,
    { withdrawal: `${sentFor.number}-W1`, goods: 'shelf', reason: 'withdrawn' },
  )
  expect(await owner.request('POST', '/credits', { proposal: back.body.id })).toMatchObject({
    status: 200,
  })
  await shop.shop.jobs.drain()
  await updateWatchedTasks(shop.shop)
  for (const [one, state] of [
    [byHolder, 'cancelled'],
    [byStaff, 'cancelled'],
    [sentFor, 'delivered'],
  ] as const) {
    const [order] = await shop.sql`select state from orders where number = ${one.number}`
    expect(order).toEqual({ state })
    const asked = await erase(one)
    expect(asked).toMatchObject({ status: 200 })
    const yes = await second.request('POST', `/approvals/${asked.body.approval}/approve`, {})
    expect(yes.status).toBe(200)
    await shop.shop.jobs.drain()
    const seen = await service.request('GET', `/vouchers/${one.holder.voucherId}`)
    expect(seen.body).toMatchObject({ state: 'erased', person: { name: '', mail: '' } })
  }
  await deliverDueLines(shop.shop)
  await updateWatchedTasks(shop.shop)
  await shop.shop.jobs.drain({ includeScheduled: true })
  expect((await checkBooks(shop.sql, { all: true })).findings).toEqual([])
})

it('erases or lists each table with personal data (DESK-6)', async () => {
  const tables = await shop.sql<{ name: string }[]>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and column_name in ('voucher_id', 'order_number', 'email', 'recipient', 'person', 'first_name')
      and not exists (select from pg_inherits where inhrelid = c.table_name::regclass)
    order by 1`
  const withoutHolderNames = [
    // Staff, suppliers and employers are no voucher holders.
    ['staff', 'supplier', 'employer', 'employer_user'],
    // Only numbers, points and times.
    [
      'ledger',
      'voucher_balance',
      'session',
      'stock_movement',
      'order_line',
      'order_cancellation',
      'withdrawal_line',
    ],
    [
      'credit_line',
      'parcel_line',
      'purchase_order',
      'payment',
      'voucher_activation',
      'digital_item',
      'visit',
      'wishlist_item',
    ],
    ['pending_voucher_code', 'voucher_expiry', 'retention_run', 'sandbox_warehouse_event'],
  ].flat()
  const known = new Set<string>([
    ...withoutHolderNames,
    ...TABLES_WITH_NAMES,
    ...MONTH_TABLES_WITH_NAMES,
  ])
  // For a new table, let erase_holders() empty it, or add it to the list above.
  expect(tables.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

it('counts retention months in the channel’s time zone, also across the end of summer time (DESK-6)', async () => {
  const holder = await shop.holder({ points: 3 })
  const [zone] = await shop.sql<{ time_zone: string }[]>`
    select time_zone from channel where id = '1014'`
  // Midnight in Amsterdam in summer time. A month later it is winter time.
  await shop.sql`
    update voucher set valid_until = '2023-10-25T22:00:00Z' where id = ${holder.voucherId}`
  const isOver = async (at: string) => {
    const found = await shop.sql`
      select from (${dueHolders(shop.sql, { channel: shop.sql`'1014'`, asOf: new Date(at), months: shop.sql`1` })}) found
      where voucher_id = ${holder.voucherId}`
    return found.count === 1
  }
  try {
    expect(await isOver('2023-11-25T22:30:00Z')).toBe(false)
    expect(await isOver('2023-11-25T23:00:00Z')).toBe(true)
    await shop.sql`update channel set time_zone = 'America/New_York' where id = '1014'`
    // In New York summer time ends later, within the month.
    expect(await isOver('2023-11-25T22:30:00Z')).toBe(false)
    expect(await isOver('2023-11-25T23:00:00Z')).toBe(true)
    await shop.sql`update channel set time_zone = 'Asia/Tokyo' where id = '1014'`
    expect(await isOver('2023-11-25T22:00:00Z')).toBe(true)
  } finally {
    await shop.sql`update channel set time_zone = ${zone?.time_zone ?? ''} where id = '1014'`
  }
})
