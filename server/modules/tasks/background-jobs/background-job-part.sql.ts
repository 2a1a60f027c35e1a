import { hoursBefore, JOB_FILE_HOURS, retainedSince } from '#domain/privacy/clean-up-rules.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'

/** The files of these are empty from now on. */
export async function eraseParts(sql: Queries, ids: number[]) {
  if (ids.length === 0) return
  await sql`delete from background_job_part where job_id = any(${ids}::bigint[])`
  await sql`update background_job set file_bytes = 0 where id = any(${ids}::bigint[])`
}

/** A job with an open task stays as long as the task. */
export async function eraseOldWork(sql: Sql, now: Date): Promise<number> {
  const endedBefore = (moment: Date) => sql`
    ended_at < ${moment} and not exists (
      select from task where kind = 'work-failed' and subject = background_job.id::text and closed_at is null)`
  const gone =
    await sql`delete from background_job where ${endedBefore(retainedSince('work', now))}`
  const old = await sql<{ id: number }[]>`
    select id from background_job where ${endedBefore(hoursBefore(now, JOB_FILE_HOURS))} and file_bytes > 0`
  await sql.begin((sql) =>
    eraseParts(
      sql,
      old.map(({ id }) => id),
    ),
  )
  return gone.count
}
