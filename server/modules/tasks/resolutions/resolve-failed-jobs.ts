import { carried, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs/job-queue.ts'

export const rowsOfJobs =
  (after: 'tried-now' | 'sent-again') =>
  async (_: Queries, cases: readonly TaskRow[]): Promise<ResolveRow[]> =>
    cases.map((one) => ({
      what: `job.${carried(one, 'queue')}`,
      subject: one.order_number ?? one.subject,
      order: one.order_number,
      before: after === 'tried-now' ? 'waits' : 'given-up',
      after,
    }))

/**
 * Runs the same job again with all its tries; a job that the queue has deleted is sent again. A job being tried right
 * now is left alone.
 */
export async function resolveJobs({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const ids = cases.map(({ subject }) => subject)
  const again = await sql<{ id: string }[]>`
    update pgboss.job set start_after = now(),
      state = (case when state = 'failed' then 'retry' else state::text end)::pgboss.job_state,
      retry_limit = case when state = 'failed' then retry_count + 16 else retry_limit end,
      completed_on = case when state = 'failed' then null else completed_on end
    where id = any(${ids}::uuid[]) and state in ('failed', 'retry', 'created') returning id`
  const found = new Set(again.map(({ id }) => id))
  const gone = cases.filter(({ kind, subject }) => kind === 'job-failed' && !found.has(subject))
  await shop.jobs.send(
    sql,
    gone.map(({ detail }) => ({ name: detail['queue'], data: detail['data'] }) as Job),
  )
}

/** The job is not tried again, and the check of the books ignores it. */
export async function dropJobs({ sql }: Pick<ResolutionContext, 'sql'>, cases: readonly TaskRow[]) {
  await sql`
    update pgboss.job set state = 'cancelled'
    where id = any(${cases.map(({ subject }) => subject)}::uuid[]) and state = 'failed'`
}
