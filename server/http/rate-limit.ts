import type { Clock } from '#server/platform/services/service-ports.ts'

const MAX_HOLDERS = 50_000

export type Allowance = {
  /** Counts one request. Returns the seconds to wait if the limit is reached, else 0. */
  take(voucherId: number): number
}

/**
 * Allows each holder a burst of requests, then a fixed number per minute. Each process counts in its own memory: the
 * limit stops scripts that run for hours and need not be exact.
 */
export function allowance(burst: number, perMinute: number, clock: Clock): Allowance {
  const known = new Map<number, { left: number; at: number }>()
  return {
    take(voucherId) {
      const now = clock.now().getTime()
      const before = known.get(voucherId) ?? { left: burst, at: now }
      // If the clock was set back, the elapsed time counts as zero.
      const gained = (Math.max(0, now - before.at) / 60_000) * perMinute
      const left = Math.min(burst, before.left + gained)
      known.delete(voucherId)
      if (known.size >= MAX_HOLDERS) known.delete(known.keys().next().value ?? 0)
      known.set(voucherId, { left: left < 1 ? left : left - 1, at: now })
      return left < 1 ? Math.ceil(((1 - left) / perMinute) * 60) : 0
    },
  }
}
