import type { Queries } from '#server/platform/db/database.ts'

/** Ends API tokens wherever sessions end because of a risk. Returns how many. */
export async function revokeStaffTokens(
  sql: Queries,
  staffIds: readonly number[],
  now: Date,
): Promise<number> {
  const ended = await sql`
    update staff_token set ended_at = ${now}
    where staff_id = any(${[...staffIds]}::bigint[]) and ended_at is null`
  return ended.count
}

/**
 * After a password reset, an owner has the same waiting period as a new owner: they cannot approve anything requested
 * before, and nothing for 24 hours. Their API tokens end.
 */
export async function afterNewPassword(sql: Queries, staffId: number, now: Date): Promise<void> {
  await sql`update staff set owner_since = ${now} where id = ${staffId} and role = 'owner'`
  await revokeStaffTokens(sql, [staffId], now)
}
