import { setTimeout as pause } from 'node:timers/promises'

import {
  answersOf,
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
export function healthProbe(sql: Sql, patienceMs: number): HealthProbe {
  const another = () => poolLike(sql, 1, { idleSeconds: IDLE_SECONDS })
  let own = another()
  let asking: Promise<boolean> | undefined

  async function ask() {
    const end = new AbortController()
    const patience = late(patienceMs, end.signal)
    patience.catch(() => {})
    const before = answersOf(sql)
    try {
      const answered = await Promise.race([settled(own`select 1`), patience])
      if (answered !== 'well') {
        leave()
        // Other queries get answers: the database is busy, and this query is queued.
        if (answersOf(sql) !== before) return true
        if (answered === 'late' || !isDatabaseError(answered)) breakConnections(sql)
        return false
      }
      // A commit that waits for the replica, as an order's does.
      const committed = own`select pg_logical_emit_message(true, 'giftpoint', '')`
      const outcome = await Promise.race([settled(committed), patience])
      if (outcome === 'late') leave()
      return outcome === 'well'
    } finally {
      end.abort()
    }
  }

  /** Behind a waiting query, the next one would wait as well. */
  function leave() {
    void own.end({ timeout: 0 })
    own = another()
  }

  return {
    isResponding: () => (asking ??= ask().finally(() => (asking = undefined))),
    stop: () => own.end({ timeout: 0 }),
  }
}

const TURNS = 20

/**
 * Waits in short intervals. While the process is blocked, its timers fire before it reads answers that have arrived,
 * and that must not count as silence of the database. A block of any length uses up one interval only.
 */
async function late(patienceMs: number, signal: AbortSignal): Promise<'late'> {
  for (let turn = 0; turn < TURNS; turn += 1)
    await pause(patienceMs / TURNS, undefined, { signal, ref: false })
  return 'late'
}

/** 'well', or the error. */
const settled = (question: Promise<unknown>) =>
  question.then(
    () => 'well' as const,
    (error: unknown) => error,
  )
