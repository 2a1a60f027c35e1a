import { randomUUID } from 'node:crypto'
import {
  appendFile,
  copyFile,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  type SandboxDelivery,
  sandboxDelivery,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import { listOrdersOfVoucher, findOrder, saveEvent } from '#server/modules/orders/order.sql.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { connect, type Sql, type Transaction } from '#server/platform/db/database.ts'
import type { Query } from '#server/platform/db/driver/connection.ts'
import { sqlTag, type SqlValue } from '#server/platform/db/driver/sql.ts'
import { createMonths } from '#server/platform/db/create-month-partitions.sql.ts'
import { backup } from '#tools/backup/backup.ts'
import { allTables } from '#tools/backup/backup-tables.ts'
import { checkBooks, type Finding, findProblems } from '#tools/check/check.ts'
import {
  listMonthStates,
  closeMonth,
  openMonth,
} from '#server/modules/finance/periods/close-month.ts'
import { outsideMonths, TABLES_BY_MONTH } from '#server/modules/finance/periods/closed-months.ts'
import { storedBackups, pruneBackups } from '#tools/backup/stored-backups.ts'
import { restore } from '#tools/backup/restore.ts'
import { submitOrder } from '#server/modules/fulfilment/fulfilment.jobs.ts'
import { deliverDueLines } from '#server/modules/fulfilment/deliver-lines.timer.ts'
import { readWarehouseFeed } from '#server/modules/fulfilment/warehouse/warehouse-events.timer.ts'
import { sampleOrder } from '#server/testing/samples/sample-order.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

const DAY = 24 * 3_600_000
const eight = Array.from({ length: 8 }, (_, index) => index)

let database: TestDatabase
let delivery: SandboxDelivery
let shop: TestShop
let folder: string
/** Delivered by our warehouse half a year ago, in a month that has partitions. */
let delivered: { holder: TestHolder; number: string }
/** Sent by a supplier one month later, in a month without partitions. */
let supplied: { holder: TestHolder; number: string }

const monthOf = async (number: string) =>
  (await findOrder(shop.sql, number))?.month ?? 'no such order'

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'months-'))
  database = await testDatabase('template_world')
  delivery = sandboxDelivery({ sql: database.sql, clock: { now: () => shop.clock.now() } })
  shop = await testShop({ database, ports: { delivery } })
  shop.clock.advance(-200 * DAY)
  await shop.sql`select create_month_partitions(month_of(${shop.clock.now()}), 1)`
  const gift = await shop.gift({ points: 4, inStock: 9 })
  delivered = await sampleOrder(shop, { gifts: [gift], quantity: 2 })
  await deliver(delivered.number)
  shop.clock.advance(35 * DAY)
  supplied = await sampleOrder(shop, { gifts: [await shop.gift({ delivery: 'dropship' })] })
  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, supplied.number)
  shop.clock.advance(20 * DAY)
  await deliverDueLines(shop.shop)
  await shop.shop.jobs.drain({ includeScheduled: true })
  shop.clock.advance(200 * DAY - 35 * DAY - 20 * DAY - 62 * 60_000)
}, 240_000)
afterAll(async () => {
  const { findings } = await checkBooks(shop.sql, { all: true })
  await shop.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
  expect(findings).toEqual([])
})

async function deliver(number: string) {
  shop.clock.advance(31 * 60_000)
  await submitOrder(shop.shop, number)
  await shop.shop.jobs.drain({ includeScheduled: true })
  await delivery.advance(number, 'DELIVERED')
  while ((await readWarehouseFeed(shop.shop)) > 0);
  await shop.shop.jobs.drain({ includeScheduled: true })
}

class RolledBack extends Error {}

/** Applies damage, returns the findings of a complete or partial check, and rolls the damage back. */
async function findingsAfter(damage: string, all: boolean) {
  let findings: Finding[] = []
  await shop.sql
    .begin(async (sql: Transaction) => {
      await sql`set local session_replication_role = replica`
      await sql.unsafe(damage)
      findings = await findProblems(sql, { all })
      throw new RolledBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error
    })
  return findings.map(({ code, subject }) => `${code} ${subject}`)
}

