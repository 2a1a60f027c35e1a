import type { Queries } from '#server/platform/db/database.ts'

type Position = Record<string, unknown> | null

export const appendJobPart = (sql: Queries, id: number, bytes: Buffer) => sql`
  insert into background_job_part (job_id, part, bytes)
  select ${id}, count(*), ${bytes} from background_job_part where job_id = ${id}`

/** False if the job ended, or progressed elsewhere, since its position `from` was read. */
export async function saveJobProgress(
  sql: Queries,
  { id, from }: { id: number; from: Position },
  progress: {
    state: 'done' | 'failed' | 'working'
    done: number
    total: number | null
    place: Position
    result: object
    problem: string
    bytes: number
    at: Date
  },
): Promise<boolean> {
  const { state, done, total, place, result, problem, bytes, at } = progress
  const saved = await sql`
    update background_job set state = ${state}, done = ${done}, total = ${total}, failures = 0,
      place = ${place && sql.json(place)}, result = ${sql.json(result)},
      problem = ${problem}, file_bytes = file_bytes + ${bytes},
      heartbeat_at = ${at}, ended_at = ${state === 'working' ? null : at}
    where id = ${id} and state in ('waiting', 'working')
      and place is not distinct from ${from && sql.json(from)}::jsonb`
  return saved.count > 0
}

/** The delay before the next try doubles. After `maxFailures` failures in a row the job fails with this problem. */
export async function countJobFailure<Row>(
  sql: Queries,
  id: number,
  { maxFailures, problem, now }: { maxFailures: number; problem: string; now: Date },
): Promise<(Row & { failures: number; state: string }) | undefined> {
  const [row] = await sql<(Row & { failures: number; state: string })[]>`
    update background_job set failures = failures + 1,
      state = case when failures + 1 >= ${maxFailures} then 'failed' else state end,
      problem = case when failures + 1 >= ${maxFailures} then ${problem} else '' end,
      ended_at = case when failures + 1 >= ${maxFailures} then ${now}::timestamptz end,
      heartbeat_at = ${now}::timestamptz + power(2, failures + 1) * interval '1 second'
    where id = ${id} and state in ('waiting', 'working') returning *`
  return row
}

/** Returns jobs without progress since this moment. The caller queues them. */
export async function reclaimLostJobs(
  sql: Queries,
  { since, now }: { since: Date; now: Date },
): Promise<number[]> {
  const silent = await sql<{ id: number }[]>`
    update background_job set heartbeat_at = ${now}
    where state in ('waiting', 'working') and heartbeat_at < ${since}
    returning id`
  return silent.map(({ id }) => id)
}

/** Continues where the job stopped, with a new count of tries. The caller queues it. */
export const restartJob = (sql: Queries, id: number, now: Date) => sql`
  update background_job set state = 'waiting', failures = 0, problem = '', ended_at = null, heartbeat_at = ${now}
  where id = ${id}`

/** Erases the search texts of these jobs. An export in progress is cancelled. */
export const eraseSearchOfJobs = (sql: Queries, ids: readonly number[]) => sql`
  update background_job set asked = asked - 'search', file_bytes = 0,
    state = case when ended_at is null then 'cancelled' else state end, ended_at = coalesce(ended_at, now())
  where id = any(${[...ids]}::bigint[])`
