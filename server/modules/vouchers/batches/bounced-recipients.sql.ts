import type { Queries } from '#server/platform/db/database.ts'

/** Opens and closes tasks, so that exactly the recipients whose mail bounced have one. */
export async function updateBounceTasks(sql: Queries, batchId: number, now: Date) {
  await sql`
    select close_task('invitation-bounced', subject, ${now}) from task
    where kind = 'invitation-bounced' and closed_at is null and subject in (
      select id::text from recipient where batch_id = ${batchId} and mail_state <> 'bounced')`
  await sql`
    select open_task('invitation-bounced', recipient.id::text, 'batch ' || batch_id,
      left(plain_reason(bounce), 500), channel_id, null,
      jsonb_build_object('batch', batch_id::text, 'domain', split_part(email, '@', 2)), ${now})
    from recipient join voucher_batch batch on batch.id = batch_id
    where batch_id = ${batchId} and mail_state = 'bounced' and undone_at is null and not exists (
      select from task where kind = 'invitation-bounced' and subject = recipient.id::text and closed_at is null)`
}
