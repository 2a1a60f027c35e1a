import { groupTasks, isVisible, type TaskReader } from '#server/modules/tasks/task-list.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function countOpenTasks(sql: Queries, id: number, reader: TaskReader) {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from (${groupTasks(sql, sql`${isVisible(sql, reader)} and closed_at is null`)}) task_group
    where owner_id is null or owner_id = ${id}`
  return row
}
