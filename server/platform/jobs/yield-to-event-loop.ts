import { setImmediate as afterOthers } from 'node:timers/promises'

const MOST_MS = 6

/** For loops that run beside requests: called between two steps, it yields to the event loop once `mostMs` have passed. */
export function inSlices(mostMs = MOST_MS) {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < mostMs) return
    await afterOthers()
    began = performance.now()
  }
}
