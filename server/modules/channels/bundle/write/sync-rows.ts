import type { Queries, Transaction } from '#server/platform/db/database.ts'

import { sameText } from '#server/platform/parsing/name-order.ts'
import type { Table } from './shop-tables.ts'

export type Difference<Row> = { added: Row[]; changed: Row[]; same: Row[]; removed: Row[] }

/** All rows of a table, or those with this value in a column. */
export async function readRows<Row extends object>(
  sql: Queries,
  table: Table<Row>,
  where?: { column: keyof Row & string; value: string },
): Promise<Row[]> {
  const from = `select ${columnNames(table)} from ${table.name}`
  const rows = where
    ? await sql.unsafe(`${from} where ${where.column} = $1`, [where.value])
    : await sql.unsafe(from)
  return [...rows] as unknown as Row[]
}

export function keyOf<Row extends object>(table: Table<Row>, row: Row): string {
  return JSON.stringify(table.key.map((column) => (row as Record<string, unknown>)[column]))
}

/** The changes that turn the stored rows into the wanted ones. */
export function difference<Row extends object>(
  table: Table<Row>,
  wanted: Row[],
  stored: Row[],
): Difference<Row> {
  const remaining = new Map(stored.map((row) => [keyOf(table, row), row]))
  const result: Difference<Row> = { added: [], changed: [], same: [], removed: [] }
  for (const row of wanted) {
    const key = keyOf(table, row)
    const storedRow = remaining.get(key)
    remaining.delete(key)
    if (!storedRow) result.added.push(row)
    else if (sameText(storedRow) === sameText(row)) result.same.push(row)
    else result.changed.push(row)
  }
  result.removed.push(...remaining.values())
  return result
}

/** Inserts and updates rows in one statement. */
export async function saveRows<Row extends object>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
) {
  if (rows.length === 0) return
  const values = Object.keys(table.columns).filter((column) => !table.key.includes(column))
  const onConflict =
    values.length === 0
      ? 'do nothing'
      : `do update set ${values.map((column) => `${column} = excluded.${column}`).join(', ')}`
  await sql.unsafe(
    `insert into ${table.name} (${columnNames(table)})
     select ${columnNames(table)} from jsonb_to_recordset($1::text::jsonb) as wanted (${typedColumns(table)})
     on conflict (${table.key.join(', ')}) ${onConflict}`,
    [JSON.stringify(rows)],
  )
}

export async function removeRows<Row extends object>(
  sql: Transaction,
  table: Table<Row>,
  rows: Row[],
) {
  if (rows.length === 0) return
  const hasSameKey = table.key.map((column) => `${table.name}.${column} = removed.${column}`)
  await sql.unsafe(
    `delete from ${table.name} using jsonb_to_recordset($1::text::jsonb) as removed (${typedColumns(table)})
     where ${hasSameKey.join(' and ')}`,
    [JSON.stringify(rows)],
  )
}

/** Makes the stored rows equal to the wanted ones, and deletes all others. */
export async function syncRows<Row extends object>(
  sql: Transaction,
  table: Table<Row>,
  wanted: Row[],
  stored: Row[],
) {
  const found = difference(table, wanted, stored)
  await removeRows(sql, table, found.removed)
  await saveRows(sql, table, [...found.added, ...found.changed])
  return found
}

const columnNames = <Row>(table: Table<Row>) => Object.keys(table.columns).join(', ')
const typedColumns = <Row>(table: Table<Row>) =>
  Object.entries(table.columns)
    .map(([column, type]) => `${column} ${type.replace('?', '')}`)
    .join(', ')
