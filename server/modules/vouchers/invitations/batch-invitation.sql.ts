import type { Queries } from '#server/platform/db/database.ts'

export const saveMailPace = (
  sql: Queries,
  { id, paused, now, perMinute }: { id: number; paused: boolean; now: Date; perMinute: number },
) => sql`
  update voucher_batch set send_paused_at = case when ${paused} then coalesce(send_paused_at, ${now}) end,
    send_per_minute = ${perMinute}, version = version + 1
  where id = ${id}`

/** Failed mails that wait for a retry are due at once, with a new number of tries. */
export const retryFailedMails = (sql: Queries, id: number) => sql`
  update recipient set mail_due_at = null, mail_tries = 0 where batch_id = ${id} and mail_state = 'waiting' and bounce <> ''`

export const isWaitingInBatch = (sql: Queries, id: number) =>
  sql`recipient.batch_id = ${id} and mail_state = 'waiting'`

export const cancelBatchSending = (sql: Queries, id: number, now: Date) => sql`
  update voucher_batch set version = version + 1, send_paused_at = null,
    send_at = case when exists (
      select from recipient where batch_id = ${id} and mail_number > 0) then send_at end,
    send_ended_at = case when exists (
      select from recipient where batch_id = ${id} and mail_number > 0) then ${now}::timestamptz end
  where id = ${id}`
