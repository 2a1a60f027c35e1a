import { type RateLimit, createRateLimit } from '#server/http/rate-limit.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/** Twice the rate of a very fast typist. */
const KEY_PRESSES = { burst: 120, perMinute: 120 }
/** The service charges for each. A form needs two or three. */
const LOOK_UPS = { burst: 40, perMinute: 1 }
const MAX_SESSIONS = 20_000

/**
 * The limits of one recipient at the address service, which charges for requests. Returns the seconds to wait, or 0.
 */
export type AddressRateLimit = {
  /** One key press of a search; the first of a session counts as a look-up. */
  search(voucherId: number, session: string): number
  check(voucherId: number): number
}

export function addressRateLimit(clock: Clock): AddressRateLimit {
  const keyPresses: RateLimit = createRateLimit(KEY_PRESSES.burst, KEY_PRESSES.perMinute, clock)
  const lookUps = createRateLimit(LOOK_UPS.burst, LOOK_UPS.perMinute, clock)
  const countedSessions = new Set<string>()

  return {
    search(voucherId, session) {
      const wait = keyPresses.take(voucherId)
      const name = `${voucherId} ${session}`
      if (wait > 0 || countedSessions.has(name)) return wait
      const waitForLookUp = lookUps.take(voucherId)
      if (waitForLookUp > 0) return waitForLookUp
      if (countedSessions.size >= MAX_SESSIONS)
        countedSessions.delete(countedSessions.values().next().value ?? '')
      countedSessions.add(name)
      return 0
    },
    check: (voucherId) => lookUps.take(voucherId),
  }
}
