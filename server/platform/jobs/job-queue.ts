import { setMaxListeners } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

import type PgBoss from 'pg-boss'
import type { Logger } from 'pino'

import type { Queries, Sql } from '#server/platform/db/database.ts'
import {
  bossOn,
  type JobData,
  type JobName,
  NAMES,
  prepareJobs,
} from '#server/platform/jobs/job-queues.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'

export type Job = {
  [Name in JobName]: { name: Name; data: JobData[Name]; startAfter?: Date }
}[JobName]

export type Jobs = {
  /** Part of the caller's transaction: committed and rolled back with it. */
  send(sql: Queries, jobs: Job[]): Promise<void>
  handle<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>): void
  /** So many at once; answers for each why it has to be done again, or undefined. */
  handleTogether<Name extends JobName>(name: Name, most: number, handler: Together<Name>): void
  start(): Promise<void>
  stop(): Promise<void>
  /**
   * Runs the jobs that are due now (or all that wait) and the jobs they cause. Returns the number. One at a time for
   * tests, or in parallel as in production.
   */
  drain(options?: { evenLater?: boolean; atOnce?: boolean }): Promise<number>
}

type DueJob = { id: string; data: unknown; due_at: Date }

type Together<Name extends JobName> = (data: JobData[Name][]) => Promise<unknown[]>

const POLL_MS = 1000
const AT_ONCE = 4
/** Taken in one helping: as many as were done in this time of the last one, and no more than that. */
const BATCH_MS = 1000
const MOST_IN_A_BATCH = 128
const LONG_BATCH_MS = 5000
/** Above this share of its time a process has no time for jobs without delaying requests. */
const BUSY = 0.7
const REST_MS = 250
/** A job that has waited this long is no longer delayed for requests. */
const PATIENCE_MS = 10_000

