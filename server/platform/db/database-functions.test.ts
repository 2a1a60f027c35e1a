import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { MAX_CART_LINES, MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'
import { EURO_CENTS_PER_POINT } from '#domain/vouchers/points.ts'
import { stockStatus } from '#domain/inventory/stock-status.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { allFunctions, changesOfFunctions } from '#server/platform/db/database-functions.ts'
import { fillShopRecords } from '#server/testing/samples/sample-shop-records.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await fillShopRecords(database.sql)
})
afterAll(() => database.drop())

const quiet = () => {}
/** Another version of the functions, recognised by the result of one of them. */
const functionsReturning = (position: number, currentResult: number, extraSql = '') => ({
  text: `create or replace function stock_step(available integer) returns integer language sql immutable as $$ select ${currentResult} $$; ${extraSql}`,
  hash: `${currentResult}`.padStart(16, '0'),
  position,
})
async function currentResult(sql: Sql) {
  const [row] = await sql<{ said: number }[]>`select stock_step(-1) as said`
  return row?.said
}
const storedVersion = async (sql: Sql) =>
  (await sql`select shop_functions() as held`)[0]?.['held'] as string

it('replaces changed functions together or not at all, and never those of a newer version (B45)', async () => {
  const { sql } = database
  const current = await allFunctions()
  await migrate(sql, quiet, functionsReturning(current.position, 41))
  expect(await currentResult(sql)).toBe(41)
  await migrate(sql)
  expect([await currentResult(sql), await storedVersion(sql)]).toEqual([
    0,
    `${current.position} ${current.hash}`,
  ])

  await expect(
    migrate(sql, quiet, functionsReturning(current.position + 1, 42, 'select 1 / 0')),
  ).rejects.toThrow('division by zero')
  expect([await currentResult(sql), await storedVersion(sql)]).toEqual([
    0,
    `${current.position} ${current.hash}`,
  ])

  // A rolling restart: a process of the older version that starts last reverts nothing.
  await migrate(sql, quiet, functionsReturning(current.position + 1, 43))
  await migrate(sql)
  expect(await currentResult(sql)).toBe(43)

  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      migrate(sql, quiet, functionsReturning(current.position + 1 + (index % 4), 50 + (index % 4))),
    ),
  )
  expect(await currentResult(sql)).toBe(53)
  // An older or restored database has no function version, or an older one.
  await sql`drop function shop_functions`
  await migrate(sql, quiet, functionsReturning(current.position - 1, 60))
  expect(await currentResult(sql)).toBe(60)
  await migrate(sql)
  expect(await currentResult(sql)).toBe(0)
})

