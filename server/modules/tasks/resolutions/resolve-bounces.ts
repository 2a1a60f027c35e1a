import type { TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type {
  ResolutionContext,
  ResolveRefusal,
  ResolveRow,
} from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { sendNewCode } from '#server/modules/vouchers/invitations/recipient-invitation.sql.ts'

type Bounced = { id: number; batch_id: number; points: number }

/** The bounced invitations among these tasks. They are sent to the current address, which may have been corrected. */
const findBounced = (sql: Queries, cases: readonly TaskRow[]) => sql<Bounced[]>`
  select recipient.id, batch_id, batch.points from recipient join voucher_batch batch on batch.id = batch_id
  where recipient.id = any(${cases.map(({ subject }) => Number(subject))}::bigint[]) and mail_state = 'bounced'
    and undone_at is null
  order by batch_id, recipient.id`

export async function rowsOfBounces(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const bounced = await findBounced(sql, cases)
  return bounced.map(({ id, batch_id }) => ({
    what: 'mail.invitation',
    subject: `${batch_id}/${id}`,
    order: null,
    before: 'bounced',
    after: 'sent-with-new-code',
  }))
}

export async function resolveBounces(
  { sql, now, staffId }: ResolutionContext,
  cases: readonly TaskRow[],
): Promise<ResolveRefusal | void> {
  const bounced = await findBounced(sql, cases)
  for (const id of new Set(bounced.map(({ batch_id }) => batch_id)))
    await sql`select from voucher_batch where id = ${id} for no key update`
  // Read again, because another process may have changed them before the locks.
  for (const { id, batch_id, points } of await findBounced(sql, cases)) {
    const batch = { id: batch_id, points }
    if (!(await sendNewCode(sql, batch, { id }, { now, colleague: { id: staffId } })))
      return 'codes-limit'
  }
}
