import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { resendDeliveries, enableWebhook } from '#server/modules/webhooks/webhook.sql.ts'

export const rowsOfWebhooks = async (
  _: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> =>
  cases.map((task) => ({
    what: 'webhook',
    subject: detailText(task, 'name') || task.subject,
    order: null,
    before: detailText(task, 'why') === 'given-up' ? 'given-up' : 'waits',
    after: 'sent-again',
  }))

/** Enables the webhook again and sends the events that it missed. */
export async function resolveWebhooks({ sql, now }: ResolutionContext, cases: readonly TaskRow[]) {
  for (const { subject } of cases) {
    await enableWebhook(sql, Number(subject), now)
    await resendDeliveries(sql, Number(subject), 'given-up', now)
  }
}
