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

/** The order is locked, so that two users cannot change its tags at once. */
export async function lockOrderTags(sql: Queries, number: string): Promise<string[]> {
  await sql`select from orders where number = ${number} for no key update`
  const rows = await sql<{ tag: string }[]>`
    select tag from order_tag where order_number = ${number} order by tag`
  return rows.map(({ tag }) => tag)
}

export async function saveOrderTags(
  sql: Queries,
  { number, tags, staffId, now }: { number: string; tags: string[]; staffId: number; now: Date },
) {
  await sql`delete from order_tag where order_number = ${number} and tag <> all(${tags}::text[])`
  await sql`
    insert into order_tag (order_number, tag, staff_id, at)
    select ${number}, tag, ${staffId}, ${now}::timestamptz from unnest(${tags}::text[]) tag
    on conflict do nothing`
}
