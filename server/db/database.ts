import { randomInt } from 'node:crypto'

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

/** As a session is told at its greeting; a pool refuses or forgets it, and the role has to carry it there. */
export const PATIENCE_MS = {
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
}

export function connect(
  settings: ConnectionSettings,
  {
    max = 16,
    name = 'giftpoint',
    idleSeconds = 0,
    pooled = false,
  }: { max?: number; name?: string; idleSeconds?: number; pooled?: boolean } = {},
): Sql {
  const options = {
    max,
    types,
    // 0 keeps them: a new connection costs more than an idle one.
    idle_timeout: idleSeconds,
    max_lifetime: null,
    connect_timeout: 10,
    backoff,
    // Behind a pool the next statement may meet another session of the database, which holds nothing of ours.
    // Nothing is asked ahead, either: what is only understood by then stays behind with the session.
    ...(pooled ? { prepare: false, max_pipeline: 0 } : {}),
    connection: { application_name: name, ...(pooled ? {} : PATIENCE_MS) },
    onnotice: () => {},
    transform: { undefined: null },
  }
  if ('url' in settings) return postgres(settings.url, options)
  const { host, port, user, password, database } = settings
  return postgres({ ...options, host, port, user, database, ...(password ? { password } : {}) })
}

/**
 * Seconds before a lost connection is tried again. The driver counts the losses of all connections together
 * and would wait up to twenty seconds of its own accord, although the database was back long ago.
 */
function backoff(losses: number) {
  return (0.5 + Math.random() / 2) * Math.min(2 ** losses / 500, 0.5)
}

/** Some more connections to the same database. The driver takes its own parsed options. */
export function poolLike(sql: Sql, max: number): Sql {
  return postgres({ ...(sql.options as unknown as postgres.Options<typeof types>), max })
}

/** Whether a pool stands in between: it greets by a number of its own, not by that of the session which answers. */
export async function comesThroughPool(sql: Sql): Promise<boolean> {
  const rows = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return rows[0]?.pid !== rows.state.pid
}

/** Whether both lead to one database: a lock that one holds is in the way of the other. */
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
const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && error.name === 'PostgresError'

/** Did the database refuse because of this constraint or index? */
export function violates(error: unknown, constraint: string) {
  return isDatabaseError(error) && error.constraint_name === constraint
}

/** Two transactions got in each other's way, and the database ended this one. Whoever asked is told to ask again. */
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

/** The database cannot be reached or is going down; nothing is wrong with the question. */
export function isDatabaseDown(error: unknown) {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    ['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'].includes(
      code,
    ) ||
    // admin shutdown, crash shutdown, cannot connect now, too many connections; and a question that waited too long,
    // behind a restore, say
    ['57P01', '57P02', '57P03', '53300', '08006', '08003', '57014', '55P03'].includes(code)
  )
}
