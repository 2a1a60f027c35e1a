import type { Logger } from 'pino'

import type { Sql } from '#server/platform/db/database.ts'
import type { JobData, JobName } from '#server/platform/jobs/job-names.ts'
import {
  type ClaimedJob,
  deleteDone,
  type FailedTry,
  saveFailures,
} from '#server/platform/jobs/job.sql.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

export type JobContext = { sql: Sql; clock: Clock; log: Logger; metrics: Metrics }
export type Handler<Name extends JobName> = (data: JobData[Name]) => Promise<void>
export type Together<Name extends JobName> = (data: JobData[Name][]) => Promise<unknown[]>

/** What became of a job: why it has to be done again, or undefined. */
export type Result = { job: ClaimedJob; error: unknown }

const AT_ONCE = 4

/** The handlers of a process, by the name of their jobs. */
export class JobHandlers {
  readonly #single = new Map<JobName, (data: never) => Promise<void>>()
  readonly #together = new Map<
    JobName,
    { most: number; handler: (data: never) => Promise<unknown[]> }
  >()

  handle<Name extends JobName>(name: Name, handler: Handler<Name>) {
    this.#single.set(name, handler)
  }

  handleTogether<Name extends JobName>(name: Name, most: number, handler: Together<Name>) {
    this.#together.set(name, { most, handler })
  }

  /** So many jobs run at the same time. */
  atOnce(name: JobName, usual = AT_ONCE): number {
    return this.#together.get(name)?.most ?? usual
  }

  async run(name: JobName, jobs: readonly ClaimedJob[]): Promise<Result[]> {
    // A process that ends within a try does not save its failure.
    const lost = jobs.filter(({ tries, most_tries: most }) => tries > most)
    const live = jobs.filter((job) => !lost.includes(job))
    const errors = await this.#errors(
      name,
      live.map(({ data }) => data),
    )
    return [
      ...lost.map((job) => ({ job, error: new Error('the process ended during the last try') })),
      ...live.map((job, place) => ({ job, error: errors[place] })),
    ]
  }

  async #errors(name: JobName, data: unknown[]): Promise<unknown[]> {
    if (data.length === 0) return []
    const together = this.#together.get(name)
    if (together) {
      try {
        return await together.handler(data as never)
      } catch (error) {
        // One that breaks what they share must not keep the others.
        if (data.length === 1) return [error]
        const errors: unknown[] = []
        for (const one of data) errors.push(...(await this.#errors(name, [one])))
        return errors
      }
    }
    const handler = this.#single.get(name)
    if (!handler) throw new Error(`nobody handles ${name}`)
    const results = await Promise.allSettled(data.map((one) => handler(one as never)))
    return results.map((result) => (result.status === 'rejected' ? result.reason : undefined))
  }
}

/** Stores what became of the jobs. Answers how many went well. */
export async function saveResults(
  { sql, clock, log, metrics }: JobContext,
  name: JobName,
  results: readonly Result[],
): Promise<number> {
  const done: ClaimedJob[] = []
  const failed: FailedTry[] = []
  for (const { job, error } of results) {
    metrics.jobsDone.inc({ queue: name, result: error === undefined ? 'done' : 'failed' })
    if (error === undefined) {
      done.push(job)
      continue
    }
    log.warn({ err: error, job: name, data: job.data }, 'a job failed and will be tried again')
    failed.push({ job, message: error instanceof Error ? String(error) : 'unknown' })
  }
  await saveFailures(sql, failed, clock.now())
  await deleteDone(sql, done)
  return done.length
}
