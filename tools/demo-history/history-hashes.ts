import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Queries } from '#server/platform/db/database.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

/** The files that the rows depend on: the plan, the stock and the prices. */
const SOURCES = [
  'demo/history/plan.yaml',
  'demo/world/2/stock.csv',
  ...['1014', '2001', '2002'].map((channel) => `demo/world/${channel}/prices.csv`),
]

/** Changes with the columns and the constraints of these tables. */
export async function schemaHash(sql: Queries, tables: readonly string[]): Promise<string> {
  const lines = await sql<{ line: string }[]>`
    select format('%s.%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull) as line
    from pg_attribute
    where attrelid = any(${[...tables]}::regclass[]) and attnum > 0 and not attisdropped
    union all
    select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where conrelid = any(${[...tables]}::regclass[])
    order by 1`
  return hashOf(lines.map(({ line }) => line).join('\n'))
}

export async function planHash(): Promise<string> {
  const files = await Promise.all(
    SOURCES.map((file) => readFile(path.join(projectRoot, file), 'utf8')),
  )
  return hashOf(files.join('\n'))
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)
