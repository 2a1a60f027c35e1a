import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import { type Address, hostsOf } from '#server/platform/db/driver/hosts.ts'
import { Pool } from '#server/platform/db/driver/pool.ts'
import {
  type Reserved,
  type Sql,
  sqlOf,
  type Statement,
  type Transaction,
} from '#server/platform/db/driver/sql.ts'

export type { Sql, Transaction }
/** Anything that can run a query: the pool or a transaction. */
export type Queries = Sql | Transaction | Reserved
/** A part of a query. */
export type Fragment = Statement
export type ConnectionSettings = Address

/** Session settings of the startup message; a pool refuses or drops them, so there the role must have them. */
export const SESSION_TIMEOUTS = {
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '60000',
}

/**
 * Disables parallel workers: they start again for each query, which cost more than they saved in the measured back
 * office lists over 1,000,000 orders, and they take processors from other requests.
 */
const NO_PARALLEL_WORKERS = { max_parallel_workers_per_gather: '0' }

/** How long to wait for a host before trying the next one. */
const CONNECT_MS = { one: 10_000, several: 2000 }
/** The same for a pool with a connection timeout, as a share of that timeout. */
const CONNECT_SHARE = { one: 0.8, several: 0.4 }

export function connect(
  settings: ConnectionSettings,
  {
    max = 16,
    name = 'giftpoint',
    idleSeconds = 0,
    pooled = false,
    timeoutMs = 0,
  }: {
    max?: number
    name?: string
    idleSeconds?: number
    pooled?: boolean
    /** How long to wait for a connection while the database does not respond; 0: forever. */
    timeoutMs?: number
  } = {},
): Sql {
  const hosts = hostsOf(settings, {
    // Behind a pool the next statement may reach another session without our prepared statements. No pipelining
    // either: a statement queued ahead may depend on the session.
    pipelined: !pooled,
    connectMs: connectMs(settings, timeoutMs),
    parameters: {
      application_name: name,
      ...(pooled ? {} : { ...SESSION_TIMEOUTS, ...NO_PARALLEL_WORKERS }),
    },
  })
  return sqlOf(new Pool({ hosts, max, idleMs: idleSeconds * 1000, timeoutMs }), !pooled)
}

function connectMs(settings: ConnectionSettings, timeoutMs: number) {
  const hasSeveralHosts = 'url' in settings && /^[^/]+:\/\/([^/?]*@)?[^/?]*,/.test(settings.url)
  const hosts = hasSeveralHosts ? 'several' : 'one'
  return timeoutMs > 0 ? CONNECT_SHARE[hosts] * timeoutMs : CONNECT_MS[hosts]
}

/** Closes all connections, so that pending queries on a dead connection fail at once. */
export const breakConnections = (sql: Sql) => sql.pool.destroyConnections()

/** Increases with every response to this pool or one cloned from it. */
export const responseCount = (sql: Sql): number => sql.pool.family.responses

/** Some more connections to the same database; a copy of rows needs one that is not pipelined. */
export function poolLike(
  { pool: { settings, family } }: Sql,
  max: number,
  { idleSeconds = 0, pipelined = true } = {},
): Sql {
  const hosts = settings.hosts.hosts.map((host) => ({
    ...host,
    pipelined: pipelined && host.pipelined,
  }))
  const isPrepared = hosts.every((host) => host.pipelined)
  const idleMs = idleSeconds > 0 ? idleSeconds * 1000 : settings.idleMs
  const poolSettings = { ...settings, hosts: { ...settings.hosts, hosts }, max, idleMs }
  return sqlOf(new Pool(poolSettings, family), isPrepared)
}

const POOL_OF_ONE_MS = 10_000

/** Whether there is a pool in between: its startup message has another process id than the session that answers. */
export async function isBehindPooler(sql: Sql): Promise<boolean> {
  const session = await sql.reserve()
  try {
    const [first] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`
    const before = first?.pid
    if (before !== session.pid) return true
    // A pool that forwards the process id is detected by giving our session to another client meanwhile.
    return await sql.begin(async (sql) => {
      await sql`select 1`
      const secondQuery = session<{ pid: number }[]>`select pg_backend_pid() as pid`
      secondQuery.catch(() => {})
      // A pool of one session has none left to answer with.
      const rows = await Promise.race([
        secondQuery,
        pause(POOL_OF_ONE_MS, undefined, { ref: false }),
      ])
      return rows?.[0]?.pid !== before
    })
  } finally {
    session.release()
  }
}

/** Whether both addresses lead to the same database: a lock held through one blocks the other. */
export async function isSameDatabase(direct: Sql, pool: Sql): Promise<boolean> {
  const key = randomInt(2 ** 47)
  return direct.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${key})`
    const [row] = await pool<{ free: boolean }[]>`select pg_try_advisory_xact_lock(${key}) as free`
    return row?.free === false
  })
}

/** Runs the work in a new transaction, or as a part of an existing one. */
export async function atomically<T>(
  sql: Queries,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  if ('release' in sql) throw new TypeError('a reserved connection starts its own transactions')
  return 'savepoint' in sql ? sql.savepoint(work) : sql.begin(work)
}

type DatabaseError = pg.DatabaseError & { code: string }
export const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof pg.DatabaseError

/** Whether the database refused a write because of this constraint or index. */
export function violates(error: unknown, constraint: string) {
  return isDatabaseError(error) && error.constraint === constraint
}

/** Serialization failure or deadlock: the database aborted this transaction, and the client should retry. */
export function isConflict(error: unknown) {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')
}

/**
 * The database answers but cannot write: its disk is full or fails, it is out of memory, or it is a standby. The
 * query is correct, and reads may still work.
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

/** The database cannot be reached, is shutting down or changes its leader. The query is correct. */
export function isDatabaseDown(error: unknown) {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  // A pool without a server sends this code as a fatal error; from the server itself it is not fatal.
  if (code === '08P01') return isDatabaseError(error) && error.severity === 'FATAL'
  return UNREACHABLE.has(code) || DOWN.has(code)
}
