import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkBooks } from '#tools/check/check.ts'
import { fillCatalogue } from '#server/testing/samples/sample-catalog.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { insertVouchersWithoutCode } from '#server/modules/vouchers/insert-batch-vouchers.sql.ts'

/** In the time of the shop's clock, which reports use. */
const GRANTED_AT = new Date('2030-06-01T10:00:00Z')

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await fillCatalogue(db.sql)
})
afterAll(() => db.drop())

it('books the points of a batch before any code exists, and admits nobody without a code', async () => {
  const made = await db.sql.begin(async (sql) => {
    const [batch] = await sql<{ id: number }[]>`
      insert into voucher_batch (channel_id, points, valid_until)
      values ('1014', 12, '2031-01-01T00:00:00Z') returning id`
    const id = batch?.id ?? 0
    const vouchers = await insertVouchersWithoutCode(sql, id, ['nl', 'fr', ''], GRANTED_AT)
    return { id, vouchers }
  })
  const rows = await db.sql`
    select lookup, last3, language, available, valid_until from voucher join voucher_balance on voucher_id = voucher.id
    where batch_id = ${made.id} order by voucher.id`
  const valid_until = new Date('2031-01-01T00:00:00Z')
  expect([...rows]).toEqual(
    ['nl', 'fr', ''].map((language) => ({
      lookup: null,
      last3: '',
      language,
      available: 12,
      valid_until,
    })),
  )
  expect(
    await db.sql`select distinct at from ledger where voucher_id = any(${made.vouchers})`,
  ).toEqual([{ at: GRANTED_AT }])
  expect((await checkBooks(db.sql)).findings).toEqual([])
  // The columns of a code are set together or not at all.
  for (const half of [{ last3: 'abc' }, { pepper_id: 'new' }, { lookup: Buffer.alloc(32) }]) {
    await expect(
      db.sql`update voucher set ${db.sql(half)} where id = ${made.vouchers[0] ?? 0}`,
    ).rejects.toThrow('check constraint')
  }
})