export function jobsIn(sql: Sql, log: Logger, metrics: Metrics): Jobs {
  let opened: Promise<PgBoss> | undefined
  const queue = () => (opened ??= openQueue())
  const stopping = new AbortController()
  // Each queue adds a listener, and Node warns from the eleventh on.
  setMaxListeners(NAMES.length + 1, stopping.signal)
  let workers: Promise<void>[] = []
  const handlers = new Map<JobName, (data: never) => Promise<void>>()
  const batches = new Map<JobName, { most: number; handler: (data: never) => Promise<unknown[]> }>()

  async function openQueue() {
    const boss = await bossOn(sql, { supervise: true })
    boss.on('error', (error) => log.warn({ err: error }, 'the job queue stumbled'))
    return boss
  }

  /** Why each has to be done again, or undefined. */
  async function run(name: JobName, data: unknown[]): Promise<unknown[]> {
    const together = batches.get(name)
    if (together) {
      try {
        return await together.handler(data as never)
      } catch (error) {
        // One that breaks what they share must not keep the others.
        if (data.length === 1) return [error]
        const results: unknown[] = []
        for (const one of data) results.push(...(await run(name, [one])))
        return results
      }
    }
    const handler = handlers.get(name)
    if (!handler) throw new Error(`nobody handles ${name}`)
    const results = await Promise.allSettled(data.map((one) => handler(one as never)))
    return results.map((result) => (result.status === 'rejected' ? result.reason : undefined))
  }

  const atOnce = (name: JobName) => batches.get(name)?.most ?? AT_ONCE

  /** What has waited longest; it is ours until it is noted or its time is over. */
  async function take(
    name: JobName,
    most: number,
    unlessSentSince: Date | null = null,
  ): Promise<DueJob[]> {
    return sql<DueJob[]>`
      with due as (
        select id from pgboss.job
        where name = ${name} and state < 'active' and start_after < now()
          and (${unlessSentSince}::timestamptz is null or created_on < ${unlessSentSince} or start_after >= created_on)
        order by start_after limit ${most} for update skip locked
      )
      update pgboss.job job set state = 'active', started_on = now(),
        retry_count = case when started_on is null then retry_count else retry_count + 1 end
      from due where job.name = ${name} and job.id = due.id
      returning job.id, job.data, job.start_after as due_at`
  }

  /** As if it had never been taken. */
  async function giveBack(name: JobName, jobs: DueJob[]) {
    await sql`
      update pgboss.job set started_on = null,
        state = (case when retry_count > 0 then 'retry' else 'created' end)::pgboss.job_state
      where name = ${name} and id = any(${jobs.map(({ id }) => id)}) and state = 'active'`
  }

  /** A helping, so many at once; they are noted together. What takes longer than was thought is left to others. */
  async function runAll(name: JobName, jobs: DueJob[]) {
    const began = performance.now()
    const errors: unknown[] = []
    while (errors.length < jobs.length) {
      if (stopping.signal.aborted || performance.now() - began > LONG_BATCH_MS) {
        await giveBack(name, jobs.slice(errors.length))
        break
      }
      const some = jobs.slice(errors.length, errors.length + atOnce(name))
      errors.push(
        ...(await run(
          name,
          some.map(({ data }) => data),
        )),
      )
    }
    await note(name, jobs.slice(0, errors.length), errors)
  }

  /** Answers how many went well. */
  async function note(name: JobName, jobs: DueJob[], errors: unknown[]) {
    const done = jobs.filter((_, place) => errors[place] === undefined).map(({ id }) => id)
    const failed = jobs.flatMap(({ id, data }, place) => {
      const error = errors[place]
      if (error === undefined) return []
      return { id, data, error, message: error instanceof Error ? String(error) : 'unknown' }
    })
    metrics.jobsDone.inc({ queue: name, result: 'done' }, done.length)
    for (const { id, data, error, message } of failed) {
      metrics.jobsDone.inc({ queue: name, result: 'failed' })
      log.warn({ err: error, job: name, data }, 'a job failed and will be tried again')
      await (await queue()).fail(name, id, { message })
    }
    if (done.length > 0) await (await queue()).complete(name, done)
    return done.length
  }

  /**
   * Replaces the queue's own workers: they do not await the status updates of a job, so a lost connection would end
   * the process. A job without a stored status expires and runs again, and handlers allow that. Requests have
   * priority: a busy process spends only part of its time on jobs. Jobs that have waited for `PATIENCE_MS` run
   * without a pause, so mails are delayed no longer than that.
   */
  async function work(name: JobName) {
    const { signal } = stopping
    let most = atOnce(name)
    await untilDue(name)
    while (!signal.aborted) {
      const asked = most
      let found = 0
      let waited = 0
      const began = performance.now()
      const before = performance.eventLoopUtilization()
      try {
        const jobs = await take(name, most)
        found = jobs.length
        waited = Math.max(0, ...jobs.map(({ due_at }) => Date.now() - due_at.getTime()))
        await runAll(name, jobs)
      } catch (error) {
        log.warn({ err: error, queue: name }, 'the job queue stumbled')
      }
      const took = performance.now() - began
      const { utilization } = performance.eventLoopUtilization(before)
      const mayWait = utilization > BUSY && waited < PATIENCE_MS
      const pace = Math.floor((found * BATCH_MS) / took)
      most = Math.min(Math.max(pace, atOnce(name)), 2 * asked, MOST_IN_A_BATCH)
      if (found < asked) await untilDue(name)
      else if (mayWait)
        await pause(Math.min(3 * took, REST_MS), undefined, { signal }).catch(() => {})
    }
  }

  /** Wakes the workers that found less than they asked for. */
  const resting = new Map<JobName, () => void>()
  const untilDue = (name: JobName) =>
    stopping.signal.aborted ? undefined : new Promise<void>((wake) => void resting.set(name, wake))

  /** One statement asks for all resting queues, because most of the time none of them has work. */
  async function pollJobs() {
    const { signal } = stopping
    while (!signal.aborted) {
      try {
        for (const { name } of await dueQueues([...resting.keys()])) {
          resting.get(name)?.()
          resting.delete(name)
        }
      } catch (error) {
        log.warn({ err: error }, 'the job queue stumbled')
      }
      await pause(POLL_MS, undefined, { signal }).catch(() => {})
    }
    for (const wake of resting.values()) wake()
  }

  const dueQueues = (names: JobName[]) => sql<{ name: JobName }[]>`
    select name from unnest(${names}::text[]) name, lateral (
      select from pgboss.job where job.name = name.name and state < 'active' and start_after < now()
      order by start_after limit 1) due`

  return {
    async send(sql, jobs) {
      if (jobs.length === 0) return
      await sql`select send_jobs(${sql.json(jobs)})`
    },

    handle: (name, handler) => void handlers.set(name, handler),
    handleTogether: (name, most, handler) => void batches.set(name, { most, handler }),

    async start() {
      await prepareJobs(sql, await queue())
      workers = [...NAMES.map((name) => work(name)), pollJobs()]
    },

    async stop() {
      stopping.abort()
      await Promise.all(workers)
      const boss = await opened
      await boss?.stop({ graceful: false, wait: true, close: false })
    },

    async drain({ evenLater = false, atOnce: several = false } = {}) {
      let done = 0
      const [clock] = await sql<{ began: Date }[]>`select clock_timestamp() as began`
      // Once, at the start: a job that waits for a moment sends itself again until it has come. Where the shop's clock is
      // behind the machine's, that moment is in the past of the queue, and waits for the next drain all the same.
      if (evenLater) await sql`update pgboss.job set start_after = now() where state < 'active'`
      for (let found = true; found;) {
        found = false
        for (const name of NAMES) {
          const jobs = await take(name, MOST_IN_A_BATCH, clock?.began)
          if (jobs.length > 0) found = true
          const most = several ? atOnce(name) : (batches.get(name)?.most ?? 1)
          for (let first = 0; first < jobs.length; first += most) {
            const some = jobs.slice(first, first + most)
            const data = some.map((job) => job.data)
            done += await note(name, some, await run(name, data))
          }
        }
      }
      return done
    },
  }
}
