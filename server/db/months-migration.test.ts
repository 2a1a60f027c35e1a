import { afterAll, beforeAll, expect, it } from 'vitest'

import { connect, type Sql } from '#server/db/database.ts'
import { allMigrations, migrate } from '#server/db/migrate.ts'
import { checkBooks } from '#server/operations/check.ts'
import { closeMonth } from '#server/operations/close-month.ts'
import { BEFORE_MONTHS } from '#server/operations/closed-months.ts'
import { fillCatalogue } from '#server/testing/sample-catalogue.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

const eight = Array.from({ length: 8 }, (_, index) => index)
const CHANGED = [
  'ledger',
  'orders',
  'order_line',
  'order_event',
  'parcel',
  'stock_move',
  'mail',
  'order_cancellation',
  'withdrawal',
  'withdrawal_line',
]

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  const { sql } = db
  await sql.unsafe('drop schema public cascade; create schema public')
  await sql`create table migration (name text primary key, hash text not null, at timestamptz not null default now())`
  for (const { name, text, hash } of await allMigrations()) {
    if (name >= '035') continue
    await sql.begin(async (sql) => {
      await sql.unsafe(text)
      await sql`insert into migration (name, hash) values (${name}, ${hash})`
    })
  }
  await oldShop(sql)
})
afterAll(() => db.drop())

/** Forty holders, and orders of theirs in four months, by the functions and statements of before. */
async function oldShop(sql: Sql) {
  await sql.begin(async (sql) => {
    await fillCatalogue(sql)
    await sql`insert into stock_move (sku, quantity, reason) values ('mug', 500000, 'count')`
    await sql`insert into voucher_batch (channel_id, points) values ('1014', 100000)`
    await sql`
      insert into voucher (batch_id, channel_id, lookup, pepper_id, last3)
      select 1, '1014', sha256(n::text::bytea), 'test', 'abc' from generate_series(1, 40) n`
    await sql`insert into purse (voucher_id) select id from voucher`
    await sql`insert into ledger (voucher_id, kind, points) select id, 'grant', 100000 from voucher`
    await sql`insert into cart (voucher_id) select id from voucher`
  })
  for (const voucher of [1, 2, 3, 4, 5, 6, 7, 8]) {
    for (const months of [3, 2, 1, 0]) await order(sql, voucher, months)
  }
  await sql`update order_line set state = 'delivered'`
  await sql`update orders set state = 'delivered'`
  await sql`update mail set state = 'sent'`
  await sql`
    insert into order_event (order_number, type, source_id, at)
    select number, 'delivered', 'warehouse ' || number, now() - interval '70 days' from orders`
  await sql`update order_event set at = now() - interval '71 days' where type = 'placed'`
  await sql`insert into parcel (order_number, code) select number, '3S' || number from orders`
  await sql.begin(async (sql) => {
    await sql`
      insert into withdrawal (order_number, place, key, email, points, points_to_credit, cents_to_credit, at)
      select min(number), 1, gen_random_uuid(), 'a@b.example', 4, 4, 0, now() from orders`
    await sql`
      insert into withdrawal_line (withdrawal_number, order_number, line, quantity)
      select number, order_number, 1, 1 from withdrawal`
  })
  await sql`
    insert into order_event (order_number, type, description, at)
    select order_number, 'withdrawn', number, now() - interval '69 days' from withdrawal`
  await sql`
    insert into mail (template, subject_id, channel_id, language, recipient, state)
    select 'withdrawal-receipt', order_number || ':' || number, '1014', 'nl', 'a@b.example', 'sent' from withdrawal`
}

/** As a process of any version places it: in one transaction, by the function of the database. */
async function order(sql: Sql, voucher: number, monthsAgo = 0) {
  return sql.begin(async (sql) => {
    await sql`select lock_cart(${voucher}, null, true)`
    const line = {
      line: 1,
      spli_id: '1014-mug',
      sku: 'mug',
      name: 'Mok',
      brand: 'Z',
      picture: '',
      delivery_info: '',
      delivery_condition: 'monta',
      points: 4,
      quantity: 1,
      took_stock: true,
    }
    const [placed] = await sql<{ number: string }[]>`
      select new_number as number from place_order(
        (select guid from cart where voucher_id = ${voucher} and state = 'open'), '1014', 'nl',
        now() - make_interval(months => ${monthsAgo}), now(), 4, 4, 0, null, ${sql.json({ email: 'a@b.example' })},
        ${sql.json({ kind: 'home' })}, ${sql.json([line])})`
    return placed?.number ?? ''
  })
}

/** Every row by the columns of before, whatever came to it. */
async function rows(sql: Sql, columns: Map<string, string[]>) {
  const all: Record<string, string[]> = {}
  for (const [table, names] of columns) {
    const found = await sql<{ row: string }[]>`
      select told::text as row from (select ${sql(names)} from ${sql(table)}) as told order by 1`
    all[table] = found.map(({ row }) => row)
  }
  return all
}

