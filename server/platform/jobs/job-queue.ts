import type { Queries } from '#server/platform/db/database.ts'
import {
  type Handler,
  type JobContext,
  JobHandlers,
  saveResults,
  type BatchHandler,
} from '#server/platform/jobs/job-handlers.ts'
import { type JobData, type JobName, NAMES } from '#server/platform/jobs/job-names.ts'
import { JobWorkers, MAX_BATCH } from '#server/platform/jobs/job-workers.ts'
import { claimJobs, makeAllJobsDue } from '#server/platform/jobs/job.sql.ts'
import { type RecurringJob, repeat } from '#server/platform/jobs/recurring.ts'

export type Job = {
  [Name in JobName]: { name: Name; data: JobData[Name]; startAfter?: Date }
}[JobName]

export type Jobs = {
  /** Part of the caller's transaction: committed and rolled back with it. */
  send(sql: Queries, jobs: readonly Job[]): Promise<void>
  handle<Name extends JobName>(name: Name, handler: Handler<Name>): void
  /** Handles up to `most` jobs at once. Returns for each job the error, or undefined if it succeeded. */
  handleBatch<Name extends JobName>(name: Name, maxSize: number, handler: BatchHandler<Name>): void
  /** Starts the workers of the queues and these recurring jobs. */
  start(recurring?: readonly RecurringJob[]): void
  /** Waits for running jobs. */
  stop(): Promise<void>
  /**
   * Runs the jobs that are due now (or all that wait) and the jobs they cause. Returns their number. One at a time for
   * tests, or in parallel as in production.
   */
  drain(options?: { includeScheduled?: boolean; parallel?: boolean }): Promise<number>
}

/** The scheduler of a process: jobs of the table `job`, and recurring jobs. */
export function jobsIn(context: JobContext): Jobs {
  const { sql, clock, log } = context
  const handlers = new JobHandlers()
  const workers = new JobWorkers(context, handlers)
  let recurring: { stop(): Promise<void> } | undefined
  return {
    async send(sql, jobs) {
      if (jobs.length === 0) return
      const now = clock.now()
      const rows = jobs.map(({ name, data, startAfter = now }) => ({ name, data, startAfter }))
      await sql`select send_jobs(${sql.json(rows)})`
    },
    handle: (name, handler) => handlers.handle(name, handler),
    handleBatch: (name, maxSize, handler) => handlers.handleBatch(name, maxSize, handler),
    start(otherJobs = []) {
      workers.start()
      recurring = repeat(log, [workers.poll, ...otherJobs])
    },
    async stop() {
      await Promise.all([recurring?.stop(), workers.stop()])
    },
    async drain({ includeScheduled = false, parallel = false } = {}) {
      // Only once, because a job that is too early queues itself again.
      if (includeScheduled) await makeAllJobsDue(sql, clock.now())
      let completed = 0
      for (let foundJobs = true; foundJobs;) {
        foundJobs = false
        for (const name of NAMES) {
          const jobs = await claimJobs(sql, name, MAX_BATCH, clock.now())
          if (jobs.length > 0) foundJobs = true
          const maxSize = handlers.concurrency(name, parallel ? undefined : 1)
          for (let start = 0; start < jobs.length; start += maxSize) {
            const batch = jobs.slice(start, start + maxSize)
            completed += await saveResults(context, name, await handlers.run(name, batch))
          }
        }
      }
      return completed
    },
  }
}
