import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Transaction } from '#server/db/database.ts'
import { allMigrations } from '#server/db/migrate.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

/** Two vouchers: of one, points were taken back and others ended; of the other, points ended only. */
async function earlierBooks(sql: Transaction) {
  await sql`set local session_replication_role = replica`
  await sql`insert into purse (voucher_id, granted, expired) values (1, 48, 33), (2, 20, 5)`
  await sql`
    insert into ledger (id, voucher_id, kind, points, staff_id, at, month) overriding system value values
      (1, 1, 'grant', 18, null, '2025-01-01', '2025-01-01'), (2, 1, 'grant', 30, 7, '2025-01-02', '2025-01-01'),
      (3, 1, 'expire', 30, 7, '2025-02-02', '2025-02-01'), (4, 1, 'expire', 3, null, '2025-03-02', '2025-03-01'),
      (5, 2, 'grant', 20, null, '2025-03-02', '2025-03-01'), (6, 2, 'expire', 5, 7, '2025-03-02', '2025-03-01')`
  await sql`
    insert into points_given (key, voucher_id, points, ledger_id, staff_id, reason, at, back_id, back_by, back_at)
    values (gen_random_uuid(), 1, 30, 2, 7, 'broken', '2025-01-02', 3, 7, '2025-02-02')`
  await sql`
    insert into month_seal (month, version, contents, sums)
    values ('2025-02-01', 1, '{}', '{}'), ('2025-03-01', 1, '{}', '{}')`
  await sql`
    insert into webhook_endpoint (name, url, kinds, secret, made_at)
    values ('books', 'https://a.example', '{voucher.points_expired}', '\\x00', now()),
      ('orders', 'https://b.example', '{order.placed}', '\\x00', now())`
}

it('corrects points that were taken back before, and opens only the closed months that hold them (SAFE-16, B1)', async () => {
  const { sql } = db
  await sql.unsafe('drop schema public cascade; create schema public')
  for (const { name, text } of await allMigrations()) {
    if (name.startsWith('245')) await sql.begin(earlierBooks)
    await sql.begin((sql) => sql.unsafe(text))
  }
  const ledger = await sql`select id, kind from ledger order by id`
  expect(ledger.map(({ kind }) => kind as string)).toEqual([
    'grant',
    'grant',
    'take',
    'expire',
    'grant',
    'expire',
  ])
  const purses = await sql`
    select voucher_id, granted, expired, available from purse where voucher_id in (1, 2) order by voucher_id`
  expect([...purses]).toEqual([
    { voucher_id: 1, granted: 18, expired: 3, available: 15 },
    { voucher_id: 2, granted: 20, expired: 5, available: 15 },
  ])
  const sealed = await sql`select month::text from month_seal`
  expect([...sealed]).toEqual([{ month: '2025-03-01' }])
  const kinds = await sql`select kinds from webhook_endpoint order by id`
  expect(kinds.map((row) => row['kinds'] as string[])).toEqual([
    ['voucher.points_expired', 'voucher.points_taken'],
    ['order.placed'],
  ])
  await expect(sql`update ledger set kind = 'expire' where id = 3`).rejects.toThrow('append-only')
})
