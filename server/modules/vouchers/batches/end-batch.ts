import type { Queries } from '#server/platform/db/database.ts'
import { lapseBatchApprovals } from '#server/modules/approvals/approval-kinds.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'

/**
 * Ends a batch: its points expire, its codes are revoked and its mails are cancelled. The caller has locked it and
 * has checked that no code was used.
 */
export async function endBatch(sql: Queries, id: number, now: Date, reason: string) {
  await sql`
    insert into ledger (voucher_id, kind, points, note, at)
    select voucher_id, 'expire', available, ${`batch ${id} withdrawn`}, ${now}
    from voucher_balance join voucher on voucher.id = voucher_id where batch_id = ${id} and available > 0`
  await sql`
    update voucher set lookup = null, pepper_id = null, last3 = '', blocked_at = coalesce(blocked_at, ${now})
    where batch_id = ${id}`
  await sql`
    update voucher_batch set undone_at = ${now}, send_at = null, exported_at = null, exported_by = null,
      send_ended_at = null, send_paused_at = null, to_make = 0, version = version + 1
    where id = ${id}`
  await sql`delete from pending_recipient where batch_id = ${id}`
  await sql`
    update recipient set mail_state = 'none', mail_try = null, mail_due_at = null, mail_leaving_until = null
    where batch_id = ${id} and mail_state <> 'revoked'`
  await updateBounceTasks(sql, id, now)
  await lapseBatchApprovals(sql, id, { now, why: reason })
}
