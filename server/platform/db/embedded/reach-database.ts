import { connect, type Sql } from '#server/platform/db/database.ts'
import { SERVING_ROLE } from '#server/platform/db/embedded/server-process.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'

export type Connection = { host: string; port: number; user: string; database: string }

/** Also creates the database if the server has none with this name. False while the server is not available. */
export async function reachDatabase(connection: Connection): Promise<boolean> {
  try {
    await runQuery(connection, createServingRole)
    return true
  } catch (error) {
    if (codeOf(error) === NO_SUCH_DATABASE) {
      await runQuery(
        { ...connection, database: 'postgres' },
        (sql) => sql`create database ${sql(connection.database)}`,
      )
      await runQuery(connection, createServingRole)
      return true
    }
    if (NOT_READY.has(codeOf(error))) return false
    throw error
  }
}

/** Also for a database of an earlier version, which has only the superuser. */
const createServingRole = (sql: Sql) =>
  sql.unsafe(
    `do $$
      begin
        if to_regrole('${SERVING_ROLE}') is null then create role ${SERVING_ROLE} login; end if;
        if not pg_has_role('${SERVING_ROLE}', 'pg_checkpoint', 'member') then
          grant pg_checkpoint to ${SERVING_ROLE};
        end if;
        -- So that erased names leave the statistics, too.
        if not has_table_privilege('${SERVING_ROLE}', 'pg_catalog.pg_statistic', 'maintain') then
          grant maintain on pg_catalog.pg_statistic to ${SERVING_ROLE};
        end if;
      end $$`,
  )

const NO_SUCH_DATABASE = '3D000'
const NOT_READY = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'CONNECTION_CLOSED',
  'ECONNRESET',
  'EPIPE',
  '57P01', // an administrator's command ended the connection
  '57P03', // starting up, or shutting down
  '53300', // too many connections
])

async function runQuery(connection: Connection, query: (sql: Sql) => PromiseLike<unknown>) {
  const sql = connect(connection, { max: 1 })
  try {
    await query(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