it('stores the child rows of an order with its month and voucher, in the default partition if the month has none', async () => {
  for (const { number, holder } of [delivered, supplied]) {
    const month = await monthOf(number)
    for (const table of ['order_line', 'order_event', 'parcel', 'parcel_line', 'stock_movement']) {
      const rows = await shop.sql`
        select month::text, voucher_id as voucher from ${shop.sql(table)} where order_number = ${number}`
      expect(rows, table).toEqual(rows.map(() => ({ month, voucher: holder.voucherId })))
    }
    const mails = await shop.sql`
      select distinct month::text, voucher_id as voucher from mail
      where split_part(subject_id, ':', 1) = ${number}`
    expect(mails).toEqual([{ month, voucher: holder.voucherId }])
  }
  const parts = await shop.sql<{ part: string }[]>`
    select distinct tableoid::regclass::text as part from order_event
    where order_number in ${shop.sql([delivered.number, supplied.number])} order by part`
  const own = (await monthOf(delivered.number)).slice(0, 7).replace('-', '_')
  expect(parts.map(({ part }) => part)).toEqual([`order_event_${own}`, 'order_event_default'])
})

it('stores an email, an event and a parcel once, even if it is reported again in another month', async () => {
  const { number } = supplied
  const reportOnce = async () => {
    await queueMail(shop.shop, shop.sql, {
      template: 'order-shipped',
      subjectId: number,
      channelId: '1014',
      language: 'nl',
      recipient: 'anna@example.com',
    })
    return saveEvent(shop.sql, {
      number,
      type: 'reported',
      sourceId: 'reported once',
      at: shop.clock.now(),
    })
  }
  await Promise.all(eight.map(reportOnce))
  shop.clock.advance(40 * DAY)
  await Promise.all(eight.map(reportOnce))
  shop.clock.advance(-40 * DAY)
  const events = await shop.sql`select id from order_event where source_id = 'reported once'`
  expect(events).toHaveLength(1)
  const mails = await shop.sql`
    select id from mail where subject_id = ${number} and template = 'order-shipped'`
  expect(mails).toHaveLength(1)

  await shop.sql`delete from order_event where source_id = 'reported once'`
  await shop.sql`delete from mail where id = ${mails[0]?.['id'] as string}`
  await shop.sql`delete from job where data ->> 'id' = ${mails[0]?.['id'] as string}`
  await expect(shop.sql`
    insert into order_event (order_number, type) values (${number}, 'of this month')`).rejects.toThrow(
    'order_event_of_order',
  )
  await expect(
    shop.sql`update order_event set month = month_of(now()) where order_number = ${number}`,
  ).rejects.toThrow('stays in its month')
})

it('reads an order from the partitions of its month only', async () => {
  const queries: Query[] = []
  const { pool } = database.sql
  const recordingSql = Object.assign(
    sqlTag((sent) => {
      queries.push(sent)
      return pool.run(sent)
    }, true),
    { ...database.sql },
  )
  await findOrder(recordingSql, delivered.number)
  await listOrdersOfVoucher(recordingSql, delivered.holder.voucherId)
  const own = (await monthOf(delivered.number)).slice(0, 7).replace('-', '_')
  const orderQueries = queries.filter(({ text }) => text.includes('from orders'))
  expect(orderQueries).toHaveLength(2)
  for (const { text, values = [] } of orderQueries) {
    const plan = await shop.sql.begin(async (sql) => {
      // Small tables are read by a sequential scan anyway; this test checks that an index would be enough.
      await sql`set local enable_seqscan = off`
      return sql.unsafe(`explain (analyze, costs off) ${text}`, values as SqlValue[])
    })
    const lines = plan.map((row) => String(row['QUERY PLAN']))
    const read = lines.filter((line) => / on (order_event|parcel|mail)_(\d|default)/.test(line))
    const touched = read.filter((line) => !line.includes('never executed'))
    expect(touched.join('\n')).toMatch(new RegExp(`order_event_${own}`))
    expect(touched.filter((line) => !line.includes(own))).toEqual([])
    expect(touched.filter((line) => line.includes('Seq Scan'))).toEqual([])
  }
})

