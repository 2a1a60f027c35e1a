import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** The share of a process's time that background work may use. */
const SHARE = 0.15
/** Steps that start before the load is measured again. */
const STEPS_PER_CHECK = 4
/** The longest delay of a step, so that background work always finishes. */
const MAX_PAUSE_MS = 50

type LoadMeter = () => { active: number; idle: number }
type Pause = (ms: number, signal: AbortSignal) => Promise<unknown>

/** The busy and idle time of the process since the last call. */
function createLoadMeter(): LoadMeter {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const since = performance.eventLoopUtilization(now, before)
    before = now
    return since
  }
}

const defaultPause: Pause = (ms, signal) =>
  pause(ms, undefined, { signal, ref: false }).catch(() => {})

/**
 * For background jobs: awaited before each step, it delays steps so that most of the process's time is left for
 * requests. One instance serves all jobs.
 */
export function createYield({
  measureLoad = createLoadMeter(),
  wait = defaultPause,
}: { measureLoad?: LoadMeter; wait?: Pause } = {}) {
  let previous: Promise<unknown> = Promise.resolve()
  let steps = 0

  async function delayStep(signal: AbortSignal) {
    steps += 1
    if (steps % STEPS_PER_CHECK > 0 || signal.aborted) return
    const { active, idle } = measureLoad()
    const pauseMs = active / SHARE - (active + idle)
    if (pauseMs > 0) await wait(Math.min(pauseMs, MAX_PAUSE_MS), signal)
  }
  return (signal: AbortSignal): Promise<unknown> =>
    (previous = previous.then(async () => delayStep(signal)))
}

export type YieldToRequests = ReturnType<typeof createYield>
