import { setTimeout as pause } from 'node:timers/promises'

import { answersOf, isDatabaseError, poolLike, type Sql, tearWays } from '#server/db/database.ts'

export type Pulse = {
  /** Whether the database answers and can commit, found out now. */
  beats(): Promise<boolean>
  stop(): Promise<void>
}

const IDLE_SECONDS = 10

/**
 * Asks on a connection of its own, which is there only while somebody wonders. A database that answers nobody at all
 * may be gone without a word, a cable cut or a machine off: then every way to it is torn, so that what waits on one
 * fails now and not when the network finds out. One that answers and cannot commit, because its copy does not,
 * keeps its ways.
 */
export function pulseOf(sql: Sql, patienceMs: number): Pulse {
  const another = () => poolLike(sql, 1, { idleSeconds: IDLE_SECONDS })
  let own = another()
  let asking: Promise<boolean> | undefined

  async function ask() {
    const end = new AbortController()
    const patience = pause(patienceMs, 'late' as const, { signal: end.signal, ref: false })
    patience.catch(() => {})
    const before = answersOf(sql)
    try {
      const answered = await Promise.race([settled(own`select 1`), patience])
      if (answered !== 'well') {
        leave()
        // Others are answered: it is busy, and this question stands in a row.
        if (answersOf(sql) !== before) return true
        if (answered === 'late' || !isDatabaseError(answered)) tearWays(sql)
        return false
      }
      // A commit that waits for the copy, as an order's does.
      const committed = own`select pg_logical_emit_message(true, 'giftpoint', '')`
      const outcome = await Promise.race([settled(committed), patience])
      if (outcome === 'late') leave()
      return outcome === 'well'
    } finally {
      end.abort()
    }
  }

  /** Behind a question that waits the next one would wait as well. */
  function leave() {
    void own.end({ timeout: 0 })
    own = another()
  }

  return {
    beats: () => (asking ??= ask().finally(() => (asking = undefined))),
    stop: () => own.end({ timeout: 0 }),
  }
}

/** 'well', or what went wrong. */
const settled = (question: Promise<unknown>) =>
  question.then(
    () => 'well' as const,
    (error: unknown) => error,
  )
