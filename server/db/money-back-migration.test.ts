import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Transaction } from '#server/db/database.ts'
import { allMigrations } from '#server/db/migrate.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

/** As the shop wrote it before it knew how a refund ends. */
async function oldBooks(sql: Transaction) {
  await sql`set local session_replication_role = replica`
  await sql`
    insert into payment (key, id, provider, cart_guid, cart_version, voucher_id, cents, points, redirect_url,
      cancel_url, state, outcome, expires_at)
    select key, 'tr_' || state, 'mollie', gen_random_uuid(), 1, 1, 1000, 0, 'http://a', 'http://a', state, outcome,
      now()
    from (values (gen_random_uuid(), 'paid', 'refunded'), (gen_random_uuid(), 'canceled', 'let-go'))
      as made (key, state, outcome)`
  await sql`
    insert into refund (payment_key, cents, reason, state, provider_id, done_at)
    select key, 100, name, refund.state, provider_id, done_at
    from payment, (values
      ('sent', 'queued', null, null), ('taken', 'done', 're_1', now()), ('by hand', 'done', null, null),
      ('refused', 'failed', null, null), ('failed', 'failed', 're_2', now())
    ) as refund (name, state, provider_id, done_at)
    where payment.state = 'paid'`
}

it('asks again for refunds that were done as soon as they were taken (A3)', async () => {
  const { sql } = db
  await sql.unsafe('drop schema public cascade; create schema public')
  for (const { name, text } of await allMigrations()) {
    if (name.startsWith('006')) await sql.begin(oldBooks)
    await sql.begin((sql) => sql.unsafe(text))
  }
  const refunds = await sql`
    select reason, state, done_at is not null as ended, settled_note as note from refund order by reason`
  expect(refunds).toEqual([
    { reason: 'by hand', state: 'refused', ended: true, note: 'set to done by hand' },
    { reason: 'failed', state: 'failed', ended: true, note: null },
    { reason: 'refused', state: 'refused', ended: true, note: null },
    { reason: 'sent', state: 'waiting', ended: false, note: null },
    { reason: 'taken', state: 'queued', ended: false, note: null },
  ])
  const looked = await sql`
    select state, next_look_at is not null as looked from payment order by state`
  expect(looked).toEqual([
    { state: 'canceled', looked: false },
    { state: 'paid', looked: true },
  ])
})
