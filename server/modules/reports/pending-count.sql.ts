import { causes, seen, type Seer } from '#server/modules/tasks/task-list.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function countOpenTasks(sql: Queries, id: number, seer: Seer) {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from (${causes(sql, sql`${seen(sql, seer)} and closed_at is null`)}) found
    where owner_id is null or owner_id = ${id}`
  return row
}
