import type { Queries, Sql } from '#server/platform/db/database.ts'

const DAY_MS = 86_400_000
const FILE_RETENTION_DAYS = 7
export const RETENTION_DAYS = 60

/** The files of these are empty from now on. */
export async function eraseParts(sql: Queries, ids: number[]) {
  if (ids.length === 0) return
  await sql`delete from background_job_part where work_id = any(${ids}::bigint[])`
  await sql`update background_job set file_bytes = 0 where id = any(${ids}::bigint[])`
}

/** Files are stored for a week, jobs for two months; a job with an open task stays as long as the task. */
export async function eraseOldWork(sql: Sql, now: Date): Promise<number> {
  const endedBefore = (days: number) => sql`
    ended_at < ${new Date(now.getTime() - days * DAY_MS)} and not exists (
      select from task where kind = 'work-failed' and subject = background_job.id::text and closed_at is null)`
  const gone = await sql`delete from background_job where ${endedBefore(RETENTION_DAYS)}`
  const old = await sql<{ id: number }[]>`
    select id from background_job where ${endedBefore(FILE_RETENTION_DAYS)} and file_bytes > 0`
  await sql.begin((sql) =>
    eraseParts(
      sql,
      old.map(({ id }) => id),
    ),
  )
  return gone.count
}
