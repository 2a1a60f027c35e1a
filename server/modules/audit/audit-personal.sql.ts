import type { Queries } from '#server/platform/db/database.ts'

/** Erases the personal values of all entries about these subjects. */
export const erasePersonalAbout = (sql: Queries, kind: string, ids: readonly number[]) => sql`
  delete from audit_personal using audit
  where audit.id = audit_id and subject_kind = ${kind} and subject_id = any(${ids.map(String)}::text[])`

/** Erases the personal values of a channel's entries from before a moment, at most `limit` of them. Returns how many. */
export async function erasePersonalBefore(
  sql: Queries,
  channelId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { count } = await sql`
    delete from audit_personal where audit_id in (
      select audit.id from audit join audit_personal on audit_id = audit.id
      where channel_id = ${channelId} and at < ${before} limit ${limit})`
  return count
}
