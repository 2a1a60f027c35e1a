import type { Queries } from '#server/platform/db/database.ts'
import { notifyEach } from '#server/platform/db/change-events.ts'

/** Ends the sessions of these vouchers in every process. Returns how many. */
export async function endHolderSessions(
  sql: Queries,
  vouchers: readonly number[],
): Promise<number> {
  if (vouchers.length === 0) return 0
  const ended = await sql<{ token_hash: Buffer }[]>`
    delete from session where voucher_id = any(${[...vouchers]}::bigint[]) returning token_hash`
  const tokens = ended.map(({ token_hash }) => token_hash.toString('base64url'))
  await notifyEach(sql, 'session', tokens)
  return ended.length
}
