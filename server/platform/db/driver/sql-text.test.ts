import { expect, it } from 'vitest'

import { type Query } from '#server/platform/db/driver/connection.ts'
import { sqlTag } from '#server/platform/db/driver/sql.ts'

/** The text and the values that a statement is sent as. */
const sentQueries: Query[] = []
const sql = sqlTag(async (query) => {
  sentQueries.push(query)
  return Object.assign([], { count: 0 })
}, true)
async function textOf(statement: PromiseLike<unknown>) {
  await statement
  return sentQueries.pop()
}

it('numbers the parameters across all parts of a statement', async () => {
  const part = sql`sku = ${'a'} and ${sql`points > ${3}`}`
  expect(await textOf(sql`select ${1} where ${part} limit ${2}`)).toEqual({
    text: 'select $1 where sku = $2 and points > $3 limit $4',
    values: [1, 'a', 3, 2],
    prepared: true,
  })
  expect(await textOf(sql`select 1 ${[sql`and a`, sql`and ${2}`]}`)).toMatchObject({
    text: 'select 1 and a and $1',
    values: [2],
  })
})

it('adds a cast to values whose type is not clear from the text', async () => {
  const at = new Date('2026-11-29T10:00:00.000Z')
  const bytes = Buffer.from('a')
  const answer = await textOf(
    sql`values (${true}, ${at}, ${bytes}, ${sql.json({ a: [1] })}, ${7n}, ${'a'}, ${null}, ${undefined})`,
  )
  expect(answer?.text).toBe(
    'values ($1::boolean, $2::timestamptz, $3::bytea, $4::jsonb, $5::bigint, $6, $7, $8)',
  )
  expect(answer?.values).toEqual([true, at.toISOString(), bytes, '{"a":[1]}', '7', 'a', null, null])
  expect((await textOf(sql`select ${sql.json(null)}`))?.values).toEqual([null])
})

it.each([
  [sql`select ${sql(['a', 'table.b'])} from x`, 'select "a","table"."b" from x', []],
  [sql`select from ${sql('we"ird')}`, 'select from "we""ird"', []],
  [sql`insert into x (${sql(['a', 'b'])}) select 1`, 'insert into x ("a","b") select 1', []],
  [sql`a in ${sql(['x', 'y'])}`, 'a in ($1,$2)', ['x', 'y']],
  [sql`a in ${sql([])}`, 'a in (null)', []],
  [sql`insert into x ${sql({ a: 1, b: null })}`, 'insert into x ("a","b")values($1,$2)', [1, null]],
  [
    sql`insert into x ${sql([{ a: 1 }, { a: sql`now()` }])}`,
    'insert into x ("a")values($1),(now())',
    [1],
  ],
  [sql`insert into x ${sql({ a: 1, b: 2 }, 'b')}`, 'insert into x ("b")values($1)', [2]],
  [sql`update x set ${sql({ a: 1, b: true })}`, 'update x set "a"=$1,"b"=$2::boolean', [1, true]],
  [sql`grant select on ${sql(['a', 'b'])}`, 'grant select on "a","b"', []],
])('formats a list for the keyword before it (%#)', async (statement, text, values) => {
  expect(await textOf(statement)).toMatchObject({ text, values })
})

it('sends unsafe text unchanged, and prepares it on request', async () => {
  expect(await textOf(sql.unsafe('select 1; select 2'))).toEqual({
    text: 'select 1; select 2',
  })
  expect(await textOf(sql.unsafe('select $1', [sql.json({ a: 1 })]))).toEqual({
    text: 'select $1',
    values: ['{"a":1}'],
    prepared: false,
  })
  expect(await textOf(sql.unsafe('select $1', [1], { prepare: true }))).toEqual({
    text: 'select $1',
    values: [1],
    prepared: true,
  })
  expect(await textOf(sql`select ${sql.unsafe(`'a'`)}`)).toMatchObject({ text: `select 'a'` })
})

it('sends a statement once, and does not send a part of another statement', async () => {
  const statement = sql`select 1`
  await Promise.all([statement, statement.finally(() => {}), statement.catch(() => {})])
  expect(sentQueries.splice(0)).toHaveLength(1)
})
