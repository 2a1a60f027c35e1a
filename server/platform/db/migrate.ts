import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

import { applyBaseline, BASELINE, readBaseline } from '#server/platform/db/baseline.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import {
  allFunctions,
  applyFunctions,
  hasCurrentFunctions,
  type ShopFunctions,
} from '#server/platform/db/database-functions.ts'

const FOLDER = path.join(projectRoot, 'server/platform/db/migrations')
/** A number that no other lock uses. */
const LOCK = 7_134_201

type Migration = { name: string; text: string; hash: string }

/** The baseline and the migrations after it. */
export async function allMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = names.map(async (name) => {
    const text = await readFile(path.join(FOLDER, name), 'utf8')
    return { name, text, hash: createHash('sha256').update(text).digest('hex') }
  })
  return [await readBaseline(), ...(await Promise.all(migrations))]
}

/**
 * Brings the schema up to date. The first process does the work, the others wait for the lock and find nothing to do.
 * Each migration commits together with its record, and all functions commit together, so a crash leaves nothing half
 * done.
 */
export async function migrate(
  sql: Sql,
  onProgress: (line: string) => void = () => {},
  functionsOverride?: ShopFunctions,
): Promise<number> {
  const migrations = await allMigrations()
  const functions = functionsOverride ?? (await allFunctions())
  if (await isSchemaUpToDate(sql, migrations, functions)) return 0
  let appliedCount = 0
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${LOCK})`
    await connection`
      create table if not exists migration (
        name text primary key, hash text not null, at timestamptz not null default now()
      )`
    const applied = await connection<
      { name: string; hash: string }[]
    >`select name, hash from migration`
    for (const migration of migrations) {
      const earlier = applied.find((row) => row.name === migration.name)
      if (earlier && earlier.hash !== migration.hash) throw changedMigration(migration.name)
      if (earlier) continue
      onProgress(`Preparing the database: ${migration.name}`)
      await inTransaction(connection, async () => {
        if (migration.name === BASELINE) await applyBaseline(connection, migration.text, functions)
        else await connection.unsafe(migration.text)
        await connection`insert into migration (name, hash) values (${migration.name}, ${migration.hash})`
      })
      appliedCount += 1
    }
    if (!(await hasCurrentFunctions(connection, functions))) {
      await inTransaction(connection, () => applyFunctions(connection, functions))
    }
  } finally {
    await connection`select pg_advisory_unlock(${LOCK})`.catch(() => {})
    await connection`reset statement_timeout`.catch(() => {})
    connection.release()
  }
  return appliedCount
}

/** Runs the work in a transaction of a reserved connection. */
async function inTransaction(connection: Queries, work: () => Promise<void>) {
  await connection`begin`
  try {
    await work()
    await connection`commit`
  } catch (error) {
    await connection`rollback`
    throw error
  }
}

/** Whether the shop has created its tables in this database. */
export async function hasTables(sql: Queries): Promise<boolean> {
  const [row] = await sql<
    { has_tables: boolean }[]
  >`select to_regclass('migration') is not null as has_tables`
  return row?.has_tables === true
}

/** Throws for the database of an earlier build, before anything is written to it. */
export async function isSchemaUpToDate(
  sql: Sql,
  migrations: Migration[],
  functions: ShopFunctions,
) {
  if (!(await hasTables(sql))) return false
  const applied = await sql<{ name: string; hash: string }[]>`select name, hash from migration`
  if (applied.length > 0 && !applied.some(({ name }) => name === BASELINE)) throw earlierBuild()
  const migrated = migrations.every(({ name, hash }) =>
    applied.some((row) => row.name === name && row.hash === hash),
  )
  return migrated && hasCurrentFunctions(sql, functions)
}

function changedMigration(name: string) {
  return new StartupProblem(
    `The database was created with another version of ${name}. Restore a backup made with this version, or start with an empty database.`,
  )
}

function earlierBuild() {
  return new StartupProblem(
    "An earlier build created this database: run 'npm run shop -- export FOLDER' with that build, then 'npm run shop -- import FOLDER' with this build and an empty database (docs/deploy.md names what stays behind).",
  )
}
