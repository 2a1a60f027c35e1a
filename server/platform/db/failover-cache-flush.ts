import { cannotWrite, type Sql } from '#server/platform/db/database.ts'

export type FailoverWatch = {
  /** Records an error; remembers one that means the database cannot write. */
  note(error: unknown): void
  /** Whether writes still fail. As long as it is uncertain, a write is tried. */
  stands(): Promise<boolean>
}

/** Several pages: a few rows may still fit into existing ones. */
const PROBE_ROWS = 2000

/** A database with a full disk still answers reads. Only a write finds out. */
export function failoverWatch(sql: Sql): FailoverWatch {
  let doubted = false
  return {
    note(error) {
      if (cannotWrite(error)) doubted = true
    },
    async stands() {
      if (!doubted) return false
      try {
        await sql.begin(async (sql) => {
          await sql`
            create temporary table storage_probe on commit drop as
            select n, md5(n::text) from generate_series(1, ${PROBE_ROWS}) n`
        })
        doubted = false
      } catch (error) {
        if (!cannotWrite(error)) throw error
      }
      return doubted
    },
  }
}