it('finds every function in functions/, and a line in changes.txt for each change (B45)', async () => {
  const folder = path.join(projectRoot, 'server/platform/db')
  const { text, hash } = await allFunctions()
  const inFiles = [...text.matchAll(/^create or replace function (\w+)\(/gm)].map(
    ([, name]) => name,
  )
  const inDatabase = await database.sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname <> 'shop_functions'`
  expect(inFiles.toSorted()).toEqual(inDatabase.map(({ name }) => name).toSorted())
  // Only functions: creating a trigger again would lock its table on every change.
  expect(
    text
      .replaceAll(/^--.*$/gm, '')
      .split(/\$\$;/)
      .slice(0, -1),
  ).toEqual(
    inFiles.map((name) => expect.stringMatching(`^\\s*create or replace function ${name}\\(`)),
  )

  const changes = await changesOfFunctions()
  expect(changes.map(({ position }) => position)).toEqual(changes.map((_, index) => index + 1))
  expect(changes.at(-1), 'a change of functions/*.sql is one more line of changes.txt').toEqual({
    position: changes.length,
    hash,
  })

  // Functions are applied after the migrations. Only a trigger of a migration needs its function earlier.
  const sources = async (name: string) => {
    const files = (await readdir(path.join(folder, name))).filter((file) => file.endsWith('.sql'))
    const texts = files.map((file) => readFile(path.join(folder, name, file), 'utf8'))
    return (await Promise.all(texts)).join('\n')
  }
  const created = (text: string) =>
    [...text.matchAll(/create (?:or replace )?function [^$]*/g)].map(String)
  expect(created(await sources('schema'))).toEqual([])
  const migrated = created(await sources('migrations'))
  expect(migrated.filter((head) => !head.includes('returns trigger'))).toEqual([])
})

it('changes a cart without reading orders, and reads the order number of an ordered cart', async () => {
  const { sql } = database
  const reads = await sql.begin(async (sql) => {
    const [cart] = await sql<{ voucher: number; guid: string; spli: string }[]>`
      insert into cart (voucher_id)
      select id from voucher
      where channel_id = '1014' and not exists (select from cart where voucher_id = voucher.id and state = 'open')
      limit 1 returning voucher_id as voucher, guid,
        (select spli_id from offer where channel_id = '1014' and active limit 1) as spli`
    const count = async () => {
      const [row] = await sql<{ looks: number }[]>`
        select sum(seq_scan + coalesce(idx_scan, 0))::integer as looks
        from pg_stat_xact_user_tables where relname like 'orders%'`
      return row?.looks ?? 0
    }
    const before = await count()
    const [row] = await sql<{ changed: { lines: unknown[]; orderNumber: string | null } }[]>`
      select change_cart(${cart?.voucher ?? 0}, ${cart?.guid ?? null}, ${cart?.spli ?? null}, null, 1, false)
        as changed`
    expect(row?.changed).toMatchObject({ lines: [{ quantity: 1 }], orderNumber: null })
    const [locked] = await sql`select lock_cart(${cart?.voucher ?? 0}, null, true) as cart`
    expect(locked?.['cart']).toMatchObject({ guid: cart?.guid, lines: [{ quantity: 1 }] })
    return (await count()) - before
  })
  expect(reads).toBe(0)
  const [wrong] = await sql<{ wrong: number }[]>`
    select count(*)::integer as wrong from orders join cart on cart.guid = cart_guid
    where cart_value(cart.guid) ->> 'orderNumber' is distinct from number`
  expect(wrong?.wrong).toBe(0)
})

it('has the same limits as domain/ (B45)', async () => {
  const { sql } = database
  for (let available = -2; available < 12; available += 1) {
    const { status } = stockStatus(available)
    const [row] = await sql<{ step: number }[]>`select stock_step(${available}) as step`
    expect(row?.step).toBe(['sold-out', 'few-left', 'in-stock'].indexOf(status))
  }

  const [cart] = await sql<{ voucher: number; guid: string }[]>`
    insert into cart (voucher_id)
    select voucher_id from voucher_balance
    where not exists (select from cart where cart.voucher_id = voucher_balance.voucher_id and state = 'open')
    limit 1 returning voucher_id as voucher, guid`
  const change = async (quantity: number, newLine = false) => {
    const [row] = await sql<{ changed: { refused?: string; lines?: unknown[] } }[]>`
      select change_cart(${cart?.voucher ?? 0}, ${cart?.guid ?? null},
        (select spli_id from offer where channel_id = '1014' and active limit 1),
        null, ${quantity}, ${newLine}) as changed`
    return row?.changed.refused ?? row?.changed.lines?.length
  }
  expect(await change(MAX_GIFT_QUANTITY)).toBe(1)
  expect(await change(1)).toBe('too-many')
  for (let lines = 2; lines <= MAX_CART_LINES; lines += 1) expect(await change(1, true)).toBe(lines)
  expect(await change(1, true)).toBe('too-many-lines')

  const checks = await sql<{ said: string }[]>`
    select pg_get_constraintdef(oid) as said from pg_constraint where contype = 'c'`
  const quantityChecks = checks.filter(({ said: currentResult }) =>
    /quantity <= /.test(currentResult),
  )
  expect(quantityChecks).toEqual([
    { said: expect.stringContaining(`quantity <= ${MAX_GIFT_QUANTITY})`) },
  ])
  const rates = checks.flatMap(({ said: currentResult }) => [
    ...currentResult.matchAll(/points\w* \* (\d+)/g),
  ])
  expect(rates.length).toBeGreaterThan(3)
  expect(new Set(rates.map(([, rate]) => Number(rate)))).toEqual(new Set([EURO_CENTS_PER_POINT]))
})
