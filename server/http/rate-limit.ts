import type { Clock } from '#server/platform/services/service-ports.ts'

const MAX_HOLDERS = 50_000

export type RateLimit = {
  /** Counts one request. Returns the seconds to wait if the limit is reached, else 0. */
  take(voucherId: number): number
}

/**
 * Allows each holder a burst of requests, then a fixed number per minute. Each process counts in its own memory: the
 * limit stops scripts that run for hours and need not be exact.
 */
export function createRateLimit(burst: number, perMinute: number, clock: Clock): RateLimit {
  const holders = new Map<number, { remaining: number; updatedAt: number }>()
  return {
    take(voucherId) {
      const now = clock.now().getTime()
      const last = holders.get(voucherId) ?? { remaining: burst, updatedAt: now }
      // If the clock was set back, the elapsed time counts as zero.
      const gained = (Math.max(0, now - last.updatedAt) / 60_000) * perMinute
      const remaining = Math.min(burst, last.remaining + gained)
      holders.delete(voucherId)
      if (holders.size >= MAX_HOLDERS) holders.delete(holders.keys().next().value ?? 0)
      holders.set(voucherId, {
        remaining: remaining < 1 ? remaining : remaining - 1,
        updatedAt: now,
      })
      return remaining < 1 ? Math.ceil(((1 - remaining) / perMinute) * 60) : 0
    },
  }
}