it('returns what prevents closing a month', async () => {
  const now = (await shop.sql`select month_of(now())::text as month`)[0]?.['month'] as string
  expect(await closeMonth(shop.sql, now)).toContain('it must have been over for a month')
  const month = await monthOf(delivered.number)
  const expectObstacle = async (change: string, obstacle: string) => {
    await shop.sql.unsafe(change)
    expect(await closeMonth(shop.sql, month)).toEqual([obstacle])
  }
  await expectObstacle(
    `update orders set state = 'shipped' where number = '${delivered.number}'`,
    'orders in progress (1)',
  )
  await shop.sql`update orders set state = 'delivered' where number = ${delivered.number}`
  await expectObstacle(
    `update mail set state = 'queued' where subject_id = '${delivered.number}' and template = 'order-confirmation'`,
    'emails not sent yet (1)',
  )
  await shop.sql`update mail set state = 'sent' where state = 'queued' and subject_id = ${delivered.number}`
  // Rows that no shop writes into a past month: inserted with triggers disabled.
  const withoutTriggers = async (...changes: string[]) =>
    shop.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`
      for (const change of changes) await sql.unsafe(change)
    })
  await withoutTriggers(`insert into order_event (order_number, month, voucher_id, type, source_id, at)
    select number, month, voucher_id, 'late', 'received now', now() from orders where number = '${delivered.number}'`)
  expect(await closeMonth(shop.sql, month)).toEqual([
    'changes to its orders within the last month (1)',
  ])
  const key = randomUUID()
  await withoutTriggers(
    `delete from order_event where source_id = 'received now'`,
    `insert into refund (payment_key, cents, reason) values ('${key}', 100, 'order-undone')`,
    `update orders set payment_key = '${key}', cents_paid = 500, points_paid = points_paid - 1
    where number = '${delivered.number}'`,
  )
  expect(await closeMonth(shop.sql, month)).toEqual(['refunds in progress (1)'])
  await withoutTriggers(
    `delete from refund where payment_key = '${key}'`,
    `update orders set payment_key = null, cents_paid = 0, points_paid = points_paid + 1
    where number = '${delivered.number}'`,
  )
  await expectObstacle(
    `insert into job (name, data) values ('submit-order', '{"number": "${delivered.number}"}')`,
    'jobs not run yet (1)',
  )
  await shop.sql`delete from job where data ->> 'number' = ${delivered.number}`
  await expectObstacle(
    `insert into ledger (voucher_id, kind, points, at) select ${delivered.holder.voucherId}, 'grant', 3, '${month}';
    insert into ledger (voucher_id, kind, points, at) select ${delivered.holder.voucherId}, 'reserve', 3, '${month}'`,
    'open reservations of points (1)',
  )
  await shop.sql`
    insert into ledger (voucher_id, kind, points, ends_id) select voucher_id, 'release', 3, id
    from ledger where voucher_id = ${delivered.holder.voucherId} and kind = 'reserve' and points = 3`
})

it('closes a month once for eight simultaneous requests, with all rows written before, and not at all after a crash', async () => {
  const month = await monthOf(delivered.number)
  // A transaction still writes to the month, and the hash itself is blocked.
  const writing = await shop.sql.reserve()
  await writing`begin`
  await writing`
    insert into order_event (order_number, month, voucher_id, type, at)
    select number, month, voucher_id, 'late', placed_at from orders where number = ${delivered.number}`
  const holding = await shop.sql.reserve()
  await holding`begin`
  await holding`lock table closed_month_hash in share mode`
  const own = connect(database.settings, { max: 1, name: 'killed' })
  const broken = closeMonth(own, month).catch((error: unknown) => error)
  const waitForLock = async (kind: string) => {
    for (;;) {
      const rows = await shop.sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = 'killed' and wait_event = ${kind}`
      if (rows[0]) return rows[0].pid
    }
  }
  await waitForLock('advisory')
  await writing`commit`
  writing.release()
  const pid = await waitForLock('relation')
  await shop.sql`select pg_terminate_backend(${pid})`
  expect(await broken).toBeInstanceOf(Error)
  await own.end({ timeout: 1 })
  await holding`rollback`
  holding.release()
  expect(await shop.sql`select from closed_month_hash`).toHaveLength(0)

  const closed = await Promise.all(eight.map(() => closeMonth(shop.sql, month)))
  expect(closed.filter((obstacle) => obstacle.length === 0)).toHaveLength(1)
  expect(new Set(closed.flat())).toEqual(new Set(['it is already closed']))
  const [closedMonth] = await shop.sql<{ rows: number }[]>`
    select (contents -> 'order_event' ->> 'rows')::integer as rows from closed_month_hash`
  const [events] = await shop.sql`select count(*) as count from order_event where month = ${month}`
  expect(closedMonth?.rows).toBe(events?.['count'])
  expect(await checkBooks(shop.sql)).toEqual({ findings: [] })
  expect(await checkBooks(shop.sql, { all: true })).toEqual({ findings: [] })
  expect((await listMonthStates(shop.sql)).find((state) => state.month === month)).toMatchObject({
    state: 'closed',
    version: 1,
  })
})

