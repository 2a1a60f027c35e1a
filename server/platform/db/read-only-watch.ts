import { cannotWrite, type Sql } from '#server/platform/db/database.ts'

export type ReadOnlyWatch = {
  /** Notes an error that means that the database cannot write. */
  observeError(error: unknown): void
  /** Whether writes still fail. After a failed write, each call tries one again. */
  isReadOnly(): Promise<boolean>
}

/** Several pages: a few rows may still fit into existing ones. */
const PROBE_ROWS = 2000

/** A database with a full disk still answers reads. Only a write finds out. */
export function watchReadOnly(sql: Sql): ReadOnlyWatch {
  let mayBeReadOnly = false
  return {
    observeError(error) {
      if (cannotWrite(error)) mayBeReadOnly = true
    },
    async isReadOnly() {
      if (!mayBeReadOnly) return false
      try {
        await sql.begin(async (sql) => {
          await sql`
            create temporary table storage_probe on commit drop as
            select n, md5(n::text) from generate_series(1, ${PROBE_ROWS}) n`
        })
        mayBeReadOnly = false
      } catch (error) {
        if (!cannotWrite(error)) throw error
      }
      return mayBeReadOnly
    },
  }
}
