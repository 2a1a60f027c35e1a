import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Job } from '#server/platform/jobs/job-queue.ts'
import { deleteFailed, retryJobs } from '#server/platform/jobs/job.sql.ts'

export const rowsOfJobs =
  (after: 'tried-now' | 'sent-again') =>
  async (_: Queries, cases: readonly TaskRow[]): Promise<ResolveRow[]> =>
    cases.map((task) => ({
      what: `job.${detailText(task, 'queue')}`,
      subject: task.order_number ?? task.subject,
      order: task.order_number,
      before: after === 'tried-now' ? 'waits' : 'given-up',
      after,
    }))

/**
 * Runs the same jobs again with all their tries. A job that the queue has deleted is created again. A running job stays
 * unchanged.
 */
export async function resolveJobs({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const ids = cases.map(({ subject }) => subject)
  const found = await retryJobs(sql, ids, shop.ports.clock.now())
  const deleted = cases.filter(({ kind, subject }) => kind === 'job-failed' && !found.has(subject))
  await shop.jobs.send(
    sql,
    deleted.map(({ detail }) => ({ name: detail['queue'], data: detail['data'] }) as Job),
  )
}

/** The job is not tried again, and the nightly check ignores it. */
export const dropJobs = ({ sql }: Pick<ResolutionContext, 'sql'>, cases: readonly TaskRow[]) =>
  deleteFailed(
    sql,
    cases.map(({ subject }) => subject),
  )
