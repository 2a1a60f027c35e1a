import type { JobKindName } from '#contract/tasks/background-jobs.staff.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { JobStarted } from '#server/modules/tasks/background-jobs/background-job.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import { jobKinds } from '#server/modules/tasks/background-jobs/background-job-kinds.ts'
import { deleteJobFiles } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { restartJob } from '#server/modules/tasks/background-jobs/job-progress.sql.ts'

export const rowsOfBackgroundJobs = async (
  _: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> =>
  cases.map((task) => ({
    what: `job.${detailText(task, 'kind')}`,
    subject: `#${task.subject}`,
    order: null,
    before: 'given-up',
    after: 'goes-on',
  }))

/** Continues where the job stopped, in its requester's name and with a new number of tries. */
export async function continueBackgroundJobs(
  { shop, sql, now }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  for (const job of await lockFailedJobs(sql, cases)) {
    await restartJob(sql, job.id, now)
    await jobKinds[job.kind].again?.(sql, job)
    await shop.jobs.send(sql, [{ name: 'background-job', data: { id: job.id } }])
  }
}

/** Ends the job like a cancellation. */
export async function endBackgroundJobs(
  { sql, now }: Pick<ResolutionContext, 'sql' | 'now'>,
  cases: readonly TaskRow[],
) {
  for (const { id, kind, ...job } of await lockFailedJobs(sql, cases)) {
    await deleteJobFiles(sql, [id])
    const auditLine = await jobKinds[kind].dropped?.(sql, { id, ...job }, now)
    if (auditLine) await writeAudit(sql, 'shop', now, auditLine)
  }
}

type FailedJob = JobStarted & { kind: JobKindName }

/** The failed jobs among these, locked. */
async function lockFailedJobs(sql: Queries, cases: readonly TaskRow[]): Promise<FailedJob[]> {
  const jobs = await sql<FailedJob[]>`
    select id, kind, asked, channel_id as channel from background_job
    where id = any(${cases.map(({ subject }) => Number(subject))}::bigint[]) and state = 'failed' order by id`
  for (const job of jobs) await jobKinds[job.kind].lock?.(sql, job)
  return jobs
}
