import { setImmediate as afterOthers } from 'node:timers/promises'

import { semaphore } from '#server/platform/jobs/semaphore.ts'

/** A page opens at most six connections; a longer queue does not come from a user's page. */
const MAX_PARALLEL = 4
const MAX_WAITING = 120
/** This many reads of one holder run without a turn before other requests are served: some milliseconds. */
const MAX_SYNCHRONOUS = 16

/**
 * Limits parallel reads per holder, and per client without a token, so that a hundred searches of one client delay
 * only that client. A search is computed without a pause, so other requests are served between two searches of one
 * holder.
 */
export function readSlots() {
  const slots = semaphore(MAX_PARALLEL)
  const synchronous = new Map<number, number>()
  return {
    /** Whether one more read may run synchronously. Otherwise it has to wait for its turn. */
    tryTake(voucherId: number): boolean {
      const before = synchronous.get(voucherId) ?? 0
      if (before >= MAX_SYNCHRONOUS) return false
      if (synchronous.size === 0) setImmediate(() => synchronous.clear())
      synchronous.set(voucherId, before + 1)
      return true
    },

    /** null if the queue is longer than any page needs. */
    async take<T>(client: number | string, read: () => T | Promise<T>): Promise<T | null> {
      const key = String(client)
      if (slots.waiting(key) >= MAX_WAITING) return null
      if (await slots.acquire(key)) await afterOthers()
      try {
        return await read()
      } finally {
        slots.release(key)
      }
    },
  }
}

export type ReadSlots = ReturnType<typeof readSlots>
