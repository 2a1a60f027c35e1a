import { setImmediate as afterOthers } from 'node:timers/promises'

import { places } from '#server/platform/jobs/semaphore.ts'

/** More than a page asks for by the six ways of a browser is nobody's who looks at it. */
const AT_ONCE = 4
const MOST_WAITING = 120
/** So many of one holder are reckoned without a turn before everybody else is heard: some milliseconds. */
const MOST_AT_ONCE = 16

/**
 * What holders read, or who asks without a token, so many answers at once for each: whoever asks for a hundred searches waits behind himself, not
 * the others behind him. A search is reckoned without a pause, so between two of one holder everybody else is heard.
 */
export function readTurns() {
  const turns = places(AT_ONCE)
  const atOnce = new Map<number, number>()
  return {
    /** Whether one more may be reckoned at once, without waiting for anything; otherwise it has to take its turn. */
    takeNow(voucherId: number): boolean {
      const before = atOnce.get(voucherId) ?? 0
      if (before >= MOST_AT_ONCE) return false
      if (atOnce.size === 0) setImmediate(() => atOnce.clear())
      atOnce.set(voucherId, before + 1)
      return true
    },

    /** null when so much waits already that nobody can be waiting for it. */
    async take<T>(who: number | string, read: () => T | Promise<T>): Promise<T | null> {
      const name = String(who)
      if (turns.waiting(name) >= MOST_WAITING) return null
      if (await turns.take(name)) await afterOthers()
      try {
        return await read()
      } finally {
        turns.leave(name)
      }
    },
  }
}

export type ReadTurns = ReturnType<typeof readTurns>
