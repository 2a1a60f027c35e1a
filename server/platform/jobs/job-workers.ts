import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import {
  type JobContext,
  type JobHandlers,
  type Result,
  saveResults,
} from '#server/platform/jobs/job-handlers.ts'
import { type JobName, NAMES } from '#server/platform/jobs/job-names.ts'
import {
  type ClaimedJob,
  claimJobs,
  dueNames,
  renewClaims,
  RENEW_MS,
  releaseJobs,
} from '#server/platform/jobs/job.sql.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

const POLL_MS = 1000
/** The time per batch. Its size is the number of jobs that the last batch finished in this time. */
const BATCH_MS = 1000
export const MAX_BATCH = 128
const LONG_BATCH_MS = 5000
/** Above this load, a process cannot run jobs without delaying requests. */
const BUSY_LOAD = 0.7
const MAX_PAUSE_MS = 250
/** A job that has waited this long is no longer delayed for requests. */
const MAX_WAIT_MS = 10_000

/**
 * One worker for each queue of a process. Requests have priority: a busy process spends only part of its time on jobs.
 * Jobs that have waited for `MAX_WAIT_MS` run without a pause, so mails are delayed no longer than that.
 */
export class JobWorkers {
  readonly #context: JobContext
  readonly #handlers: JobHandlers
  readonly #stopping = new AbortController()
  /** Wakes workers whose last batch was not full. */
  readonly #idle = new Map<JobName, () => void>()
  #workers: Promise<void>[] = []

  constructor(context: JobContext, handlers: JobHandlers) {
    this.#context = context
    this.#handlers = handlers
    // Each queue adds a listener, and Node warns from the eleventh on.
    setMaxListeners(NAMES.length + 1, this.#stopping.signal)
  }

  start() {
    this.#workers = NAMES.map((name) => this.#work(name))
  }

  async stop() {
    this.#stopping.abort()
    for (const wake of this.#idle.values()) wake()
    await Promise.all(this.#workers)
  }

  /** One statement polls all idle queues, because most of them have no work. */
  readonly poll: RecurringJob = {
    everyMs: POLL_MS,
    atStart: true,
    failureMessage: 'job queue failed',
    run: async () => {
      const { sql, clock } = this.#context
      for (const { name } of await dueNames(sql, [...this.#idle.keys()], clock.now())) {
        this.#idle.get(name)?.()
        this.#idle.delete(name)
      }
    },
  }

  #untilDue(name: JobName) {
    return this.#stopping.signal.aborted
      ? undefined
      : new Promise<void>((wake) => void this.#idle.set(name, wake))
  }

  async #work(name: JobName) {
    const { signal } = this.#stopping
    const { sql, clock, log } = this.#context
    const minSize = this.#handlers.concurrency(name)
    let size = minSize
    await this.#untilDue(name)
    while (!signal.aborted) {
      const limit = size
      let claimed = 0
      let longestWait = 0
      const startedAt = performance.now()
      const before = performance.eventLoopUtilization()
      try {
        const now = clock.now()
        const jobs = await claimJobs(sql, name, size, now)
        claimed = jobs.length
        longestWait = Math.max(0, ...jobs.map((job) => now.getTime() - job.start_after.getTime()))
        await this.#runAll(name, jobs)
      } catch (error) {
        log.warn({ err: error, queue: name }, 'job queue failed')
      }
      const duration = performance.now() - startedAt
      const { utilization } = performance.eventLoopUtilization(before)
      const mayWait = utilization > BUSY_LOAD && longestWait < MAX_WAIT_MS
      const sizePerSecond = Math.floor((claimed * BATCH_MS) / duration)
      size = Math.min(Math.max(sizePerSecond, minSize), 2 * limit, MAX_BATCH)
      if (claimed < limit) await this.#untilDue(name)
      else if (mayWait)
        await pause(Math.min(3 * duration, MAX_PAUSE_MS), undefined, { signal }).catch(() => {})
    }
  }

  /**
   * Runs a batch, several jobs at a time, and saves the results together. If it takes longer than expected, the
   * remaining jobs are left to other processes.
   */
  async #runAll(name: JobName, jobs: readonly ClaimedJob[]) {
    const startedAt = performance.now()
    const mustStop = () =>
      this.#stopping.signal.aborted || performance.now() - startedAt > LONG_BATCH_MS
    const results: Result[] = []
    const renewTimer = setInterval(() => void this.#renew(jobs), RENEW_MS)
    try {
      while (results.length < jobs.length && !mustStop()) {
        const chunk = jobs.slice(results.length, results.length + this.#handlers.concurrency(name))
        results.push(...(await this.#handlers.run(name, chunk)))
      }
    } finally {
      clearInterval(renewTimer)
    }
    await saveResults(this.#context, name, results)
    await releaseJobs(this.#context.sql, jobs.slice(results.length))
  }

  async #renew(jobs: readonly ClaimedJob[]) {
    const { sql, clock, log } = this.#context
    await renewClaims(sql, jobs, clock.now()).catch((error: unknown) =>
      log.warn({ err: error }, 'renewal of job claims failed'),
    )
  }
}
