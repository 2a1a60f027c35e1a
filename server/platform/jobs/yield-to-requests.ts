import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** What nobody waits for may keep a process busy for so much of its time. */
const SHARE = 0.15
/** So many pieces are begun before it is looked how busy the process is. */
const AT_ONCE = 4
/** However busy it is otherwise: who never got a turn would never be done. */
const LONGEST_MS = 50

type Busy = () => { active: number; idle: number }
type Rest = (ms: number, signal: AbortSignal) => Promise<unknown>

/** How long the process has worked and rested since it was last asked. */
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
 * For long work beside the requests: whoever calls it before each piece begins no more of them than leaves most of the process's
 * time to those who wait for an answer. One for all who do such work, whatever they wait for in between: a piece that
 * waits keeps nobody's place.
 */
export function givingWay({
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

export type GivesWay = ReturnType<typeof givingWay>
