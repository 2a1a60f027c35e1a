import type { Queries } from '#server/platform/db/database.ts'
import {
  type Handler,
  type JobContext,
  JobHandlers,
  saveResults,
  type BatchHandler,
} from '#server/platform/jobs/job-handlers.ts'
import { type JobData, type JobName, NAMES } from '#server/platform/jobs/job-names.ts'
import { JobWorkers, MOST_IN_A_BATCH } from '#server/platform/jobs/job-workers.ts'
import { claimJobs, makeAllJobsDue } from '#server/platform/jobs/job.sql.ts'
import { type Recurring, repeat } from '#server/platform/jobs/recurring.ts'

export type Job = {
  [Name in JobName]: { name: Name; data: JobData[Name]; startAfter?: Date }
}[JobName]

export type Jobs = {
  /** Part of the caller's transaction: committed and rolled back with it. */
  send(sql: Queries, jobs: readonly Job[]): Promise<void>
  handle<Name extends JobName>(name: Name, handler: Handler<Name>): void
  /** Handles up to `most` jobs at once. Returns for each job the error, or undefined if it succeeded. */
  handleBatch<Name extends JobName>(name: Name, most: number, handler: BatchHandler<Name>): void
  /** Starts the workers of the queues and these recurring jobs. */
  start(recurring?: readonly Recurring[]): void
  /** Waits for running jobs. */
  stop(): Promise<void>
  /**
   * Runs the jobs that are due now (or all that wait) and the jobs they cause. Returns the number. One at a time for
   * tests, or in parallel as in production.
   */
  drain(options?: { evenLater?: boolean; atOnce?: boolean }): Promise<number>
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
      const sent = jobs.map(({ name, data, startAfter = now }) => ({ name, data, startAfter }))
      await sql`select send_jobs(${sql.json(sent)})`
    },
    handle: (name, handler) => handlers.handle(name, handler),
    handleBatch: (name, most, handler) => handlers.handleBatch(name, most, handler),
    start(given = []) {
      workers.start()
      recurring = repeat(log, [workers.poll, ...given])
    },
    async stop() {
      await Promise.all([recurring?.stop(), workers.stop()])
    },
    async drain({ evenLater = false, atOnce = false } = {}) {
      // Once at the start, because a job that waits for a time queues itself again until then.
      if (evenLater) await makeAllJobsDue(sql, clock.now())
      let done = 0
      for (let found = true; found;) {
        found = false
        for (const name of NAMES) {
          const jobs = await claimJobs(sql, name, MOST_IN_A_BATCH, clock.now())
          if (jobs.length > 0) found = true
          const most = handlers.atOnce(name, atOnce ? undefined : 1)
          for (let first = 0; first < jobs.length; first += most) {
            const some = jobs.slice(first, first + most)
            done += await saveResults(context, name, await handlers.run(name, some))
          }
        }
      }
      return done
    },
  }
}
