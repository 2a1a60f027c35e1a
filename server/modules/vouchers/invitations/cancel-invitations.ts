import type { Fragment, Queries } from '#server/platform/db/database.ts'
import {
  isCodeUsed,
  markMailsReceived,
} from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import { revokeCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'

/**
 * Cancels the pending mails of these recipients, except mails being sent right now. The code of a try with an unknown
 * result is revoked. If it has been used, the mail counts as received instead.
 */
export async function cancelMails(
  sql: Queries,
  { condition, now, reason }: { condition: Fragment; now: Date; reason: string },
): Promise<{ cancelled: number[]; received: number[] }> {
  const rows = await sql<{ id: number; voucher_id: number }[]>`
    select recipient.id, voucher_id from recipient join voucher on voucher.id = voucher_id
    where ${condition} and (mail_leaving_until is null or mail_leaving_until <= ${now})
    order by voucher.id for update of recipient, voucher`
  const ids = rows.map(({ id }) => id)
  const usedCodes = await sql<{ id: number }[]>`
    select recipient.id from recipient
    where recipient.id = any(${ids}::bigint[]) and mail_try is not null and ${isCodeUsed(sql)}`
  const received = usedCodes.map(({ id }) => id)
  await markMailsReceived(sql, received)
  const cancelledRows = rows.filter(({ id }) => !received.includes(id))
  const cancelled = cancelledRows.map(({ id }) => id)
  await sql`
    update recipient set mail_state = 'none', mail_try = null, mail_due_at = null, mail_leaving_until = null, bounce = ''
    where id = any(${cancelled}::bigint[])`
  await revokeCodes(
    sql,
    cancelledRows.map(({ voucher_id }) => voucher_id),
    { now, staffId: null, reason },
  )
  return { cancelled, received }
}
