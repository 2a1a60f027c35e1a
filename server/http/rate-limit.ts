import type { Clock } from '#server/platform/services/service-ports.ts'

const KEPT = 50_000

export type Allowance = {
  /** Takes one; answers the seconds to wait when there is none, else 0. */
  take(voucherId: number): number
}

/**
 * So many at once for each holder, and then so many a minute. Each process counts for itself, in memory: it is there
 * against a script that goes on all night, not to count to the last one.
 */
export function allowance(most: number, perMinute: number, clock: Clock): Allowance {
  const known = new Map<number, { left: number; at: number }>()
  return {
    take(voucherId) {
      const now = clock.now().getTime()
      const before = known.get(voucherId) ?? { left: most, at: now }
      // A clock that was set back gives nothing and takes nothing.
      const gained = (Math.max(0, now - before.at) / 60_000) * perMinute
      const left = Math.min(most, before.left + gained)
      known.delete(voucherId)
      if (known.size >= KEPT) known.delete(known.keys().next().value ?? 0)
      known.set(voucherId, { left: left < 1 ? left : left - 1, at: now })
      return left < 1 ? Math.ceil(((1 - left) / perMinute) * 60) : 0
    },
  }
}
