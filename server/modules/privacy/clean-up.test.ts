import { afterAll, beforeAll, expect, it } from 'vitest'

import { CLEANUP_KINDS, CLEANUP_RULES, type CleanupRule } from '#domain/privacy/clean-up-rules.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.drop())

it('has an index on the time column of each clean-up rule (DESK-29)', async () => {
  const columns = CLEANUP_KINDS.flatMap((kind) => {
    const { rows = {} }: CleanupRule = CLEANUP_RULES[kind]
    return Object.entries(rows)
  })
  expect(columns.length).toBeGreaterThan(10)
  const indexed = await db.sql<{ name: string }[]>`
    select indrelid::regclass || '.' || attname as name
    from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where atttypid = 'timestamptz'::regtype`
  expect(indexed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(columns.map(([table, since]) => `${table}.${since}`)),
  )
})
