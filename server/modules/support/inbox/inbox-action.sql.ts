import { inChannelsOf, isInFolder } from '#server/modules/support/inbox/inbox-list.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { FoundThread } from '#server/modules/support/inbox/thread.sql.ts'

export const isMessageStored = async (sql: Queries, key: string) =>
  (await sql`select from service_message where key = ${key}`).count > 0

export async function insertMessage(
  sql: Queries,
  { id }: FoundThread,
  {
    kind,
    key,
    body,
    at,
    by,
  }: { kind: 'out' | 'note'; key: string; body: string; at: Date; by: number },
): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into service_message (request_id, kind, at, staff_id, body, key)
    values (${id}, ${kind}, ${at}, ${by}, ${body}, ${key}) returning id`
  if (!row) throw new Error('insert of the message returned no row')
  return row.id
}

export async function takeOldestRequest(
  sql: Queries,
  {
    staffId,
    reader,
    channel,
  }: {
    staffId: number
    reader: { now: Date; me: number; channels: readonly string[] | null }
    channel: string | undefined
  },
) {
  const [row] = await sql<{ id: number; channel_id: string }[]>`
    update service_request set owner_id = ${staffId} where id = (
      select id from service_request
      where ${inChannelsOf(sql, reader)} and ${isInFolder(sql, 'unassigned', reader)}
        ${channel === undefined ? sql`` : sql`and channel_id = ${channel}`}
      order by since, id limit 1 for update skip locked)
    returning id, channel_id`
  return row
}

export const saveRequestOwner = (sql: Queries, id: number, next: number | null) =>
  sql`update service_request set owner_id = ${next} where id = ${id}`

export const saveAnsweredRequest = (
  sql: Queries,
  { id, close, now, staffId }: { id: number; close: boolean; now: Date; staffId: number },
) => sql`
  update service_request set state = ${close ? 'closed' : 'answered'}, since = ${now}, version = version + 1,
    snoozed_until = null, owner_id = coalesce(owner_id, ${staffId})
  where id = ${id}`

export const snoozeServiceRequest = (sql: Queries, id: number, until: Date | null) =>
  sql`update service_request set snoozed_until = ${until} where id = ${id}`

export const closeServiceRequest = (
  sql: Queries,
  { id, now, staffId }: { id: number; now: Date; staffId: number },
) => sql`
  update service_request set state = 'closed', since = ${now}, snoozed_until = null,
    owner_id = coalesce(owner_id, ${staffId})
  where id = ${id}`

export const reopenServiceRequest = (sql: Queries, id: number, now: Date) =>
  sql`update service_request set state = 'open', since = ${now} where id = ${id}`

export const saveRequestSender = (
  sql: Queries,
  { id, email, language }: { id: number; email: string; language: string },
) => sql`
  update service_request set email = ${email}, language = ${language} where id = ${id}`

export async function findVoucherChannel(sql: Queries, voucher: string | null) {
  const [row] = await sql<{ channel_id: string }[]>`
    select channel_id from voucher where id = ${Number(voucher ?? 0)}`
  return row
}

export const saveRequestVoucher = (
  sql: Queries,
  { id, voucher, channelId }: { id: number; voucher: string | null; channelId: string },
) => sql`
  update service_request set voucher_id = ${voucher === null ? null : Number(voucher)}, channel_id = ${channelId}
  where id = ${id}`
