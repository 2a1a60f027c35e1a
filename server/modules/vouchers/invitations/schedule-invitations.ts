import { type StaffRefusal, refuseStaff } from '#contract/shared/refusals.staff.ts'
import { momentOfWallTime, oddityOfWallTime } from '#domain/time/zone-times.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { type BatchRow, canBeMailed } from '#server/modules/vouchers/batches/batch.sql.ts'
import { recordDistribution } from '#server/modules/vouchers/code-export/code-approval.ts'

/** The time at which the mails would be sent, or the reason why they cannot be sent. */
export function findSendTime(row: BatchRow, at: string | null, now: Date) {
  if (row.undone_at) return refuseStaff('batch-undone')
  if (row.to_make > 0) return refuseStaff('being-made')
  if (row.held_at) return refuseStaff('waits-for-second')
  if (row.is_exporting) return refuseStaff('codes-under-way')
  if (row.valid_until && row.valid_until <= now) return refuseStaff('batch-over')
  if (at !== null && oddityOfWallTime(at, row.zone) === 'skipped')
    return refuseStaff('moment-skipped', { field: 'at' })
  const moment = at === null ? now.getTime() : momentOfWallTime(at, row.zone)
  if (moment === undefined || moment < now.getTime())
    return refuseStaff('moment-past', { field: 'at' })
  if (row.valid_until && moment >= row.valid_until.getTime())
    return refuseStaff('batch-over', { field: 'at' })
  return new Date(moment)
}

/** Counts the recipients of the mails. `version` changes with the recipients and their addresses. */
export async function countMailRecipients(sql: Queries, batchId: number) {
  const [row] = await sql<{ mails: number; version: string }[]>`
    select count(*)::integer as mails,
      count(*) || ' ' || md5(coalesce(string_agg(recipient.id || email, ',' order by recipient.id), '')) as version
    from recipient join voucher on voucher.id = voucher_id
    where recipient.batch_id = ${batchId} and ${canBeMailed(sql)}`
  return row ?? { mails: 0, version: '0' }
}

/** Schedules a mail to all recipients with an address and without a code. The caller has locked the batch. */
export async function scheduleMails(
  sql: Queries,
  row: BatchRow,
  { sendAt, per_minute }: { sendAt: Date; per_minute: number },
  by: { staffId: number; now: Date; approval?: number },
): Promise<number | StaffRefusal<'no-addresses'> | StaffRefusal<'codes-need-approval'>> {
  const waiting = await sql`
    update recipient set mail_state = 'waiting', mail_try = null, mail_due_at = null, mail_tries = 0, bounce = ''
    from voucher
    where recipient.batch_id = ${row.id} and voucher.id = voucher_id and ${canBeMailed(sql)}`
  if (waiting.count === 0) return refuseStaff('no-addresses')
  const points = waiting.count * row.points
  const refusal = await recordDistribution(sql, { ...by, batchId: row.id, way: 'mail', points })
  if (refusal) return refusal
  await sql`
    update voucher_batch set send_at = ${sendAt}, send_by = ${by.staffId}, send_per_minute = ${per_minute},
      send_paused_at = null, send_ended_at = null, version = version + 1
    where id = ${row.id}`
  return waiting.count
}
