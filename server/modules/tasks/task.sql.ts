import type { Queries } from '#server/platform/db/database.ts'
import { type TaskKind, taskKindsOf } from '#domain/tasks/task-kinds.ts'
import type { TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import { type Role, may, mayIn } from '#domain/staff/permissions.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Colleague } from '#server/modules/staff/sessions/staff-sessions.ts'

export async function closeTasks(
  { sql, colleague }: StaffCaller & { colleague: Colleague },
  tasks: readonly TaskRow[],
  outcome: 'closed' | 'resolved',
  reason: string,
) {
  await sql`
    update task set closed_at = now(), outcome = ${outcome}, closed_by = ${colleague.id},
      close_reason = ${reason}
    where id = any(${idsOf(tasks)}::bigint[]) and closed_at is null`
}

export const idsOf = (tasks: readonly TaskRow[]) => tasks.map(({ id }) => id)

/** Staff who see all of these tasks and may resolve them. */
export async function listPossibleAssignees(
  sql: Queries,
  kind: TaskKind,
  tasks: readonly TaskRow[],
) {
  const rows = await sql<{ id: number; name: string; role: Role; channels: string[] }[]>`
    select id, name, role,
      array(select channel_id from staff_channel where staff_id = staff.id) as channels
    from staff where left_at is null order by lower(name), id`
  const channels = [...new Set(tasks.flatMap(({ channel_id }) => channel_id ?? []))]
  return rows
    .filter(
      (colleague) =>
        may(colleague.role, 'task.resolve') &&
        taskKindsOf(colleague.role).includes(kind) &&
        channels.every((channel) => mayIn(colleague, channel)),
    )
    .map(({ id, name }) => ({ id: String(id), name }))
}

export const saveTaskOwner = (sql: Queries, staffId: string | null, ids: number[]) => sql`
  update task set owner_id = ${staffId === null ? null : Number(staffId)},
    owned_at = ${staffId === null ? null : sql`now()`}
  where id = any(${ids}::bigint[])`
