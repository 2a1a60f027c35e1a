import type { Queries } from '#server/platform/db/database.ts'

/** The latest times when a colleague used the shop on behalf of this recipient, who can see them. */
export async function listImpersonations(sql: Queries, voucherId: number) {
  const rows = await sql<{ at: Date; time_zone: string; reason: string }[]>`
    select at, time_zone, reason from impersonation
      join voucher on voucher.id = voucher_id join channel on channel.id = channel_id
    where voucher_id = ${voucherId} order by at desc limit 20`
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
