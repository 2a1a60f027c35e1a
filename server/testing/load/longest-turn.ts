import { readFileSync } from 'node:fs'

/** CPU time of this thread in nanoseconds, or elapsed time where the system does not report it. */
function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0])
  } catch {
    return Number(process.hrtime.bigint())
  }
}

/**
 * The longest turn of this process's event loop, in milliseconds of CPU time of its thread. Other requests wait that
 * long, even on an idle machine. `total` is the time of all turns.
 */
export function watchTurns() {
  let longest = 0
  const start = threadTime()
  let before = start
  let watching = true
  const turn = () => {
    const now = threadTime()
    longest = Math.max(longest, now - before)
    before = now
    if (watching) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    stop() {
      watching = false
      return { longest: longest / 1e6, total: (threadTime() - start) / 1e6 }
    },
  }
}
