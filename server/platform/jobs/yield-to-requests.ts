import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** The share of a process's time that background work may use. */
const SHARE = 0.15
/** Steps that start before the load is measured again. */
const AT_ONCE = 4
/** The longest delay of a step, so that background work always finishes. */
const LONGEST_MS = 50

type Busy = () => { active: number; idle: number }
type Rest = (ms: number, signal: AbortSignal) => Promise<unknown>

/** The busy and idle time of the process since the last call. */
function sinceLastAsked(): Busy {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, before)
    before = now
    return since
  }
}

const restFor: Rest = (ms, signal) => pause(ms, undefined, { signal, ref: false }).catch(() => {})

/**
 * For background jobs: awaited before each step, it delays steps so that most of the process's time is left for
 * requests. One instance serves all jobs. Waiting steps reserve no place.
 */
export function createYield({
  busy = sinceLastAsked(),
  rest = restFor,
}: { busy?: Busy; rest?: Rest } = {}) {
  let line: Promise<unknown> = Promise.resolve()
  let begun = 0

  async function turn(signal: AbortSignal) {
    begun += 1
    if (begun % AT_ONCE > 0 || signal.aborted) return
    const { active, idle } = busy()
    const wanted = active / SHARE - (active + idle)
    if (wanted > 0) await rest(Math.min(wanted, LONGEST_MS), signal)
  }
  return (signal: AbortSignal): Promise<unknown> => (line = line.then(async () => turn(signal)))
}

export type GivesWay = ReturnType<typeof createYield>
