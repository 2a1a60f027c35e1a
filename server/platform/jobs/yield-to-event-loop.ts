import { setImmediate as afterOthers } from 'node:timers/promises'

const MOST_MS = 6

/** Long work beside the requests: whoever calls it between two pieces lets them be heard once his time is up. */
export function inSlices(mostMs = MOST_MS) {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < mostMs) return
    await afterOthers()
    began = performance.now()
  }
}
