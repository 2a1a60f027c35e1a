import { readFile } from 'node:fs/promises'

import { type Config, connectionTimeoutMs } from '#server/platform/config/config.ts'
import {
  connect,
  type ConnectionSettings,
  isSameDatabase,
  SESSION_TIMEOUTS,
  type Sql,
} from '#server/platform/db/database.ts'
import { connectWithRetries, type StartOptions } from '#server/platform/db/connect-database.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'
import { hasTables } from '#server/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

export type OpenDatabase = {
  /** For requests. Behind a pool, each transaction may run in another database session. */
  sql: Sql
  /** The database itself: for locks, settings and notifications that need a session of their own. */
  direct: Sql
  settings: ConnectionSettings
  /**
   * Lends a connection of the table owner, for migrations and restores. Without a configured owner it is `direct`:
   * the serving role owns the tables, or the operator runs migrations separately.
   */
  asOwner: <Result>(work: (owner: Sql) => Promise<Result>) => Promise<Result>
  close(): Promise<void>
  release(): Promise<void>
}

/** For commands that need an existing shop: a wrong folder must fail, not become a new empty database. */
export async function requireDatabase({ DATABASE_URL, dataFolder }: Config) {
  if (DATABASE_URL) return
  try {
    await readFile(`${dataFolder}/database/pgdata/PG_VERSION`)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') {
      throw new StartupProblem(
        `The database in ${dataFolder} cannot be read (${codeOf(error)}): run this command as the same user as the shop.`,
      )
    }
    throw noShopError(`The folder ${dataFolder}`)
  }
}

/** The same for a database without the shop's tables. */
export async function requireTables(sql: Sql, { DATABASE_URL, dataFolder }: Config) {
  if (await hasTables(sql)) return
  throw noShopError(DATABASE_URL ? 'The database of DATABASE_URL' : `The folder ${dataFolder}`)
}

const noShopError = (subject: string) =>
  new StartupProblem(
    `${subject} contains no shop. Set GIFTPOINT_DATA or DATABASE_URL as for the shop itself. Only the start, begin, migrate, import and restore create a new one.`,
  )

/** For the shop's own work: migrations, locks, backups. Each uses a session for its whole duration. */
const DIRECT_CONNECTIONS = 4
const DIRECT_IDLE_SECONDS = 30

/** The PostgreSQL in DATABASE_URL, or the embedded one. */
export async function openDatabase(
  config: Config,
  onProgress: (line: string) => void,
  abort?: AbortSignal,
): Promise<OpenDatabase> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl } = config
  if (!url) return openEmbedded(config, onProgress, abort)
  if (!directUrl) return openDirect(config, onProgress, abort, connectionTimeoutMs(config))
  const startOptions = { seconds: config.DATABASE_START_SECONDS, onProgress, abort }
  const direct = await connectWithRetries('DATABASE_DIRECT_URL', directUrl, startOptions, {
    max: DIRECT_CONNECTIONS,
    idleSeconds: DIRECT_IDLE_SECONDS,
  })
  let sql: Sql | undefined
  try {
    sql = await connectWithRetries('DATABASE_URL', url, startOptions, {
      max: config.DATABASE_POOL,
      pooled: true,
      timeoutMs: connectionTimeoutMs(config),
    })
    await requireSameDatabase(direct, sql)
    const warning = await missingTimeouts(sql)
    if (warning) onProgress(warning)
  } catch (error) {
    await Promise.all([direct.end({ timeout: 0 }), sql?.end({ timeout: 0 })])
    throw error
  }
  const pool = sql
  const close = async () => {
    await Promise.all([pool.end({ timeout: 3 }), direct.end({ timeout: 3 })])
  }
  const asOwner = ownerConnection(config, startOptions, direct)
  return {
    sql: pool,
    direct,
    settings: { url: directUrl },
    asOwner,
    close,
    release: async () => {},
  }
}

/** Connects without a pool, for commands that need one session until they are done. */
export async function openDirectly(
  config: Config,
  onProgress: (line: string) => void,
  abort?: AbortSignal,
): Promise<OpenDatabase> {
  return config.DATABASE_URL
    ? openDirect(config, onProgress, abort)
    : openEmbedded(config, onProgress, abort)
}

async function openEmbedded(
  config: Config,
  onProgress: (line: string) => void,
  abort?: AbortSignal,
): Promise<OpenDatabase> {
  const server = await startEmbeddedPostgres({
    folder: `${config.dataFolder}/database`,
    maxConnections: 100,
    onProgress,
    abort,
  })
  const settings = server.serving
  const sql = connect(settings, {
    max: config.DATABASE_POOL,
    timeoutMs: connectionTimeoutMs(config),
  })
  return {
    sql,
    direct: sql,
    settings,
    asOwner: (work) => useConnection(connect(server.connection, { max: DIRECT_CONNECTIONS }), work),
    async close() {
      await sql.end({ timeout: 3 })
      await server.stop()
    },
    release: () => server.release(),
  }
}

async function openDirect(
  config: Config,
  onProgress: (line: string) => void,
  abort?: AbortSignal,
  timeoutMs = 0,
): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_POOL: max } = config
  const startOptions = { seconds: config.DATABASE_START_SECONDS, onProgress, abort }
  const name = DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL ?? ''
  const sql = await connectWithRetries(name, url, startOptions, { max, timeoutMs })
  const close = () => sql.end({ timeout: 3 })
  const asOwner = ownerConnection(config, startOptions, sql)
  return { sql, direct: sql, settings: { url }, asOwner, close, release: async () => {} }
}

/** Connects by DATABASE_OWNER_URL for the duration of the work. */
const ownerConnection =
  (
    { DATABASE_OWNER_URL: url }: Config,
    startOptions: StartOptions,
    direct: Sql,
  ): OpenDatabase['asOwner'] =>
  async (work) => {
    if (!url) return work(direct)
    const owner = await connectWithRetries('DATABASE_OWNER_URL', url, startOptions, {
      max: DIRECT_CONNECTIONS,
    })
    return useConnection(owner, async (owner) => {
      if (!(await isSameDatabase(owner, direct))) throw ownerOfOtherDatabase()
      return work(owner)
    })
  }

async function useConnection<Result>(
  owner: Sql,
  work: (owner: Sql) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(owner)
  } finally {
    await owner.end({ timeout: 3 })
  }
}

const ownerOfOtherDatabase = () =>
  new StartupProblem(
    'DATABASE_OWNER_URL and DATABASE_URL lead to different databases: name the same database in both.',
  )

async function requireSameDatabase(direct: Sql, pool: Sql) {
  if (await isSameDatabase(direct, pool)) return
  throw new StartupProblem(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: name the same database, by its pool and by its own address.',
  )
}

/** A session through a pool gets its timeouts only from its role. */
async function missingTimeouts(pool: Sql): Promise<string | undefined> {
  const [row] = await pool<{ user: string; names: string[] }[]>`
    select quote_ident(current_user) as user, array(
      select name from pg_settings
      where name in ${pool(Object.keys(SESSION_TIMEOUTS))} and setting = '0' order by name) as names`
  if (!row || row.names.length === 0) return undefined
  const commands = Object.entries(SESSION_TIMEOUTS)
    .filter(([name]) => row.names.includes(name))
    .map(([name, ms]) => `alter role ${row.user} set ${name} = '${Number(ms) / 1000}s';`)
  return `Behind the pool of DATABASE_URL, a query may run without a time limit: ${commands.join(' ')} then restart the pool.`
}
