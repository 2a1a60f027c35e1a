import { type Allowance, allowance } from '#server/http/rate-limit.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/** Twice the rate of a very fast typist. */
const KEYS = { most: 120, perMinute: 120 }
/** The service charges for each. A form needs two or three. */
const LOOK_UPS = { most: 40, perMinute: 1 }
const SESSIONS_KEPT = 20_000

/**
 * The limits of one recipient at the address service, which charges for requests. Returns the seconds to wait, or 0.
 */
export type AddressAllowance = {
  /** One key press of a search; the first of a session counts as a look-up. */
  search(voucherId: number, session: string): number
  check(voucherId: number): number
}

export function addressAllowance(clock: Clock): AddressAllowance {
  const keys: Allowance = allowance(KEYS.most, KEYS.perMinute, clock)
  const lookUps = allowance(LOOK_UPS.most, LOOK_UPS.perMinute, clock)
  const paid = new Set<string>()

  return {
    search(voucherId, session) {
      const wait = keys.take(voucherId)
      const name = `${voucherId} ${session}`
      if (wait > 0 || paid.has(name)) return wait
      const waitForLookUp = lookUps.take(voucherId)
      if (waitForLookUp > 0) return waitForLookUp
      if (paid.size >= SESSIONS_KEPT) paid.delete(paid.values().next().value ?? '')
      paid.add(name)
      return 0
    },
    check: (voucherId) => lookUps.take(voucherId),
  }
}
