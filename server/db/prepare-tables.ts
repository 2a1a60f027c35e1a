import type { Sql } from '#server/db/database.ts'
import { codeOf } from '#server/db/embedded-postgres-errors.ts'
import { migrate } from '#server/db/migrate.ts'
import { prepareJobs } from '#server/jobs.ts'
import { StartupProblem } from '#server/startup-problem.ts'

/** insufficient privilege, read-only transaction: as PostgreSQL numbers them */
const MAY_NOT_WRITE = new Set(['42501', '25006'])

/** Brings all tables up to date, those of the job queue included. */
export async function prepareTables(sql: Sql, onProgress: (line: string) => void) {
  try {
    await migrate(sql, onProgress)
    await prepareJobs(sql)
  } catch (error) {
    if (!MAY_NOT_WRITE.has(codeOf(error))) throw error
    throw new StartupProblem(
      `The database of DATABASE_URL may not be changed by its user (${codeOf(error)}): let the user own the database, or name another.`,
    )
  }
}
