import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type { Queries } from '#server/platform/db/database.ts'

export type NewTask = {
  kind: TaskKind
  subject: string
  /** The common cause of several tasks. */
  cause: string
  reason?: string
  channelId?: string | null
  orderNumber?: string | null
  detail?: Record<string, unknown>
}

/** Part of the transaction in which processing stopped. A repeat updates the same task. */
export async function openTaskFor(sql: Queries, task: NewTask): Promise<void> {
  const { kind, subject, cause, reason = '', channelId = null, orderNumber = null } = task
  await sql`
    select open_task(${kind}, ${subject}, task_cause(${cause}), plain_reason(${reason}), ${channelId},
      ${orderNumber}, ${sql.json(task.detail ?? {})}, now())`
}

/** Closes the task, because processing continued automatically. */
export async function closeTaskFor(sql: Queries, kind: TaskKind, subject: string) {
  await sql`select close_task(${kind}, ${subject}, now())`
}

/** Closes open tasks of these kinds, except those with these subjects. */
export const closeOtherTasks = (
  sql: Queries,
  kinds: readonly TaskKind[],
  subjects: readonly string[],
) => sql`
  update task set closed_at = now(), outcome = 'gone'
  where closed_at is null and kind in ${sql(kinds)} and subject <> all(${[...subjects]}::text[])`
