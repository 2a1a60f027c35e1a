import type { Queries } from '#server/platform/db/database.ts'
import { dropQueuedMails } from '#server/modules/mail/queue/mail-state.sql.ts'

/** False if a channel does not exist. The caller then rolls back. */
export async function setChannels(sql: Queries, staffId: number, channels: readonly string[]) {
  await sql`delete from staff_channel where staff_id = ${staffId}`
  const inserted = await sql`
    insert into staff_channel (staff_id, channel_id)
    select ${staffId}, id from channel where id = any(${channels as string[]}::text[])`
  return inserted.count === new Set(channels).size
}

/** Drops queued invitation mails together with their invitations. */
export async function dropInvitations(sql: Queries, staffId: number): Promise<void> {
  await dropQueuedMails(
    sql,
    'staff-invitation',
    sql`select id::text from staff_invitation where staff_id = ${staffId}`,
  )
  await sql`delete from staff_invitation where staff_id = ${staffId}`
}
