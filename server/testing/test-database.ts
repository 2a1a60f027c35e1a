import { randomBytes } from 'node:crypto'

import { inject } from 'vitest'

import { type ConnectionSettings, connect, type Sql } from '#server/platform/db/database.ts'
import { SERVING_ROLE } from '#server/platform/db/embedded/server-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { host: string; port: number; user: string }
  }
}

export type TestDatabase = {
  /** As the owner of the tables. */
  sql: Sql
  /** As the role of the shop, which cannot change tables. */
  serving?: Sql
  /** If `sql` connects to a pool: the database itself. */
  direct?: Sql
  settings: ConnectionSettings
  drop(): Promise<void>
}

/** A separate database, copied from the migrated template, the one with the small demo world, or an empty one. */
export async function testDatabase(
  template: 'template_migrated' | 'template_world' | 'template0' = 'template_migrated',
  { max = 16 } = {},
): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = connect({ ...server, database: 'postgres' }, { max: 1 })
  // Copies files, which is faster than the default copy through the write-ahead log.
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  const settings = { ...server, database: name }
  const sql = connect(settings, { max })
  // An empty database has no grants yet.
  const serving =
    template === 'template0' ? undefined : connect({ ...settings, user: SERVING_ROLE }, { max })
  return {
    sql,
    ...(serving ? { serving } : {}),
    settings,
    async drop() {
      await Promise.all([sql.end({ timeout: 2 }), serving?.end({ timeout: 2 })])
      await admin.unsafe(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}
