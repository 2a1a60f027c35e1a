import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { cameIn, noteArrived } from '#server/modules/vouchers/invitations/send-invitations.timer.ts'
import { voidCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'

/**
 * Cancels the pending mails of these recipients, except mails being sent right now. The code of a try with an unknown
 * result is revoked, unless it has been used: then the mail counts as received.
 */
export async function takeOffTheMail(
  sql: Queries,
  { which, now, reason }: { which: Fragment; now: Date; reason: string },
): Promise<{ taken: number[]; arrived: number[] }> {
  const rows = await sql<{ id: number; voucher_id: number }[]>`
    select recipient.id, voucher_id from recipient join voucher on voucher.id = voucher_id
    where ${which} and (mail_leaving_until is null or mail_leaving_until <= ${now})
    order by voucher.id for update of recipient, voucher`
  const ids = rows.map(({ id }) => id)
  const inside = await sql<{ id: number }[]>`
    select recipient.id from recipient
    where recipient.id = any(${ids}::bigint[]) and mail_try is not null and ${cameIn(sql)}`
  const arrived = inside.map(({ id }) => id)
  await noteArrived(sql, arrived)
  const left = rows.filter(({ id }) => !arrived.includes(id))
  const taken = left.map(({ id }) => id)
  await sql`
    update recipient set mail_state = 'none', mail_try = null, mail_due_at = null, mail_leaving_until = null, bounce = ''
    where id = any(${taken}::bigint[])`
  await voidCodes(
    sql,
    left.map(({ voucher_id }) => voucher_id),
    { now, staffId: null, reason },
  )
  return { taken, arrived }
}
