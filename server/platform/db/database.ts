import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
export type Transaction = postgres.TransactionSql<{ bigint: number }>
/** What a query needs: the pool, or the transaction it is part of. */
export type Queries = Sql | Transaction
/** A part of a query. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>

export type ConnectionSettings =
  | { url: string }
  | { host: string; port: number; user: string; password?: string | undefined; database: string }

/** Ids and counts stay far below 2^53, so they are plain numbers in the code. */
const types = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number) => String(value),
    parse: (text: string) => Number(text),
  },
}

/** Session settings of the startup message; a pool refuses or drops them, so there the role must have them. */
export const SESSION_BOUNDS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * Disables parallel workers: they start again for each query, which cost more than they saved in the measured back
 * office lists over 1,000,000 orders, and they take processors from other requests. A string, because the driver
 * drops 0.
 */
const WITHOUT_HELPERS = { max_parallel_workers_per_gather: '0' }

/** A host that does not answer at all is given up after so long, and the next one tried. */
const CONNECT_SECONDS = { one: 10, several: 2 }
/** The same for a pool with a connection timeout, as a share of that timeout. */
const CONNECT_SHARE = { one: 0.8, several: 0.4 }

/** The ways to the database that are open, of a pool and of all that are made like it. */
const ways = new WeakMap<object, Set<Socket>>()

export function connect(
  settings: ConnectionSettings,
  {
    max = 16,
    name = 'giftpoint',
    idleSeconds = 0,
    pooled = false,
    patienceMs = 0,
  }: {
    max?: number
    name?: string
    idleSeconds?: number
    pooled?: boolean
    /** How long to wait for a connection while the database does not respond; 0: forever. */
    patienceMs?: number
  } = {},
): Sql {
  const open = new Set<Socket>()
  const options = {
    max,
    types,
    // 0 keeps them: a new connection costs more than an idle one.
    idle_timeout: idleSeconds,
    max_lifetime: null,
    connect_timeout: connectSeconds(settings, patienceMs),
    backoff,
    patience: patienceMs,
    onsocket: (socket: Socket) => {
      open.add(socket)
      socket.once('close', () => open.delete(socket))
    },
    // Behind a pool the next statement may reach another session without our prepared statements. No pipelining
    // either: a statement queued ahead may depend on the session.
    ...(pooled ? { prepare: false, max_pipeline: 0 } : {}),
    connection: {
      application_name: name,
      ...(pooled ? {} : { ...SESSION_BOUNDS, ...WITHOUT_HELPERS }),
    },
    onnotice: () => {},
    transform: { undefined: null },
  }
  const sql = driver(settings, options)
  ways.set(insideOf(sql).onsocket, open)
  return sql
}

function driver(settings: ConnectionSettings, options: postgres.Options<typeof types>): Sql {
  if ('url' in settings) return postgres(settings.url, options)
  const { host, port, user, password, database } = settings
  return postgres({ ...options, host, port, user, database, ...(password ? { password } : {}) })
}

function connectSeconds(settings: ConnectionSettings, patienceMs: number) {
  const several = 'url' in settings && /^[^/]+:\/\/([^/?]*@)?[^/?]*,/.test(settings.url)
  const hosts = several ? 'several' : 'one'
  return patienceMs > 0 ? (CONNECT_SHARE[hosts] * patienceMs) / 1000 : CONNECT_SECONDS[hosts]
}

/** Driver internals in its options that are missing in its types (decision 003). */
const insideOf = (sql: Sql) =>
  sql.options as unknown as { onsocket: object; shared: { heard: number } }

/** Closes all connections, so that pending queries on a dead connection fail at once. */
export function breakConnections(sql: Sql) {
  for (const socket of ways.get(insideOf(sql).onsocket) ?? []) {
    try {
      socket.resetAndDestroy()
    } catch {
      // The embedded database's is no TCP: it has nothing to reset.
      socket.destroy()
    }
  }
}

/** Increases with every response to this pool or one cloned from it. */
export const answersOf = (sql: Sql): number => insideOf(sql).shared.heard