async function columnsOf(table: string) {
  const columns = await shop.sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0
      and not attisdropped order by attnum`
  return columns.map(({ name }) => name)
}

it('refuses every write to a closed month in the database', async () => {
  const month = await monthOf(delivered.number)
  for (const table of TABLES_BY_MONTH) {
    const list = shop.sql(await columnsOf(table))
    const entry = shop.sql`
      insert into ledger (voucher_id, kind, points, at) values (${delivered.holder.voucherId}, 'grant', 1, ${month})`
    const copy = shop.sql`
      insert into ${shop.sql(table)} (${list}) select ${list} from ${shop.sql(table)} where month = ${month}`
    const refusal = table === 'ledger' ? /append-only/ : /is closed/
    await expect(table === 'ledger' ? entry : copy, `insert into ${table}`).rejects.toThrow(
      'is closed',
    )
    await expect(
      shop.sql`update ${shop.sql(table)} set voucher_id = voucher_id where month = ${month}`,
      `update ${table}`,
    ).rejects.toThrow(table === 'stock_movement' ? /is closed|append-only/ : refusal)
    await expect(
      shop.sql`delete from ${shop.sql(table)} where month = ${month}`,
      `delete from ${table}`,
    ).rejects.toThrow(refusal)
  }
  // The holder still sees the order, and new orders are possible.
  const again = await shop.logIn(delivered.holder.code)
  expect((await again.done('order', { order_number: delivered.number })).response.state).toBe(
    'delivered',
  )
  await sampleOrder(shop, { gifts: [await shop.gift()] })
})

it('checks closed months by their stored sums, and finds a changed row only in a complete check', async () => {
  const month = (await monthOf(delivered.number)).slice(0, 7)
  const changed = `update order_event set description = 'x' where order_number = '${delivered.number}'`
  expect(await findingsAfter(changed, false)).toEqual([])
  expect(await findingsAfter(changed, true)).toEqual([`closed-month-differs ${month} order_event`])
  const lost = `delete from mail where subject_id = '${delivered.number}' and template = 'order-confirmation'`
  expect(await findingsAfter(lost, false)).toEqual([])
  expect(await findingsAfter(lost, true)).toContain(`closed-month-differs ${month} mail`)
  const { voucherId } = delivered.holder
  expect(
    await findingsAfter(
      `update voucher_balance set granted = granted + 1 where voucher_id = ${voucherId}`,
      false,
    ),
  ).toEqual([`balance-differs ${voucherId}`])
  expect(
    await findingsAfter('update stock set on_hand = on_hand + 1 where on_hand = 7', false),
  ).toContainEqual(expect.stringContaining('stock-differs'))
  expect(
    await findingsAfter(
      `update parcel set voucher_id = 1 where order_number = '${delivered.number}'`,
      true,
    ),
  ).toContain(`child-of-another ${delivered.number}`)
})

const contents = async (sql: Sql) => {
  const all: Record<string, string[]> = {}
  for (const { name } of await allTables(sql)) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select t::text as row from ${name} t order by 1`,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

it('writes a closed month once to a backup file of its own, and restores from both files or from one complete backup', async () => {
  const file = path.join(folder, 'first.backup')
  const { closed, tables } = await backup({ sql: shop.sql, file })
  const [part] = closed
  const monthFile = path.join(folder, part?.file ?? '')
  expect(closed).toEqual([
    { month: await monthOf(delivered.number), version: 1, file: expect.stringMatching(/^closed-/) },
  ])
  expect((await stat(monthFile)).mode & 0o777).toBe(0o600)
  const all = await contents(shop.sql)
  const month = await monthOf(delivered.number)
  for (const table of TABLES_BY_MONTH) {
    const [open] = await shop.sql.unsafe<{ count: number }[]>(
      `select count(*) as count from ${table} where ${outsideMonths([month])}`,
    )
    expect(tables.find(({ name }) => name === `public.${table}`)?.rows, table).toBe(open?.count)
    expect(open?.count, table).toBeLessThan(all[`public.${table}`]?.length ?? 0)
  }

  const before = await stat(monthFile)
  await backup({ sql: shop.sql, file: path.join(folder, 'second.backup') })
  expect((await stat(monthFile)).mtimeMs).toBe(before.mtimeMs)

  const empty = await testDatabase()
  await expect(restore({ sql: empty.sql, file: monthFile })).rejects.toThrow(
    'one closed month of a backup',
  )
  await appendFile(monthFile, 'damaged')
  await expect(restore({ sql: empty.sql, file })).rejects.toThrow('damaged')
  expect(await empty.sql`select from orders`).toHaveLength(0)
  await backup({ sql: shop.sql, file: path.join(folder, 'third.backup') })
  expect((await restore({ sql: empty.sql, file })).findings).toEqual([])
  expect(await contents(empty.sql)).toEqual(all)
  const parts = await empty.sql`
    select distinct tableoid::regclass::text as part from order_event where month = ${month}`
  expect(parts).toEqual([{ part: `order_event_${month.slice(0, 7).replace('-', '_')}` }])
  await expect(empty.sql`delete from mail where month = ${month}`).rejects.toThrow('is closed')

  await rm(monthFile)
  await expect(restore({ sql: empty.sql, file, force: true })).rejects.toThrow('ENOENT')
  await shop.sql`select 1`
  const alone = await mkdtemp(path.join(folder, 'alone-'))
  const completeFile = path.join(alone, 'complete.backup')
  expect((await backup({ sql: shop.sql, file: completeFile, all: true })).closed).toEqual([])
  expect(await readdir(alone)).toEqual(['complete.backup'])
  expect((await restore({ sql: empty.sql, file: completeFile, force: true })).findings).toEqual([])
  expect(await contents(empty.sql)).toEqual(all)
  expect((await readFile(completeFile)).length).toBeGreaterThan(0)
  await empty.drop()
}, 240_000)

it('reopens a month for late events but not for events received before, and can be closed again', async () => {
  const month = await monthOf(delivered.number)
  await shop.sql`update feed_cursor set position = 0`
  while ((await readWarehouseFeed(shop.shop)) > 0);
  expect(await shop.sql`select from closed_month_hash where month = ${month}`).toHaveLength(1)

  await delivery.advance(delivered.number, 'CARRIER_EXCEPTION')
  while ((await readWarehouseFeed(shop.shop)) > 0);
  expect((await findOrder(shop.sql, delivered.number))?.events.at(-1)?.type).toBe(
    'carrier_exception',
  )
  expect(await shop.sql`select month::text, version, why from closed_month_reopening`).toEqual([
    { month, version: 1, why: `the warehouse told late: order ${delivered.number}` },
  ])
  expect(await closeMonth(shop.sql, month)).toEqual([
    'changes to its orders within the last month (1)',
  ])
  await shop.sql`
    update order_event set at = at - interval '40 days' where order_number = ${delivered.number} and type = 'carrier_exception'`
  expect(await closeMonth(shop.sql, month)).toEqual([])
  const backupFolder = await mkdtemp(path.join(folder, 'stored-'))
  const { closed } = await backup({ sql: shop.sql, file: path.join(backupFolder, 'again.backup') })
  expect(closed).toMatchObject([{ month, version: 2 }])
  const [monthFile = ''] = closed.map(({ file }) => file)
  // An older file is stored only as long as a backup needs it, whatever the backup's name.
  await copyFile(path.join(folder, 'first.backup'), path.join(backupFolder, 'by hand.backup'))
  const older = (await storedBackups(backupFolder)).backups[1]?.missing[0] ?? ''
  expect(older).toMatch(/^closed-.*-1-/)
  await writeFile(path.join(backupFolder, older), '')
  expect(await pruneBackups(backupFolder)).toEqual([])
  await rm(path.join(backupFolder, 'by hand.backup'))
  const draft = path.join(backupFolder, 'next.backup.01234567.part')
  await writeFile(draft, '')
  // The files that an unfinished backup needs are not known yet.
  expect(await pruneBackups(backupFolder)).toEqual([])
  await rm(draft)
  expect((await storedBackups(backupFolder)).unneeded).toEqual([older])
  expect(await pruneBackups(backupFolder)).toEqual([older])
  expect((await readdir(backupFolder)).sort()).toEqual(['again.backup', monthFile].sort())
  expect((await storedBackups(backupFolder)).backups).toMatchObject([
    { file: 'again.backup', needs: [monthFile], missing: [] },
  ])

  // A holder whose delivery was only assumed can always withdraw, also when the month is closed.
  const later = await monthOf(supplied.number)
  expect(await closeMonth(shop.sql, later)).toEqual([])
  const holder = await shop.logIn(supplied.holder.code)
  const order_number = supplied.number
  await holder.done('withdrawOrder', { order_number, withdrawal_key: randomUUID() })
  expect((await listMonthStates(shop.sql)).find((state) => state.month === later)).toMatchObject({
    state: 'open',
  })
  expect(await openMonth(shop.sql, later, 'again')).toBe(false)
})

it('creates month partitions once for eight simultaneous requests, and none while another process holds the lock', async () => {
  const far = new Date('2031-02-03T00:00:00Z')
  const holding = await shop.sql.reserve()
  await holding`begin`
  await holding`lock table orders in row exclusive mode`
  await expect(createMonths(shop.sql, far)).rejects.toThrow('lock timeout')
  await holding`rollback`
  holding.release()
  const created = await Promise.all(eight.map(() => createMonths(shop.sql, far)))
  expect(created.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect(await createMonths(shop.sql, far)).toBe(0)
  const bounds = await shop.sql`
    select pg_get_expr(relpartbound, oid) as bounds from pg_class where relname = 'mail_2031_05'`
  expect(bounds).toEqual([{ bounds: "FOR VALUES FROM ('2031-05-01') TO ('2031-06-01')" }])
})

it('excludes closed months by ranges', () => {
  expect(outsideMonths([])).toBe('true')
  expect(outsideMonths(['2026-11-01', '2026-12-01', '2027-02-01'])).toBe(
    "(month < '2026-11-01' or month >= '2027-01-01' and month < '2027-02-01' or month >= '2027-03-01')",
  )
  expect(outsideMonths(['2026-12-01'])).toBe("(month < '2026-12-01' or month >= '2027-01-01')")
})
