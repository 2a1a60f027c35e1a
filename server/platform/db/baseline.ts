import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import type { Queries } from '#server/platform/db/database.ts'
import { applyFunctions, type ShopFunctions } from '#server/platform/db/database-functions.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'

const FOLDER = path.join(projectRoot, 'server/platform/db/schema')
/** The name of the baseline in the table `migration`. It sorts before the names of all migrations. */
export const BASELINE = '00-baseline'

/** All schema files in their order. The hash covers the statements only, so that comments can be edited. */
export async function readBaseline() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(path.join(FOLDER, name), 'utf8')))
  const text = texts.join('\n')
  const statements = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('--'))
    .join('\n')
  return { name: BASELINE, text, hash: createHash('sha256').update(statements).digest('hex') }
}

/**
 * Creates all tables of an empty database, within the caller's transaction.
 * Defaults, indexes and triggers call functions, so these come first. Their bodies are checked afterwards, when the tables exist.
 */
export async function applyBaseline(sql: Queries, schema: string, functions: ShopFunctions) {
  await sql`set local check_function_bodies = off`
  await sql.unsafe(withoutRowTypeFunctions(functions.text, schema))
  await sql.unsafe(schema)
  await sql`set local check_function_bodies = on`
  await applyFunctions(sql, functions)
}

/** A parameter of a table's row type needs that table first. No default, index or trigger calls such a function. */
function withoutRowTypeFunctions(text: string, schema: string): string {
  const tables = new Set(
    [...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name),
  )
  return text
    .split(/(?<=\$\$;)/)
    .filter((statement) => {
      const head = statement.slice(0, statement.indexOf('$$'))
      return ![...head.matchAll(/[(,]\s*(?:\w+ )?(\w+)(?=[,)])/g)].some(([, type]) =>
        tables.has(type),
      )
    })
    .join('')
}
