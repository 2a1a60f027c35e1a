import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 6

/**
 * For long loops in a process that serves requests. Call the returned function between two steps: after each slice of
 * `sliceMs` it waits until other events were handled.
 */
export function createSliceYield(sliceMs = SLICE_MS) {
  let sliceStart = performance.now()
  return async () => {
    if (performance.now() - sliceStart < sliceMs) return
    await nextTurn()
    sliceStart = performance.now()
  }
}
