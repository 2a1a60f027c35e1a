import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { BASELINE } from '#server/platform/db/baseline.ts'
import { isConflict, type Sql } from '#server/platform/db/database.ts'
import { jobsIn } from '#server/platform/jobs/job-queue.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { backup } from '#tools/backup/backup.ts'
import { allTables } from '#tools/backup/backup-tables.ts'
import { restore } from '#tools/backup/restore.ts'
import { fillShopRecords } from '#server/testing/samples/sample-shop-records.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
let folder: string
let file: string
/** What went into the file; some tests go on selling. */
let saved: Record<string, string[]>

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'))
  file = path.join(folder, 'shop.backup')
  db = await testDatabase()
  await fillShopRecords(db.sql)
  await fillTheRest(db.sql)
  await backup({ sql: db.sql, file })
  saved = await contents(db.sql)
})
afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Data that COPY could get wrong: bytes, line breaks, nulls, infinity, and more than one chunk. */
async function fillTheRest(sql: Sql) {
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, at) => (at * 7919) % 256))
  await sql`insert into picture (hash, media_type, bytes) values (${'a'.repeat(32)}, 'image/png', ${bytes})`
  const value = 'a line\nand\tanother \\N \\. "quoted", ö €'
  await sql`insert into content ${sql([{ channel_id: '2', path: 'home', kind: 'text', key: 'k', language: 'nl', value }])}`
  await sql`insert into navigation_item (channel_id, id, parent_id) values ('2', 'top', null), ('2', 'sub', 'top')`
  await sql`insert into change_event (topic, subject) values ('channel', '2')`
  const clock = { now: () => new Date() }
  const jobs = jobsIn({ sql, clock, log: pino({ level: 'silent' }), metrics: createMetrics() })
  await jobs.send(sql, [{ name: 'refund', data: { key: 'later' } }])
}

