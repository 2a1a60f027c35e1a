import { PassThrough } from 'node:stream'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect, type Sql } from '#server/platform/db/database.ts'
import { openShop } from '#server/start/open-shop.ts'
import type { RunningShop } from '#server/app/start-shop.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { testShop } from '#server/testing/test-shop.ts'
import { createVouchers } from '#server/modules/vouchers/create-vouchers.ts'
import {
  checkSecretKeys,
  checkSecretKeysOfShop,
  warnAboutMissingSecrets,
} from '#server/modules/vouchers/check-secret-keys.ts'
import { fillCatalogue } from '#server/testing/samples/sample-catalog.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await testDatabase('template_migrated')
  await fillCatalogue(db.sql)
})
afterEach(() => db.drop())

const keysOf = (peppers: string) => voucherKeys('salt', peppers)
const start = (peppers: string) => checkSecretKeys(db.sql, keysOf(peppers))
const command = (peppers: string) => checkSecretKeysOfShop(db.sql, keysOf(peppers))

/** The messages of a shop that is started with these secrets and stopped again. */
async function opened(sql: Sql, peppers: string) {
  const said: string[] = []
  let running: RunningShop | undefined
  await openShop({
    config: readConfig({
      GIFTPOINT_PEPPER: peppers,
      GIFTPOINT_VOUCHER_SALT: 'salt',
      PORT: '0',
      LOG_LEVEL: 'silent',
    }),
    sql,
    direct: sql,
    asOwner: (work) => work(sql),
    say: (line) => void said.push(line),
    stopSignal: new AbortController().signal,
    onRunning: (shop) => (running = shop),
    onListening: () => {},
    steps: { begin: () => {}, end: () => {} },
  })
  await running?.stop()
  return said
}

async function sell(peppers: string) {
  await createVouchers({
    sql: db.sql,
    voucherKeys: keysOf(peppers),
    channel: '1014',
    points: 1,
    count: 2,
    validFrom: null,
    validUntil: '2099-12-31',
    note: '',
    by: '',
    out: new PassThrough(),
  })
}

it('recognises a pepper by its name and refuses another secret under that name, at start and by command', async () => {
  await start('2026:right')
  await command('2026:right')
  for (const ask of [start, command]) {
    await expect(ask('2026:wrong')).rejects.toThrow(/secret of 2026 .*Set both as before/)
    await expect(ask('2027:new,2026:wrong')).rejects.toThrow(/2026/)
  }
  await expect(checkSecretKeys(db.sql, voucherKeys('pepper', '2026:right'))).rejects.toThrow(
    /or GIFTPOINT_VOUCHER_SALT, differs from earlier starts/,
  )
})

it('creates no codes with a pepper that the shop was never started with', async () => {
  await start('2026:right')
  await expect(command('laptop:not-a-secret')).rejects.toThrow(
    /never started with the pepper laptop, .*as in the shop \(2026\)/,
  )
  await start('2027:new,2026:right')
  await command('2027:new,2026:right')
})

it('names active vouchers that no configured pepper can read, and starts the shop for the others', async () => {
  await sell('2026:right')
  const said = await opened(db.sql, '2027:new')
  expect(said.join()).toContain('lacks 2026. Without it, 2 valid vouchers do not work')
  await start('2027:new,2026:right')
  expect(await warnAboutMissingSecrets(db.sql, keysOf('2027:new,2026:right'))).toBeUndefined()
  await db.sql`update voucher set valid_until = now() - interval '1 day', valid_from = '-infinity'`
  expect(await warnAboutMissingSecrets(db.sql, keysOf('2027:new'))).toBeUndefined()
})

it('starts without reading every voucher (B5 of growth)', async () => {
  await sell('2026:right')
  await db.sql`
    insert into voucher (batch_id, channel_id, lookup, pepper_id, last3)
    select batch_id, channel_id, sha256(n::text::bytea), pepper_id, last3
    from (select * from voucher limit 1) as one, generate_series(1, 20000) as n`
  await db.sql`analyze voucher`
  const read = async () => {
    const [row] = await db.sql<{ rows: number }[]>`
      select seq_tup_read::integer as rows from pg_stat_user_tables where relname = 'voucher'`
    return row?.rows ?? 0
  }
  // PostgreSQL counts the rows that a connection has read when it ends.
  await db.sql`select pg_stat_force_next_flush()`
  const before = await read()
  const sql = connect(db.settings)
  await opened(sql, '2026:right,2025:older')
  await sql.end()
  expect((await read()) - before).toBeLessThan(1000)
})

it('stores one of eight secrets that arrive at once', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, at) =>
      db.sql.begin((sql) => checkSecretKeys(sql, keysOf(`2026:secret-${at}`))),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('admits vouchers of the last pepper beside those of a new one, until the last one is removed (B29)', async () => {
  const rotated = await testShop({
    environment: { GIFTPOINT_PEPPER: 'second:a-new-secret,laptop:not-a-secret' },
  })
  await rotated.logIn('giftshop1')
  const fresh = await rotated.holder()
  const erased = await testShop({
    database: rotated.database,
    environment: { GIFTPOINT_PEPPER: 'second:a-new-secret' },
  })
  await erased.logIn(fresh.code)
  await expect(erased.logIn('giftshop1')).rejects.toThrow('rejected')
  await erased.stop()
  await rotated.stop()
})
