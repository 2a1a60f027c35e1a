import { addDays, DEFAULT_ZONE, startOfDay } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Everything one colleague did for one recipient on one day. */
export type ImpersonationRow = {
  colleague: string
  /** The last three characters of the code. */
  last3: string
  /** The colleague used the shop as the recipient. */
  visited: boolean
  orders: string[]
  /** Points spent by these orders. */
  spent: number
  /** Points granted manually. */
  given: number
  /** The colleague created a new code, and could spend the points with it. */
  replaced: boolean
}

/** Points are reserved at most this long before a card payment creates the order. */
const PAID_LATER_DAYS = 2

/**
 * What colleagues did as or for recipients on one day: orders, including approved ones; sessions in the shop; manual
 * points; and new codes that the colleague could read.
 */
export async function listImpersonationsOfDay(
  sql: Queries,
  day: string,
): Promise<ImpersonationRow[]> {
  const from = new Date(startOfDay(day, DEFAULT_ZONE))
  const until = new Date(startOfDay(addDays(day, 1), DEFAULT_ZONE))
  const reservedFrom = new Date(startOfDay(addDays(day, -PAID_LATER_DAYS), DEFAULT_ZONE))
  return sql<ImpersonationRow[]>`
    with ordered as (
      select distinct on (orders.number) reserve.staff_id, orders.voucher_id, orders.number, orders.points_paid
      from ledger reserve join orders on orders.cart_guid = reserve.cart_guid
      where reserve.kind = 'reserve' and reserve.staff_id is not null
        and reserve.at >= ${reservedFrom} and reserve.at < ${until}
        and placed_at >= ${from} and placed_at < ${until}
        and not exists (select from ledger release where release.ends_id = reserve.id and release.kind = 'release')
      order by orders.number, reserve.id desc
    ), actions as (
      select staff_id, voucher_id, true as visited, null as number, 0 as spent, 0 as given,
        false as replaced
      from impersonation where at >= ${from} and at < ${until}
      union all
      select staff_id, voucher_id, false, number, points_paid, 0, false from ordered
      union all
      select staff_id, voucher_id, false, null, 0, points, false from manual_points_grant
      where at >= ${from} and at < ${until} and reversal_id is null
      union all
      select staff_id, subject_id::bigint, false, null, 0, 0, true from audit
      where action = 'code.replaced' and at >= ${from} and at < ${until}
    )
    select staff.name as colleague, last3, bool_or(visited) as visited,
      coalesce(array_agg(number order by number) filter (where number is not null), '{}') as orders,
      sum(spent)::integer as spent, sum(given)::integer as given,
      bool_or(replaced) as replaced
    from actions join staff on staff.id = actions.staff_id join voucher on voucher.id = actions.voucher_id
    group by staff.id, staff.name, voucher.id, last3
    order by staff.name, staff.id, sum(spent) + sum(given) desc, voucher.id`
}

/** The day that a mail is about. */
export const impersonationDay = (subjectId: string): string => subjectId.split(':')[1] ?? ''
