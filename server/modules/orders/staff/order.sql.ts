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
