import { limitSince, ROLE_LIMITS } from '#domain/approvals/staff-limits.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'

/**
 * Locks a staff member's limits until the transaction ends, so that parallel calls cannot exceed them together. Taken
 * after balance, cart and stock or after the batch, and before an approval is requested.
 */
export async function lockStaffLimits(sql: Queries, staffId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limits of colleague ${staffId}`}, 0))`
}

/**
 * Recipients' points that a staff member may still spend without an approval: the role's limit minus the points of
 * their orders and open payments in the period. The caller has locked balance and cart. `exceptCart` is the current
 * cart, because its open payment is about to be replaced. Refunded and approved points do not count.
 */
export async function findPointsLeftForRecipients(
  sql: Queries,
  { staffId, exceptCart, now }: { staffId: number; exceptCart: string; now: Date },
): Promise<number> {
  await lockStaffLimits(sql, staffId)
  const [row] = await sql<{ role: Role | null; spent: number }[]>`
    select
      (select role from staff where id = ${staffId} and left_at is null) as role,
      coalesce(sum(reserve.points - coalesce(returned.points, 0)), 0)::integer as spent
    from ledger reserve left join lateral (
      select sum(back.points) as points from ledger back
      where back.ends_id = reserve.id and back.kind = 'release'
        or back.kind = 'refund' and back.ends_id in (
          select id from ledger capture where capture.ends_id = reserve.id and capture.kind = 'capture')
    ) returned on true
    where reserve.staff_id = ${staffId} and reserve.kind = 'reserve' and reserve.at > ${limitSince(now)}
      and reserve.cart_guid is distinct from ${exceptCart}
      and not exists (
        select from approval
        where kind = 'order.place' and outcome = 'approved' and subject_kind = 'voucher'
          and subject_id = reserve.voucher_id::text and asked ->> 'cart' = reserve.cart_guid::text)`
  if (!row?.role) return 0
  return Math.max(0, ROLE_LIMITS[row.role].spentForRecipients - row.spent)
}
