import type { Queries } from '#server/platform/db/database.ts'
import { type JobName, NAMES } from '#server/platform/jobs/job-names.ts'

export type ClaimedJob = {
  id: string
  data: unknown
  start_after: Date
  /** Including the current one. */
  tries: number
  max_tries: number
}
export type FailedTry = { job: ClaimedJob; message: string }

/** The claim of a process that was killed ends after this time. */
const CLAIM_MS = 120_000
export const RENEW_MS = CLAIM_MS / 4
/** Failed jobs are deleted after this time. The task for staff stays open and can create the job again. */
const FAILED_RETENTION_MS = 8 * 86_400_000
/** The delay doubles after each try, up to about four days. Sixteen delays add up to about six days. */
const FIRST_DELAY_SECONDS = 5
const MAX_DOUBLINGS = 16
/** The default of `max_tries`, before staff restart a job. */
export const TRIES = 17

/** No process runs the job. A claim far in the future was written before the clock was set back. */
const isClaimable = (sql: Queries, now: Date) => sql`
  (leased_until is null or leased_until <= ${now} or leased_until > ${new Date(now.getTime() + 2 * CLAIM_MS)})`

/** The jobs that have been due the longest. They belong to this process until they are finished or the claim ends. */
export async function claimJobs(sql: Queries, name: JobName, limit: number, now: Date) {
  const claimed = await sql<ClaimedJob[]>`
    with due as (
      select id from job
      where name = ${name} and failed_at is null and start_after <= ${now} and ${isClaimable(sql, now)}
      order by start_after limit ${limit} for update skip locked
    )
    update job set leased_until = ${new Date(now.getTime() + CLAIM_MS)}, started_at = ${now}, tries = tries + 1
    from due where job.id = due.id
    returning job.id, data, start_after, tries, max_tries`
  return claimed.toSorted(
    (first, second) => first.start_after.getTime() - second.start_after.getTime(),
  )
}

/** The names that have a job to claim. */
export const dueNames = (sql: Queries, names: JobName[], now: Date) =>
  sql<{ name: JobName }[]>`
    select name from unnest(${names}::text[]) name, lateral (
      select from job
      where job.name = name.name and failed_at is null and start_after <= ${now} and ${isClaimable(sql, now)}
      order by start_after limit 1) due`

/**
 * Identifies claims by job and number of tries. Another process that claims the job adds a try, so a process that lost
 * its claim matches no row.
 */
const claimKeys = (sql: Queries, jobs: readonly ClaimedJob[]) =>
  sql.json(jobs.map(({ id, tries }) => ({ id, tries })))

/** For jobs that still run: otherwise another process would take them. */
export async function renewClaims(sql: Queries, jobs: readonly ClaimedJob[], now: Date) {
  await sql`
    update job set leased_until = ${new Date(now.getTime() + CLAIM_MS)}
    from jsonb_to_recordset(${claimKeys(sql, jobs)}) as running (id uuid, tries smallint)
    where job.id = running.id and job.tries = running.tries and leased_until is not null`
}

export async function deleteCompleted(sql: Queries, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    delete from job using jsonb_to_recordset(${claimKeys(sql, jobs)}) as done (id uuid, tries smallint)
    where job.id = done.id and job.tries = done.tries and leased_until is not null`
}

/** Resets them as if they had not been claimed. */
export async function releaseJobs(sql: Queries, jobs: readonly ClaimedJob[]): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    update job set leased_until = null, tries = job.tries - 1
    from jsonb_to_recordset(${claimKeys(sql, jobs)}) as claimed (id uuid, tries smallint)
    where job.id = claimed.id and job.tries = claimed.tries and leased_until is not null`
}

/**
 * Schedules a retry, or marks a job without tries left as failed. The longest delay is FIRST_DELAY_SECONDS * 2 ^ tries,
 * counted since the last restart by staff. It is shortened at random by up to a half, so that jobs that failed together
 * do not return together.
 */
export async function saveFailures(sql: Queries, failures: readonly FailedTry[], now: Date) {
  if (failures.length === 0) return
  const rows = failures.map(({ job: { id, tries }, message }) => ({ id, tries, message }))
  await sql`
    update job set leased_until = null, error = message,
      failed_at = case when job.tries >= max_tries then ${now}::timestamptz end,
      start_after = case when job.tries >= max_tries then start_after
        else ${now}::timestamptz + (0.5 + random() / 2) * ${FIRST_DELAY_SECONDS}::integer
          * power(2, least(job.tries - (max_tries - ${TRIES}::integer), ${MAX_DOUBLINGS}::integer)) * interval '1 second' end
    from jsonb_to_recordset(${sql.json(rows)}) as failed (id uuid, tries smallint, message text)
    where job.id = failed.id and job.tries = failed.tries and leased_until is not null`
}

/** Ends the claims of killed processes, when no other process runs jobs. */
export async function releaseAllClaims(sql: Queries): Promise<number> {
  const returned = await sql`
    update job set leased_until = null, tries = tries - 1 where leased_until is not null`
  return returned.count
}

/** Makes all waiting jobs due. */
export async function makeAllJobsDue(sql: Queries, now: Date): Promise<void> {
  await sql`
    update job set start_after = ${now}
    where failed_at is null and leased_until is null and start_after > ${now}`
}

/** Makes these jobs due and gives failed ones new tries. Running jobs are not changed. Returns the changed ids. */
export async function retryJobs(sql: Queries, ids: string[], now: Date) {
  const rows = await sql<{ id: string }[]>`
    update job set start_after = ${now}, failed_at = null, leased_until = null,
      max_tries = case when failed_at is null then max_tries else tries + ${TRIES}::integer end
    where id = any(${ids}::uuid[]) and ${isClaimable(sql, now)} returning id`
  return new Set(rows.map(({ id }) => id))
}

export async function deleteFailed(sql: Queries, ids: string[]): Promise<void> {
  await sql`delete from job where id = any(${ids}::uuid[]) and failed_at is not null`
}

export async function eraseOldFailures(sql: Queries, now: Date): Promise<void> {
  await sql`delete from job where failed_at < ${new Date(now.getTime() - FAILED_RETENTION_MS)}`
}

/** Counting stops at this many unfinished jobs per queue. */
const MAX_COUNT = 100_000

/** The number of jobs by queue and state. */
export const countJobs = (sql: Queries) =>
  sql<{ queue: string; state: string; value: number }[]>`
    select known.name as queue, state, count(*)::integer as value
    from unnest(${[...NAMES]}::text[]) known (name), lateral (
      select case when leased_until is not null then 'active' when tries = 0 then 'created' else 'retry' end as state
      from job where job.name = known.name and failed_at is null limit ${MAX_COUNT}) unfinished
    group by 1, 2
    union all
    select name, 'failed', count(*)::integer from job where failed_at is not null group by 1`
