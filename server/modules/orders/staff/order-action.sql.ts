import { MOST_ORDERS_AT_ONCE } from '#contract/orders/order-actions.staff.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export async function insertNotes(
  sql: StaffCaller['sql'],
  numbers: string[],
  { body, staffId, at }: { body: string; staffId: number; at: Date },
) {
  const inserted = await sql`
    insert into order_note (order_number, staff_id, body, at)
    select number, ${staffId}, ${body}, ${at} from unnest(${numbers}::text[]) number`
  return inserted.count
}

export const listOrderNumbers = (sql: Queries, list: ListQuery<'placed_at'>) => sql<
  { number: string }[]
>`
  select orders.number from ${list.from(sql)} order by orders.number limit ${MOST_ORDERS_AT_ONCE + 1}`

export const lockOrderRows = (sql: Queries, numbers: string[]) => sql`
  select from orders where number = any(${numbers}::text[]) order by number for no key update`
