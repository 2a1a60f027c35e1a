import { readFile } from 'node:fs/promises'

import type { Config } from '#server/ground/config.ts'
import { type ConnectionSettings, connect, type Sql } from '#server/db/database.ts'
import { codeOf } from '#server/db/embedded-postgres-errors.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { StartupProblem } from '#server/ground/startup-problem.ts'

export type OpenDatabase = {
  sql: Sql
  settings: ConnectionSettings
  close(): Promise<void>
  letGo(): Promise<void>
}

/** For whoever reads a shop or adds to it: an empty one in the wrong folder would answer for the right one. */
export async function insistOnDatabase({ DATABASE_URL, dataFolder }: Config) {
  if (DATABASE_URL) return
  try {
    await readFile(`${dataFolder}/database/pgdata/PG_VERSION`)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') {
      throw new StartupProblem(
        `The database in ${dataFolder} cannot be read (${codeOf(error)}): run this as the user that the shop runs as.`,
      )
    }
    throw holdsNoShop(`The folder ${dataFolder}`)
  }
}

/** The same for a database that is there and holds none of the shop's tables. */
export async function insistOnTables(sql: Sql, { DATABASE_URL, dataFolder }: Config) {
  const [row] = await sql<
    { there: boolean }[]
  >`select to_regclass('migration') is not null as there`
  if (row?.there) return
  throw holdsNoShop(DATABASE_URL ? 'The database of DATABASE_URL' : `The folder ${dataFolder}`)
}

const holdsNoShop = (place: string) =>
  new StartupProblem(
    `${place} holds no shop: name the shop's own with GIFTPOINT_DATA or DATABASE_URL, as it is started with; only the start, begin, migrate, import and restore make a new one.`,
  )

/** The PostgreSQL that DATABASE_URL names, or the shop's own. */
export async function openDatabase(
  config: Config,
  onProgress: (line: string) => void,
  abort?: AbortSignal,
): Promise<OpenDatabase> {
  if (config.DATABASE_URL) return openNamed(config, config.DATABASE_URL, abort)
  const server = await startEmbeddedPostgres({
    folder: `${config.dataFolder}/database`,
    maxConnections: 100,
    onProgress,
    abort,
  })
  const settings = server.connection
  const sql = connect(settings, { max: config.DATABASE_POOL })
  return {
    sql,
    settings,
    async close() {
      await sql.end({ timeout: 3 })
      await server.stop()
    },
    letGo: () => server.letGo(),
  }
}

async function openNamed(config: Config, url: string, abort?: AbortSignal): Promise<OpenDatabase> {
  const settings = { url }
  let sql: Sql | undefined
  // Ends the question, too, that nobody may ever answer.
  const end = () => void sql?.end({ timeout: 0 })
  try {
    sql = connect(settings, { max: config.DATABASE_POOL })
    abort?.addEventListener('abort', end)
    await sql`select 1`
  } catch (error) {
    throw new StartupProblem(
      `The database of DATABASE_URL cannot be used (${reason(error)}): check its host, name, user and password.`,
    )
  } finally {
    abort?.removeEventListener('abort', end)
  }
  const pool = sql
  return { sql, settings, close: () => pool.end({ timeout: 3 }), letGo: async () => {} }
}

/** The message of an error may hold the URL with its password, so only its code is told. */
function reason(error: unknown) {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return 'it is not a valid address'
}
