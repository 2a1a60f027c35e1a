import type { Logger } from 'pino'

/** A recurring job: it looks for work at an interval, one run at a time. */
export type RecurringJob<Found = unknown> = {
  everyMs: number
  /** Runs at the start, not only after the first interval. */
  atStart?: boolean
  /** The log message of a failed run. */
  failureMessage: string
  /** A long run ends between its steps when the signal is aborted. */
  run(signal: AbortSignal): Promise<Found>
  /** Whether there may be more work. Then the next run starts at once. */
  more?(result: Found): boolean
  /** The delay after consecutive failures. Without it the schedule stays. */
  waitAfter?(error: unknown, failures: number): number
  /** Work that a run has started without waiting for it. */
  ended?(): Promise<unknown>
}

/** Runs each recurring job at its interval. `stop` waits for the current runs. */
export function repeat(log: Pick<Logger, 'warn'>, recurringJobs: readonly RecurringJob[]) {
  const stopping = new AbortController()
  const running = recurringJobs.map((job) => repeatJob(log, job, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running.map((job) => job.stop()))
    },
  }
}

function repeatJob(log: Pick<Logger, 'warn'>, recurring: RecurringJob, signal: AbortSignal) {
  const { everyMs, atStart = false, failureMessage } = recurring
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let currentRun: Promise<void> = Promise.resolve()

  const runOnce = async () => {
    try {
      const result = await recurring.run(signal)
      failures = 0
      return recurring.more?.(result) ? 0 : everyMs
    } catch (error) {
      failures += 1
      log.warn({ err: error, failures }, failureMessage)
      return recurring.waitAfter?.(error, failures) ?? everyMs
    }
  }
  function schedule(ms: number) {
    if (signal.aborted) return
    timer = setTimeout(() => {
      currentRun = runOnce().then(schedule)
    }, ms)
    timer.unref()
  }
  schedule(atStart ? 0 : everyMs)

  return {
    async stop() {
      clearTimeout(timer)
      await currentRun
      await recurring.ended?.()
    },
  }
}
