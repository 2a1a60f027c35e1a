import { setTimeout as pause } from 'node:timers/promises'

import {
  answersOf,
  isDatabaseError,
  poolLike,
  type Sql,
  tearWays,
} from '#server/platform/db/database.ts'

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
    const patience = late(patienceMs, end.signal)
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

const TURNS = 20

/**
 * Waits in turns: while the process itself is busy with something long, its timers come due before it reads what was
 * answered meanwhile, and that is nobody's silence but its own. However long it was busy, that is one turn.
 */
async function late(patienceMs: number, signal: AbortSignal): Promise<'late'> {
  for (let turn = 0; turn < TURNS; turn += 1)
    await pause(patienceMs / TURNS, undefined, { signal, ref: false })
  return 'late'
}

/** 'well', or what went wrong. */
const settled = (question: Promise<unknown>) =>
  question.then(
    () => 'well' as const,
    (error: unknown) => error,
  )
