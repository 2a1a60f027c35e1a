import { setImmediate as afterOthers } from 'node:timers/promises'

import { semaphore } from '#server/platform/jobs/semaphore.ts'

/** A page opens at most six connections; a longer queue does not come from a user's page. */
const AT_ONCE = 4
const MOST_WAITING = 120
/** This many reads of one holder run without a turn before other requests are served: some milliseconds. */
const MOST_AT_ONCE = 16

/**
 * Limits parallel reads per holder, and per client without a token, so that a hundred searches of one client delay
 * only that client. A search is computed without a pause, so other requests are served between two searches of one
 * holder.
 */
export function readSlots() {
  const turns = semaphore(AT_ONCE)
  const atOnce = new Map<number, number>()
  return {
    /** Whether one more read may run synchronously. Otherwise it has to wait for its turn. */
    takeNow(voucherId: number): boolean {
      const before = atOnce.get(voucherId) ?? 0
      if (before >= MOST_AT_ONCE) return false
      if (atOnce.size === 0) setImmediate(() => atOnce.clear())
      atOnce.set(voucherId, before + 1)
      return true
    },

    /** null if the queue is so long that no user can be waiting for it. */
    async take<T>(who: number | string, read: () => T | Promise<T>): Promise<T | null> {
      const name = String(who)
      if (turns.waiting(name) >= MOST_WAITING) return null
      if (await turns.acquire(name)) await afterOthers()
      try {
        return await read()
      } finally {
        turns.release(name)
      }
    },
  }
}

export type ReadSlots = ReturnType<typeof readSlots>
