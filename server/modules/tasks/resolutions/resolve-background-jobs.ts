import type { WorkKindName } from '#contract/tasks/background-jobs.staff.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import { carried, type CaseRow } from '#server/modules/tasks/task-list.sql.ts'
import type { JobStarted } from '#server/modules/staff/background-jobs/background-job.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import { workKinds } from '#server/modules/tasks/background-jobs/background-job-kinds.ts'
import { eraseParts } from '#server/modules/staff/background-jobs/background-job-part.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export const rowsOfWork = async (_: Queries, cases: readonly CaseRow[]): Promise<ResolveRow[]> =>
  cases.map((one) => ({
    what: `work.${carried(one, 'kind')}`,
    subject: `#${one.subject}`,
    order: null,
    before: 'given-up',
    after: 'goes-on',
  }))

/** Continues where the job stopped, in its requester's name and with a new number of tries. */
export async function resolveWork(
  { shop, sql, now }: ResolutionContext,
  cases: readonly CaseRow[],
) {
  for (const work of await lockedWork(sql, cases)) {
    await sql`
      update background_job set state = 'waiting', failures = 0, problem = '', ended_at = null, beat_at = ${now}
      where id = ${work.id}`
    await workKinds[work.kind].again?.(sql, work)
    await shop.jobs.send(sql, [{ name: 'background-job', data: { id: work.id } }])
  }
}

/** Ends the job like a cancellation. */
export async function dropWork(
  { sql, now }: Pick<ResolutionContext, 'sql' | 'now'>,
  cases: readonly CaseRow[],
) {
  for (const { id, kind, ...work } of await lockedWork(sql, cases)) {
    await eraseParts(sql, [id])
    const line = await workKinds[kind].dropped?.(sql, { id, ...work }, now)
    if (line) await writeAudit(sql, 'shop', now, line)
  }
}

type GivenUp = JobStarted & { kind: WorkKindName }

/** Those of these jobs that have failed, locked. */
async function lockedWork(sql: Queries, cases: readonly CaseRow[]): Promise<GivenUp[]> {
  const found = await sql<GivenUp[]>`
    select id, kind, asked, channel_id as channel from background_job
    where id = any(${cases.map(({ subject }) => Number(subject))}::bigint[]) and state = 'failed' order by id`
  for (const work of found) await workKinds[work.kind].lock?.(sql, work)
  return found
}
