import type { HolderRow } from '#server/modules/sessions/holders.ts'
import type { Queries, Sql, Transaction } from '#server/platform/db/database.ts'

/** A staff member acts for a recipient: a row of `impersonation`. */
export type Acting = { id: number; staffId: number; endsAt: Date }

type OpenedSession = { cart_guid: string; pieces: number } & Omit<HolderRow, 'id'>

/** Opens a session with the recipient's cart. An impersonation does not count as a login of the recipient. */
export async function insertSessionWithCart(
  sql: Sql,
  {
    voucherId,
    language,
    tokenHash,
    now,
    endsAt,
  }: { voucherId: number; language: string; tokenHash: Buffer; now: Date; endsAt: Date },
  acting: Acting | undefined,
): Promise<OpenedSession | undefined> {
  const insert = (sql: Queries) => sql<OpenedSession[]>`
    select cart_guid, pieces, channel_id, available, first_name, salutation, language, valid_until,
      blocked_at is not null or exists (select from channel where id = channel_id and state <> 'open') as blocked
    from let_in(${voucherId}, ${language}, ${tokenHash}, ${now}, ${endsAt})`
  const [row] = await (acting
    ? sql.begin(async (sql) => {
        await sql`select set_config('shop.acting_staff', ${String(acting.staffId)}, true)`
        const rows = await insert(sql)
        await sql`update session set impersonation_id = ${acting.id} where token_hash = ${tokenHash}`
        return rows
      })
    : insert(sql))
  return row
}

export async function findSession(sql: Queries, tokenHash: Buffer) {
  const [row] = await sql<
    { voucher_id: number; seen_at: Date; ends_at: Date; staff_id: number | null }[]
  >`
    select session.voucher_id, seen_at, session.ends_at, staff_id
    from session left join impersonation on impersonation.id = impersonation_id where token_hash = ${tokenHash}`
  return row
}

export const saveSeen = (sql: Queries, tokenHash: Buffer, at: Date) =>
  sql`update session set seen_at = ${at} where token_hash = ${tokenHash}`

export const deleteSession = (sql: Queries, tokenHash: Buffer) =>
  sql`delete from session where token_hash = ${tokenHash}`

/** Deletes a session that has not ended. */
export async function endAliveSession(
  sql: Transaction,
  tokenHash: Buffer,
  { now, seenSince }: { now: Date; seenSince: Date },
) {
  const [row] = await sql<{ voucher_id: number; impersonation_id: number | null }[]>`
    delete from session
    where token_hash = ${tokenHash} and ends_at > ${now} and seen_at > ${seenSince}
    returning voucher_id, impersonation_id`
  if (!row) return undefined
  const [acting] =
    row.impersonation_id === null
      ? []
      : await sql<Acting[]>`
          select id, staff_id as "staffId", ends_at as "endsAt" from impersonation where id = ${row.impersonation_id}`
  return { voucherId: row.voucher_id, acting }
}

/** `openedBy` lets the index on `ends_at` find idle sessions as well. */
export async function deleteEndedSessions(
  sql: Queries,
  {
    now,
    idleSince,
    openedBy,
    limit,
  }: { now: Date; idleSince: Date; openedBy: Date; limit: number },
) {
  const deleted = await sql`
    delete from session where token_hash = any(array(
      select token_hash from session
      where ends_at < ${openedBy} and (ends_at < ${now} or seen_at < ${idleSince})
      limit ${limit} for update skip locked))`
  return deleted.count
}
