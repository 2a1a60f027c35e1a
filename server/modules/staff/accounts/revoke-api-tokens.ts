import type { Queries } from '#server/platform/db/database.ts'

/** Revokes all API tokens of these staff members, for example when their sessions end. Returns how many. */
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
 * Revokes the API tokens after a new password. An owner also gets the waiting period of a new owner: they cannot approve
 * anything requested before, and nothing for 24 hours.
 */
export async function revokeTokensAfterNewPassword(
  sql: Queries,
  staffId: number,
  now: Date,
): Promise<void> {
  await sql`update staff set owner_since = ${now} where id = ${staffId} and role = 'owner'`
  await revokeStaffTokens(sql, [staffId], now)
}