it('brings a shop with orders to months while it sells: eight processes at once, no row lost or rewritten', async () => {
  const { sql } = db
  const columns = new Map<string, string[]>()
  for (const table of CHANGED) {
    const names = await sql<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0
        and not attisdropped and attgenerated = '' order by attnum`
    columns.set(
      table,
      names.map(({ name }) => name),
    )
  }
  const before = await rows(sql, columns)
  const [where] =
    await sql`select min(ctid)::text as place, max(xmin::text::bigint) as writer from order_event`

  const over = { yet: false }
  const sold: string[] = []
  const selling = [11, 12, 13, 14].map(async (voucher) => {
    while (!over.yet) sold.push(await order(sql, voucher))
  })
  while (sold.length < 4) await sql`select 1`
  const processes = eight.map(() => connect(db.settings, { max: 2 }))
  const done = await Promise.all(processes.map((one) => migrate(one)))
  over.yet = true
  await Promise.all(selling)
  await Promise.all(processes.map((one) => one.end()))
  const missing = (await allMigrations()).filter(({ name }) => name >= '035')
  expect(done.filter((count) => count > 0)).toEqual([missing.length])

  const after = await rows(sql, columns)
  for (const table of CHANGED) {
    expect(after[table], table).toEqual(expect.arrayContaining(before[table] ?? ['none']))
  }
  expect(await sql`select from orders where number in ${sql(sold)}`).toHaveLength(sold.length)
  const [still] = await sql`
    select min(ctid)::text as place, (select max(xmin::text::bigint) from order_event
      where type in ('delivered', 'withdrawn')) as writer
    from order_event_before`
  expect(still).toEqual(where)
  const late = await sql<{ part: string }[]>`
    select distinct tableoid::regclass::text as part from order_event where order_number = ${sold.at(-1) ?? ''}`
  expect(late[0]?.part).toMatch(/^order_event_(before|\d{4}_\d{2})$/)
  expect(await checkBooks(sql, { all: true })).toEqual({ findings: [] })
}, 240_000)

it('lets a process of before book rightly or not at all', async () => {
  const { sql } = db
  const [old] = await sql<{ number: string }[]>`select min(number) as number from orders`
  const number = old?.number ?? ''
  const count = async () =>
    (await sql`select from mail`).count + (await sql`select from order_event`).count
  const before = await count()
  await expect(sql`
    insert into order_event (order_number, type, source_id) values (${number}, 'delivered', ${`warehouse ${number}`})
    on conflict (source_id) do nothing`).rejects.toThrow('ON CONFLICT')
  await expect(sql`
    insert into order_event (order_number, type) values (${number}, 'cancelled')`).rejects.toThrow(
    'order_event_of_order',
  )
  await expect(sql`
    insert into stock_move (sku, quantity, reason, order_number) values ('mug', 1, 'cancel', ${number})`).rejects.toThrow(
    'stock_move_of_order',
  )
  expect(await count()).toBe(before)
  const fresh = await order(sql, 15)
  await sql`insert into order_event (order_number, type) values (${fresh}, 'address-changed')`
  const told = await sql`
    select voucher_id as voucher from order_event where order_number = ${fresh}`
  expect(told).toEqual([{ voucher: 15 }, { voucher: 15 }])
})

it('closes all that there was before the months, and says then whose it was', async () => {
  const { sql } = db
  const [unnamed] = await sql`select count(*) as count from order_event where voucher_id is null`
  expect(unnamed?.['count']).toBeGreaterThan(60)
  const unfinished = await closeMonth(sql, BEFORE_MONTHS)
  expect(unfinished.join()).toMatch(/^\d+ orders are on their way/)
  // What was sold while the tables changed is of before, too.
  await sql`update order_line set state = 'delivered' where month = ${BEFORE_MONTHS}`
  await sql`update orders set state = 'delivered' where month = ${BEFORE_MONTHS}`
  await sql`update mail set state = 'sent' where month = ${BEFORE_MONTHS}`
  await sql`update order_event set at = now() - interval '40 days' where month = ${BEFORE_MONTHS}`
  expect(await closeMonth(sql, BEFORE_MONTHS)).toEqual([])
  for (const table of ['order_line', 'order_event', 'parcel', 'stock_move', 'mail']) {
    const [left] = await sql`
      select count(*) as count from ${sql(table)}
      where month = ${BEFORE_MONTHS} and voucher_id is null ${table === 'stock_move' ? sql`and order_number is not null` : sql``}`
    expect(left?.['count'], table).toBe(0)
  }
  expect(await checkBooks(sql)).toEqual({ findings: [] })
  expect(await checkBooks(sql, { all: true })).toEqual({ findings: [] })
})
