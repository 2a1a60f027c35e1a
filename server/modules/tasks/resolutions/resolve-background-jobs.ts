import type { JobKindName } from '#contract/tasks/background-jobs.staff.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import { carried, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { JobStarted } from '#server/modules/tasks/background-jobs/background-job.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import { jobKinds } from '#server/modules/tasks/background-jobs/background-job-kinds.ts'
import { eraseParts } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { restartJob } from '#server/modules/tasks/background-jobs/job-progress.sql.ts'

export const rowsOfWork = async (_: Queries, cases: readonly TaskRow[]): Promise<ResolveRow[]> =>
  cases.map((one) => ({
    what: `job.${carried(one, 'kind')}`,
    subject: `#${one.subject}`,
    order: null,
    before: 'given-up',
    after: 'goes-on',
  }))

/** Continues where the job stopped, in its requester's name and with a new number of tries. */
export async function resolveWork(
  { shop, sql, now }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  for (const work of await lockedWork(sql, cases)) {
    await restartJob(sql, work.id, now)
    await jobKinds[work.kind].again?.(sql, work)
    await shop.jobs.send(sql, [{ name: 'background-job', data: { id: work.id } }])
  }
}

/** Ends the job like a cancellation. */
export async function dropWork(
  { sql, now }: Pick<ResolutionContext, 'sql' | 'now'>,
  cases: readonly TaskRow[],
) {
  for (const { id, kind, ...work } of await lockedWork(sql, cases)) {
    await eraseParts(sql, [id])
    const line = await jobKinds[kind].dropped?.(sql, { id, ...work }, now)
    if (line) await writeAudit(sql, 'shop', now, line)
  }
}

type GivenUp = JobStarted & { kind: JobKindName }

/** The failed jobs among these, locked. */
async function lockedWork(sql: Queries, cases: readonly TaskRow[]): Promise<GivenUp[]> {
  const found = await sql<GivenUp[]>`
    select id, kind, asked, channel_id as channel from background_job
    where id = any(${cases.map(({ subject }) => Number(subject))}::bigint[]) and state = 'failed' order by id`
  for (const work of found) await jobKinds[work.kind].lock?.(sql, work)
  return found
}
