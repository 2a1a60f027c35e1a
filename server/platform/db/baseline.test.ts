import { afterEach, beforeEach, expect, it } from 'vitest'

import { BASELINE, readBaseline } from '#server/platform/db/baseline.ts'
import { allMigrations, migrate } from '#server/platform/db/migrate.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { allFunctions } from '#server/platform/db/database-functions.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase('template0', { max: 4 })
})
afterEach(() => database.drop())

const tables = async () => {
  const rows = await database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`
  return rows.map(({ name }) => name)
}

it('creates the tables of an empty database and records the baseline', async () => {
  expect(await migrate(database.sql)).toBe((await allMigrations()).length)
  expect(await tables()).toEqual(
    expect.arrayContaining(['channel', 'ledger', 'mail_default', 'orders']),
  )
  const [first] = await database.sql`select name, hash from migration order by name limit 1`
  const { hash } = await readBaseline()
  expect(first).toEqual({ name: BASELINE, hash })
  expect(await migrate(database.sql)).toBe(0)
})

it('creates no table if a function does not match the tables', async () => {
  const current = await allFunctions()
  const wrong =
    'create or replace function stock_step(available integer) returns integer language sql as $$ select missing from stock $$;'
  await expect(
    migrate(database.sql, () => {}, { ...current, text: `${current.text}\n${wrong}` }),
  ).rejects.toThrow('column "missing" does not exist')
  expect(await tables()).toEqual(['migration'])
})

it('refuses a database of an earlier build before it writes to it', async () => {
  await database.sql`create table migration (name text primary key, hash text not null, at timestamptz not null default now())`
  await database.sql`insert into migration (name, hash) values ('001-shop.sql', 'x')`
  const sentence = /^An earlier build created this database/
  await expect(prepareTables(database.sql, () => {})).rejects.toThrow(sentence)
  await expect(migrate(database.sql)).rejects.toThrow(sentence)
  expect(await tables()).toEqual(['migration'])
})

it('refuses a database of another baseline', async () => {
  await migrate(database.sql)
  await database.sql`update migration set hash = 'x' where name = ${BASELINE}`
  await expect(migrate(database.sql)).rejects.toThrow(`created with another version of ${BASELINE}`)
})
