import type { Person } from '#server/modules/cart/cart.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function insertOrderNote(
  sql: Queries,
  { number, staffId, body, now }: { number: string; staffId: number; body: string; now: Date },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into order_note (order_number, staff_id, body, at)
    values (${number}, ${staffId}, ${body}, ${now}) returning id`
  return row
}

/** Who receives an order, for pages about something else. */
export async function findOrderPerson(sql: Queries, number: string) {
  const [order] = await sql<{ voucher_id: number; person: Person }[]>`
    select voucher_id, person from orders where number = ${number}`
  return order
}