/**
 * Seconds before a lost connection is tried again. The driver counts the losses of all connections together
 * and would wait up to twenty seconds of its own accord, although the database was back long ago.
 */
function backoff(losses: number) {
  return (0.5 + Math.random() / 2) * Math.min(2 ** losses / 500, 0.5)
}

/** Some more connections to the same database. The driver takes its own parsed options. */
export function poolLike(sql: Sql, max: number, { idleSeconds = 0 } = {}): Sql {
  const options = sql.options as unknown as postgres.Options<typeof types>
  return postgres({ ...options, max, ...(idleSeconds > 0 ? { idle_timeout: idleSeconds } : {}) })
}

const POOL_OF_ONE_MS = 10_000

/** Whether there is a pool in between: its startup message has another process id than the session that answers. */
export async function comesThroughPool(sql: Sql): Promise<boolean> {
  const mine = await sql.reserve()
  try {
    const first = await mine<{ pid: number }[]>`select pg_backend_pid() as pid`
    const before = first[0]?.pid
    if (before !== first.state.pid) return true
    // A pool that forwards the process id is detected by giving our session to another client meanwhile.
    return await sql.begin(async (sql) => {
      await sql`select 1`
      const again = mine<{ pid: number }[]>`select pg_backend_pid() as pid`
      again.catch(() => {})
      // A pool of one session has none left to answer with.
      const rows = await Promise.race([again, pause(POOL_OF_ONE_MS, undefined, { ref: false })])
      return rows?.[0]?.pid !== before
    })
  } finally {
    mine.release()
  }
}

/** Whether both addresses lead to the same database: a lock held through one blocks the other. */
export async function leadToOne(direct: Sql, pool: Sql): Promise<boolean> {
  const key = randomInt(2 ** 47)
  return direct.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${key})`
    const [row] = await pool<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${key}) as free`
    return row?.free === false
  })
}

/** Runs the work in a transaction of its own, or as a part of the one it was handed. */
export async function atomically<T>(
  sql: Queries,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  const result = 'savepoint' in sql ? await sql.savepoint(work) : await sql.begin(work)
  return result as T
}

type DatabaseError = { code: string; constraint_name?: string }
export const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && error.name === 'PostgresError'

/** Did the database refuse because of this constraint or index? */
export function violates(error: unknown, constraint: string) {
  return isDatabaseError(error) && error.constraint_name === constraint
}

/** Serialization failure or deadlock: the database aborted this transaction, and the client should retry. */
export function isConflict(error: unknown) {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')
}

/**
 * The database answers and cannot write: its disk is full, fails, or it has no memory left; or it is the copy of
 * another. Nothing is wrong with the question, and reads may go on.
 */
export function cannotWrite(error: unknown) {
  return isDatabaseError(error) && ['53100', '58030', '53200', '25006'].includes(error.code)
}

const UNREACHABLE = new Set(
  (
    'ECONNREFUSED ECONNRESET ENOENT EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ' +
    'CONNECTION_CLOSED CONNECTION_ENDED CONNECTION_DESTROYED CONNECT_TIMEOUT'
  ).split(' '),
)
/**
 * Admin shutdown, crash shutdown, cannot connect now, too many connections, connection failures; a session closed for
 * being idle; a query that waited too long, for example behind a restore; and a read-only server: during a failover
 * the new leader is announced before it accepts writes, and the old one becomes a standby.
 */
const DOWN = new Set(
  '57P01 57P02 57P03 57P05 53300 08006 08003 08001 25P03 25P04 57014 55P03 25006'.split(' '),
)

/** A pool sends only the severity field; the server also sends one that is not translated. */
function severityOf(error: Error) {
  if ('severity' in error) return error.severity
  return 'severity_local' in error ? error.severity_local : undefined
}

/** The database cannot be reached, is going down or changes its leader; nothing is wrong with the question. */
export function isDatabaseDown(error: unknown) {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  // A pool without a server sends this code as a fatal error; from the server itself it is not fatal.
  if (code === '08P01') return severityOf(error) === 'FATAL'
  return UNREACHABLE.has(code) || DOWN.has(code)
}
