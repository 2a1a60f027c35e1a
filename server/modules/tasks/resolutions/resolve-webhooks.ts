import { carried, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { sendAgain, switchOn } from '#server/modules/webhooks/webhook.sql.ts'

export const rowsOfWebhooks = async (
  _: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> =>
  cases.map((one) => ({
    what: 'webhook',
    subject: carried(one, 'name') || one.subject,
    order: null,
    before: carried(one, 'why') === 'given-up' ? 'given-up' : 'waits',
    after: 'sent-again',
  }))

/** Enables the webhook again and sends everything it has missed. */
export async function resolveWebhooks({ sql, now }: ResolutionContext, cases: readonly TaskRow[]) {
  for (const { subject } of cases) {
    await switchOn(sql, Number(subject), now)
    await sendAgain(sql, Number(subject), 'given-up', now)
  }
}