async function contents(sql: Sql) {
  const all: Record<string, string[]> = {}
  for (const { name } of await allTables(sql)) {
    const rows = await sql.unsafe<{ row: string }[]>(
      `select t::text as row from ${name} t order by 1`,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

async function withEmpty(work: (sql: Sql) => Promise<void>) {
  const empty = await testDatabase()
  try {
    await work(empty.sql)
  } finally {
    await empty.drop()
  }
}

/** Excludes the VAT rates, which every shop starts with. */
const rowsIn = async (sql: Sql) => {
  const { 'public.vat_rate': rates = [], ...others } = await contents(sql)
  expect(rates).toHaveLength(27)
  return Object.values(others).flat().length
}

it('restores everything unchanged, with accounts that match', async () => {
  await withEmpty(async (sql) => {
    const { manifest, findings } = await restore({ sql, file })

    const before = await contents(db.sql)
    expect(await contents(sql)).toEqual(before)
    expect(before['public.orders']).toHaveLength(3)
    expect(before['public.job']).toHaveLength(1)
    expect(findings).toEqual([])
    expect(manifest.tables.find(({ name }) => name === 'public.orders')?.rows).toBe(3)
  })
})

it('continues the sequences of the shop', async () => {
  await withEmpty(async (sql) => {
    await restore({ sql, file })

    for (const [table, row] of [
      ['voucher_batch', { channel_id: '1014', points: 1 }],
      ['change_event', { topic: 'channel' }],
      ['order_event', { order_number: '2000001', type: 'seen' }],
    ] as const) {
      const next = async (sql: Sql) =>
        (await sql<{ id: number }[]>`insert into ${sql(table)} ${sql([row])} returning id`)[0]?.id
      expect(await next(sql)).toBe(await next(db.sql))
    }
    const number = async (sql: Sql) =>
      (await sql`select nextval('order_number') as n`)[0]?.['n'] as number
    expect(await number(sql)).toBe(await number(db.sql))
  })
})

it('leaves the triggers on', async () => {
  await withEmpty(async (sql) => {
    await restore({ sql, file })

    await expect(sql`delete from ledger`).rejects.toThrow('append-only')
    await sql`insert into ledger (voucher_id, kind, points) values (1, 'grant', 5)`
    const [balance] = await sql`select granted from voucher_balance where voucher_id = 1`
    expect(balance?.['granted']).toBe(25)
  })
})

it('replaces existing data only with --force', async () => {
  await withEmpty(async (sql) => {
    await fillShopRecords(sql)
    const before = await contents(sql)
    await expect(restore({ sql, file })).rejects.toThrow('already contains data')
    expect(await contents(sql)).toEqual(before)

    await restore({ sql, file, force: true })
    const [picture] = await sql`select length(bytes) as size from picture`
    expect(picture?.['size']).toBe(700_000)
  })
})

it('restores into a database that eight others write to, or reports that it cannot (B38)', async () => {
  await withEmpty(async (sql) => {
    await fillShopRecords(sql)
    const over = { yet: false }
    const written = { times: 0 }
    // Writers that lock in the shared order, as sales do, and one that locks in reverse.
    const writing = Array.from({ length: 8 }, async (_, index) => {
      const order = ['voucher_balance', 'cart', 'stock']
      if (index === 0) order.reverse()
      while (!over.yet) {
        await sql
          .begin(async (sql) => {
            for (const table of order) {
              await sql`lock table ${sql(table)} in row exclusive mode`
              await sql`select pg_sleep(0.005)`
            }
            written.times += 1
          })
          .catch((error: unknown) => {
            if (!isConflict(error)) throw error
          })
        await sql`select pg_sleep(0.02)`
      }
    })
    while (written.times < 8) await sql`select 1`
    try {
      await restore({ sql, file, force: true })
    } finally {
      over.yet = true
      await Promise.all(writing)
    }
    expect(await contents(sql)).toEqual(saved)

    const holding = await sql.reserve()
    await holding`begin`
    await holding`lock table cart in share mode`
    const stubborn = restore({ sql, file, force: true, patience: { tries: 2, each: '50ms' } })
    await expect(stubborn).rejects.toThrow(
      /Nothing was restored\. Stop the shop, then try again\.$/,
    )
    await holding`rollback`
    holding.release()
  })
})

it('refuses a file that was damaged anywhere, and changes nothing', async () => {
  const good = await readFile(file)
  const bad = path.join(folder, 'bad.backup')
  await withEmpty(async (sql) => {
    for (const at of [3, 25, Math.floor(good.length / 2), good.length - 40, good.length - 1]) {
      const bytes = Buffer.from(good)
      bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at)
      await writeFile(bad, bytes)
      await expect(restore({ sql, file: bad })).rejects.toThrow(/damaged|not a backup/)
    }
    for (const length of [0, 10, 100, Math.floor(good.length / 2), good.length - 1]) {
      await writeFile(bad, good.subarray(0, length))
      await expect(restore({ sql, file: bad })).rejects.toThrow(/damaged|not a backup/)
    }
    await expect(restore({ sql, file: path.join(folder, 'none') })).rejects.toThrow('ENOENT')
    expect(await rowsIn(sql)).toBe(0)
  })
})

it('undoes all of it when the database refuses a row at the end', async () => {
  const bad = path.join(folder, 'refused.backup')
  await withEmpty(async (sql) => {
    await copyFile(file, bad)
    await sql`alter table payment add constraint none_of_these check (cents < 0)`

    await expect(restore({ sql, file: bad })).rejects.toThrow('rows of public.payment were refused')
    expect(await rowsIn(sql)).toBe(0)
    const [next] = await sql`select nextval('order_number') as n`
    expect(next?.['n']).toBe(1_000_001)
  })
})

it('refuses the backup of another schema', async () => {
  await withEmpty(async (sql) => {
    await sql`update migration set hash = 'another' where name = ${BASELINE}`

    await expect(restore({ sql, file })).rejects.toThrow('another schema')
    expect(await rowsIn(sql)).toBe(0)
  })
})

it('is a snapshot of a running shop, in a file that only its owner can read', async () => {
  const live = path.join(folder, 'live.backup')
  // Points granted between the reads of balances and ledger would not add up. The rows read in between take a while.
  await db.sql`
    insert into session select sha256(n::text::bytea), 1, now(), now(), now() from generate_series(1, 60000) n`
  const written = { yet: false }
  const granting = [1, 2, 3, 4].map(async (voucher) => {
    while (!written.yet) {
      await db.sql`insert into ledger (voucher_id, kind, points) values (${voucher}, 'grant', 1)`
    }
  })
  // Awaited together, so that none continues after the test if another fails.
  const saving = backup({ sql: db.sql, file: live }).finally(() => (written.yet = true))
  await Promise.all([saving, ...granting])

  expect((await stat(live)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  await withEmpty(async (sql) => {
    expect((await restore({ sql, file: live })).findings).toEqual([])
  })
})

it('leaves no file if it fails', async () => {
  const gone = await testDatabase()
  const nowhere = path.join(folder, 'gone.backup')
  const [row] = await gone.sql`select pg_backend_pid()`
  expect(row).toBeDefined()
  await gone.sql`alter table migration rename to elsewhere`

  await expect(backup({ sql: gone.sql, file: nowhere })).rejects.toThrow('migration')
  await expect(backup({ sql: gone.sql, file: path.join(folder, 'no', 'such') })).rejects.toThrow(
    'ENOENT',
  )
  expect((await readdir(folder)).filter((name) => name.includes('gone'))).toEqual([])
  await gone.drop()
})
