import { setTimeout as pause } from 'node:timers/promises'

import {
  responseCount,
  isDatabaseError,
  poolLike,
  type Sql,
  breakConnections,
} from '#server/platform/db/database.ts'

export type HealthProbe = {
  /** Whether the database answers and can commit at this moment. */
  isResponding(): Promise<boolean>
  stop(): Promise<void>
}

const IDLE_SECONDS = 10

/**
 * Uses a separate connection, open only during checks. A database that answers no query may be unreachable (cable
 * cut, machine off): then all connections are destroyed, so that waiting queries fail now and not at the network
 * timeout. A database that answers but cannot commit, because its replica does not confirm, keeps its connections.
 */
export function healthProbe(sql: Sql, timeoutMs: number): HealthProbe {
  const openPool = () => poolLike(sql, 1, { idleSeconds: IDLE_SECONDS })
  let pool = openPool()
  let runningProbe: Promise<boolean> | undefined

  async function probe() {
    const end = new AbortController()
    const timeout = waitInSlices(timeoutMs, end.signal)
    timeout.catch(() => {})
    const responsesBefore = responseCount(sql)
    try {
      const queryOutcome = await Promise.race([outcomeOf(pool`select 1`), timeout])
      if (queryOutcome !== 'ok') {
        replacePool()
        // Other queries get answers: the database is busy, and this query is queued.
        if (responseCount(sql) !== responsesBefore) return true
        if (queryOutcome === 'late' || !isDatabaseError(queryOutcome)) breakConnections(sql)
        return false
      }
      // A commit that waits for the replica, as an order's does.
      const committed = pool`select pg_logical_emit_message(true, 'giftpoint', '')`
      const commitOutcome = await Promise.race([outcomeOf(committed), timeout])
      if (commitOutcome === 'late') replacePool()
      return commitOutcome === 'ok'
    } finally {
      end.abort()
    }
  }

  /** Behind a waiting query, the next one would wait as well. */
  function replacePool() {
    void pool.end({ timeout: 0 })
    pool = openPool()
  }

  return {
    isResponding: () => (runningProbe ??= probe().finally(() => (runningProbe = undefined))),
    stop: () => pool.end({ timeout: 0 }),
  }
}

const SLICES = 20

/**
 * Waits in short intervals. While the process is blocked, its timers fire before it reads answers that have arrived,
 * and that must not count as silence of the database. A block of any length uses up one interval only.
 */
async function waitInSlices(timeoutMs: number, signal: AbortSignal): Promise<'late'> {
  for (let slice = 0; slice < SLICES; slice += 1)
    await pause(timeoutMs / SLICES, undefined, { signal, ref: false })
  return 'late'
}

/** 'ok', or the error. */
const outcomeOf = (query: Promise<unknown>) =>
  query.then(
    () => 'ok' as const,
    (error: unknown) => error,
  )
