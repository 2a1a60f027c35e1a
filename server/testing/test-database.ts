import { randomBytes } from 'node:crypto'

import { inject } from 'vitest'

import { type ConnectionSettings, connect, type Sql } from '#server/db/database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

export type TestDatabase = {
  sql: Sql
  /** Where `sql` is a pool, the database itself. */
  direct?: Sql
  settings: ConnectionSettings
  drop(): Promise<void>
}

/** A database of one's own, copied from the migrated template (or the one that holds the small world as well, or nothing at all). */
export async function testDatabase(
  template: 'template_migrated' | 'template_world' | 'template0' = 'template_migrated',
  { max = 16 } = {},
): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = connect({ ...server, database: 'postgres' }, { max: 1 })
  // As files: what goes through the log instead is read, written and hashed page by page.
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  const settings = { ...server, database: name }
  const sql = connect(settings, { max })
  return {
    sql,
    settings,
    async drop() {
      await sql.end({ timeout: 2 })
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
