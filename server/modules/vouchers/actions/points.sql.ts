import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'

/** Withdraws granted points by a ledger entry of kind 'take', because ledger entries are never changed. */
export async function reversePointsGrant(
  sql: Queries,
  grant: { id: number; points: number; voucherId: number; staffId: number; at: Date },
) {
  const { id, points, voucherId, staffId, at } = grant
  const [entry] = await sql<{ id: number }[]>`
    insert into ledger (voucher_id, kind, points, staff_id, at)
    values (${voucherId}, 'take', ${points}, ${staffId}, ${at}) returning id`
  if (!entry) throw new Error('insert of the counter-entry returned no row')
  await sql`
    update manual_points_grant set reversal_id = ${entry.id}, reversed_by = ${staffId}, reversed_at = ${at} where id = ${id}`
  await notify(sql, 'voucher', String(voucherId))
}

export async function isGrantKnown(sql: Queries, id: string, key: string) {
  const [row] = await sql`
    select from manual_points_grant where key = ${key}
    union all select from approval where kind = 'points.grant' and asked ->> 'key' = ${key}
      and subject_kind = 'voucher' and subject_id = ${id}`
  return row !== undefined
}

export async function findPointsGrant(sql: Queries, grantId: string, voucherId: number) {
  const [row] = await sql<{ id: number; points: number; reversal_id: number | null }[]>`
    select id, points, reversal_id from manual_points_grant
    where id = ${Number(grantId)} and voucher_id = ${voucherId}`
  return row
}
