import { hoursBefore, JOB_FILE_HOURS, retainedSince } from '#domain/privacy/clean-up-rules.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'

/** Deletes the files of these jobs. */
export async function deleteJobFiles(sql: Queries, ids: number[]) {
  if (ids.length === 0) return
  await sql`delete from background_job_part where job_id = any(${ids}::bigint[])`
  await sql`update background_job set file_bytes = 0 where id = any(${ids}::bigint[])`
}

/** Deletes old jobs and old files. A job with an open task stays as long as the task. */
export async function eraseOldJobs(sql: Sql, now: Date): Promise<number> {
  const endedBefore = (moment: Date) => sql`
    ended_at < ${moment} and not exists (
      select from task where kind = 'work-failed' and subject = background_job.id::text and closed_at is null)`
  const deleted =
    await sql`delete from background_job where ${endedBefore(retainedSince('work', now))}`
  const withOldFile = await sql<{ id: number }[]>`
    select id from background_job where ${endedBefore(hoursBefore(now, JOB_FILE_HOURS))} and file_bytes > 0`
  await sql.begin((sql) =>
    deleteJobFiles(
      sql,
      withOldFile.map(({ id }) => id),
    ),
  )
  return deleted.count
}
