import type { Sql } from '#server/platform/db/database.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'
import { allMigrations, isSchemaUpToDate, migrate } from '#server/platform/db/migrate.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { grantServingRole, isMissingGrants, currentRole } from '#server/platform/db/serving-role.ts'
import { allFunctions } from '#server/platform/db/database-functions.ts'

/** PostgreSQL codes: insufficient privilege, read-only transaction. */
const NO_WRITE_ACCESS = new Set(['42501', '25006'])

/** A number that no other lock uses. */
const LOCK = 7_134_203

/**
 * Brings all tables up to date. The first process does all the work, the others wait for the lock. `sql` is the owner of
 * the tables. If `serving` is another role, it gets its grants here.
 */
export async function prepareTables(
  sql: Sql,
  onProgress: (line: string) => void,
  serving: Sql = sql,
) {
  try {
    const role = serving === sql ? undefined : await currentRole(serving)
    const servingRole = role !== undefined && role !== (await currentRole(sql)) ? role : undefined
    const isReady = await isSchemaUpToDate(sql, await allMigrations(), await allFunctions())
    if (isReady && !(servingRole && (await isMissingGrants(sql, servingRole)))) return
    const connection = await sql.reserve()
    try {
      // The process with the lock may need longer than the statement timeout.
      await connection`set statement_timeout = 0`
      await connection`select pg_advisory_lock(${LOCK})`
      await migrate(sql, onProgress)
      if (servingRole) await grantServingRole(sql, servingRole)
    } finally {
      await connection`select pg_advisory_unlock(${LOCK})`.catch(() => {})
      await connection`reset statement_timeout`.catch(() => {})
      connection.release()
    }
  } catch (error) {
    if (!NO_WRITE_ACCESS.has(codeOf(error))) throw error
    throw new StartupProblem(
      `The tables are not up to date, and the user of DATABASE_URL may not change them (${codeOf(error)}): run npm run shop -- migrate with DATABASE_OWNER_URL, the address with the user that owns them.`,
    )
  }
}
