import { setTimeout as pause } from 'node:timers/promises'

import {
  isBehindPooler,
  connect,
  isDatabaseDown,
  isSameDatabase,
  type Sql,
} from '#server/platform/db/database.ts'
import { codeOf } from '#server/platform/db/embedded/system-errors.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

type AddressName = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_OWNER_URL'
/** How long a start waits for a database; `onProgress` is called once if it has to wait. */
export type StartOptions = {
  seconds: number
  onProgress: (line: string) => void
  abort?: AbortSignal | undefined
}
type ConnectOptions = { max: number; idleSeconds?: number; pooled?: boolean; timeoutMs?: number }

const RETRY_MS = 500

/** Connects, and retries while the database does not answer. A wrong password or an unknown database is an error at once. */
export async function connectWithRetries(
  name: AddressName,
  url: string,
  { seconds, onProgress, abort }: StartOptions,
  options: ConnectOptions,
): Promise<Sql> {
  const deadline = Date.now() + seconds * 1000
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      return await connectOnce(name, url, abort, options)
    } catch (error) {
      if (!isDatabaseDown(error) || abort?.aborted) throw error
      const cause = `${hostsOf(url)}: ${describeError(error)}`
      if (Date.now() >= deadline) throw noResponse(name, cause, seconds)
      if (!isAnnounced)
        onProgress(`Waiting up to ${seconds} seconds for the database of ${name} (${cause}) …`)
      await pause(RETRY_MS, undefined, { signal: abort })
    }
  }
}

/** The hosts of an address, without user and password, for messages. */
const hostsOf = (url: string) => /^[^/]+:\/\/(?:[^/?]*@)?([^/?]*)/.exec(url)?.[1] || 'localhost'

const noResponse = (name: AddressName, cause: string, seconds: number) =>
  new StartupProblem(
    `The database of ${name} did not answer within ${seconds} seconds (${cause}): check that it is running, and check its host and port. DATABASE_START_SECONDS sets how long a start waits.`,
  )

/** Connects and checks the target: only DATABASE_URL may be a pool, and only with a direct address as well. */
async function connectOnce(
  name: AddressName,
  url: string,
  abort: AbortSignal | undefined,
  options: ConnectOptions,
): Promise<Sql> {
  let sql: Sql | undefined
  // Also ends a query that never gets a response.
  const end = () => void sql?.end({ timeout: 0 })
  try {
    // A request waits less than a start for a connection, so the first one is tried with the longer timeout.
    abort?.addEventListener('abort', end)
    if (options.timeoutMs) {
      sql = connect({ url }, { ...options, max: 1, timeoutMs: 0 })
      await sql`select 1`
      await sql.end({ timeout: 1 })
    }
    sql = connect({ url }, options)
    if (!options.pooled && (await isBehindPooler(sql))) throw poolerError(name)
    if (await isReplica(sql)) throw readOnlyReplica(name)
    // An address that leads to different databases is invalid, with or without a pool.
    if (!options.pooled && !(await isSameDatabase(sql, sql))) throw differentDatabases(name)
    return sql
  } catch (error) {
    end()
    if (error instanceof StartupProblem) throw error
    // A pool refuses session settings in the startup message.
    if (codeOf(error) === PROTOCOL_VIOLATION && !(options.pooled && isServerUnavailable(error)))
      throw options.pooled ? poolerRefusal(name, error) : poolerError(name)
    if (isDatabaseDown(error)) throw error
    throw new StartupProblem(
      `The database of ${name} cannot be used (${describeError(error)}): check its host, name, user and password.`,
    )
  } finally {
    abort?.removeEventListener('abort', end)
  }
}

const PROTOCOL_VIOLATION = '08P01'

const poolerError = (name: AddressName) =>
  new StartupProblem(
    name === 'DATABASE_URL'
      ? 'DATABASE_URL leads to a pooler such as PgBouncer. Also set DATABASE_DIRECT_URL to the address of the database itself.'
      : `${name} leads to a pooler such as PgBouncer. Set it to the address of the database itself.`,
  )

const isServerUnavailable = (error: unknown) =>
  error instanceof Error && /connect failed|login has been failing|timeout/.test(error.message)

const SETTING = /unsupported startup parameter(?: in options)?: (\w+)/

/** The pool's message names the refused setting, but neither user nor password. */
function poolerRefusal(name: AddressName, error: unknown) {
  const message = error instanceof Error ? error.message : ''
  const setting = SETTING.exec(message)?.[1]
  return new StartupProblem(
    setting === undefined
      ? `The pool of ${name} refuses (${PROTOCOL_VIOLATION}: ${message}). Check the settings of the pooler.`
      : `The pool of ${name} does not accept ${setting}: leave it out of the address, and set it for the role (alter role … set ${setting} = …).`,
  )
}

const readOnlyReplica = (name: AddressName) =>
  new StartupProblem(
    `The database of ${name} is a read-only replica. Name the primary, or all of them with ?target_session_attrs=read-write.`,
  )

const differentDatabases = (name: AddressName) =>
  new StartupProblem(
    `${name} leads to different databases. Name one of them, or a balancer that leads to the primary.`,
  )

async function isReplica(sql: Sql) {
  const [row] = await sql<{ copy: boolean }[]>`select pg_is_in_recovery() as copy`
  return row?.copy === true
}

/** The error message may contain the URL with its password, so only the code is shown. */
function describeError(error: unknown) {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return 'it is not a valid address'
}
