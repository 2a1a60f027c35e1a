import { afterEach, beforeEach, expect, it } from 'vitest'

import { BASELINE, readBaseline } from '#server/platform/db/baseline.ts'
import { allMigrations, migrate } from '#server/platform/db/migrate.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { allFunctions } from '#server/platform/db/database-functions.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
beforeEach(async () => {
  db = await testDatabase('template0', { max: 4 })
})
afterEach(() => db.drop())

const tables = async () => {
  const rows = await db.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`
  return rows.map(({ name }) => name)
}

it('creates the tables of an empty database and records the baseline', async () => {
  expect(await migrate(db.sql)).toBe((await allMigrations()).length)
  expect(await tables()).toEqual(
    expect.arrayContaining(['channel', 'ledger', 'mail_default', 'orders']),
  )
  const [first] = await db.sql`select name, hash from migration order by name limit 1`
  const { hash } = await readBaseline()
  expect(first).toEqual({ name: BASELINE, hash })
  expect(await migrate(db.sql)).toBe(0)
})

it('creates no table when a function does not fit the tables', async () => {
  const own = await allFunctions()
  const wrong =
    'create or replace function stock_step(available integer) returns integer language sql as $$ select missing from stock $$;'
  await expect(
    migrate(db.sql, () => {}, { ...own, text: `${own.text}\n${wrong}` }),
  ).rejects.toThrow('column "missing" does not exist')
  expect(await tables()).toEqual(['migration'])
})

it('refuses a database of an earlier build before it writes anything', async () => {
  await db.sql`create table migration (name text primary key, hash text not null, at timestamptz not null default now())`
  await db.sql`insert into migration (name, hash) values ('001-shop.sql', 'x')`
  const sentence = /^An earlier build created this database/
  await expect(prepareTables(db.sql, () => {})).rejects.toThrow(sentence)
  await expect(migrate(db.sql)).rejects.toThrow(sentence)
  expect(await tables()).toEqual(['migration'])
})

it('refuses a database of another baseline', async () => {
  await migrate(db.sql)
  await db.sql`update migration set hash = 'x' where name = ${BASELINE}`
  await expect(migrate(db.sql)).rejects.toThrow(`created with another version of ${BASELINE}`)
})
