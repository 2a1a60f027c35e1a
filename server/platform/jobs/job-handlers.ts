import type { Logger } from 'pino'

import type { Sql } from '#server/platform/db/database.ts'
import type { JobData, JobName } from '#server/platform/jobs/job-names.ts'
import {
  type ClaimedJob,
  deleteCompleted,
  type FailedTry,
  saveFailures,
} from '#server/platform/jobs/job.sql.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

export type JobContext = { sql: Sql; clock: Clock; log: Logger; metrics: Metrics }
export type Handler<Name extends JobName> = (data: JobData[Name]) => Promise<void>
export type BatchHandler<Name extends JobName> = (data: JobData[Name][]) => Promise<unknown[]>

/** The result of a job. `error` is undefined if it succeeded. */
export type Result = { job: ClaimedJob; error: unknown }

const DEFAULT_CONCURRENCY = 4

/** The handlers of a process, by the name of their jobs. */
export class JobHandlers {
  readonly #single = new Map<JobName, (data: never) => Promise<void>>()
  readonly #batched = new Map<
    JobName,
    { maxSize: number; handler: (data: never) => Promise<unknown[]> }
  >()

  handle<Name extends JobName>(name: Name, handler: Handler<Name>) {
    this.#single.set(name, handler)
  }

  handleBatch<Name extends JobName>(name: Name, maxSize: number, handler: BatchHandler<Name>) {
    this.#batched.set(name, { maxSize, handler })
  }

  /** How many jobs run at the same time. */
  concurrency(name: JobName, fallback = DEFAULT_CONCURRENCY): number {
    return this.#batched.get(name)?.maxSize ?? fallback
  }

  async run(name: JobName, jobs: readonly ClaimedJob[]): Promise<Result[]> {
    // If the process ended during the last try, no failure was stored. Only the number of tries shows it.
    const interrupted = jobs.filter(({ tries, max_tries: maxTries }) => tries > maxTries)
    const runnable = jobs.filter((job) => !interrupted.includes(job))
    const errors = await this.#runAll(
      name,
      runnable.map(({ data }) => data),
    )
    return [
      ...interrupted.map((job) => ({
        job,
        error: new Error('the process ended during the last attempt'),
      })),
      ...runnable.map((job, index) => ({ job, error: errors[index] })),
    ]
  }

  async #runAll(name: JobName, data: unknown[]): Promise<unknown[]> {
    if (data.length === 0) return []
    const batch = this.#batched.get(name)
    if (batch) {
      try {
        return await batch.handler(data as never)
      } catch (error) {
        // Runs each job alone, so that one failure does not affect the others.
        if (data.length === 1) return [error]
        const errors: unknown[] = []
        for (const item of data) errors.push(...(await this.#runAll(name, [item])))
        return errors
      }
    }
    const handler = this.#single.get(name)
    if (!handler) return data.map(() => new Error(`no handler for ${name}`))
    const results = await Promise.allSettled(data.map((item) => handler(item as never)))
    return results.map((result) => (result.status === 'rejected' ? result.reason : undefined))
  }
}

/** Stores the results of jobs. Returns how many succeeded. */
export async function saveResults(
  { sql, clock, log, metrics }: JobContext,
  name: JobName,
  results: readonly Result[],
): Promise<number> {
  const completed: ClaimedJob[] = []
  const failed: FailedTry[] = []
  for (const { job, error } of results) {
    metrics.jobsDone.inc({ queue: name, result: error === undefined ? 'done' : 'failed' })
    if (error === undefined) {
      completed.push(job)
      continue
    }
    log.warn({ err: error, job: name, data: job.data }, 'job failed; retrying')
    failed.push({ job, message: storableText(error instanceof Error ? String(error) : 'unknown') })
  }
  await deleteCompleted(sql, completed)
  await saveFailures(sql, failed, clock.now())
  return completed.length
}

const MAX_MESSAGE_LENGTH = 2000

/** PostgreSQL stores no NUL character and no half of a surrogate pair. */
const storableText = (message: string) =>
  Buffer.from(message.slice(0, MAX_MESSAGE_LENGTH)).toString().replaceAll('\0', '')
