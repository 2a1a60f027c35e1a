import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { tasks } from '#contract/tasks/tasks.staff.ts'
import { type TaskKind, taskKindsOf, KINDS_OF_ALL_CHANNELS } from '#domain/tasks/task-kinds.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type TaskGroupRow = {
  id: number
  kind: TaskKind
  cause: string
  reason: string
  detail: Record<string, unknown>
  cases: number
  order_number: string | null
  channel_id: string | null
  /** The earliest legal deadline of its tasks, and the time zone of that day. */
  due_day: string | null
  time_zone: string | null
  first_at: Date
  last_at: Date
  tries: number
  owner_id: number | null
  owner_name: string | null
  owned_at: Date | null
  closed_at: Date | null
  outcome: 'resolved' | 'closed' | 'gone' | null
}

/** The colleague who reads tasks. `channels` is null for all channels. */
export type TaskReader = { id: number; role: Role; channels: readonly string[] | null }

export const isVisible = (
  sql: Queries,
  { role, channels }: Pick<TaskReader, 'role' | 'channels'>,
) => sql`
  kind = any(${taskKindsOf(role)}::text[]) and ${
    channels === null
      ? sql`true`
      : sql`(channel_id = any(${[...channels]}::text[]) or channel_id is null and kind = any(${[...KINDS_OF_ALL_CHANNELS]}::text[]))`
  }`

/**
 * Groups tasks by kind and cause: all open ones form one group, and those closed at the same moment another. `cents` in
 * the detail is the sum of the group.
 */
export const groupTasks = (sql: Queries, condition: Fragment) => sql`
  select min(task.id) as id, kind, cause, count(*)::integer as cases,
    (array_agg(reason order by last_at desc, task.id))[1] as reason,
    (array_agg(detail order by last_at desc, task.id))[1]
      || jsonb_strip_nulls(jsonb_build_object('cents', sum((detail ->> 'cents')::bigint))) as detail,
    case when count(*) = 1 then min(order_number) end as order_number,
    case when count(distinct channel_id) = 1 and count(channel_id) = count(*) then min(channel_id) end as channel_id,
    min(detail ->> 'due') as due_day, min(first_at) as first_at, max(last_at) as last_at, max(tries) as tries,
    (array_agg(owner_id order by owned_at desc nulls last, task.id))[1] as owner_id,
    max(owned_at) as owned_at, closed_at,
    (array_agg(outcome order by task.id))[1] as outcome
  from task where ${condition}
  group by kind, cause, closed_at`

type TaskQuery = Pick<
  z.output<(typeof tasks)['input']>,
  'kind' | 'owner' | 'state' | 'channel' | 'search' | 'ids'
>
export type TaskSort = 'first_at' | 'last_at' | 'cases' | 'due_day'

const zoneOf = (sql: Queries) => sql`
  (select time_zone from channel where id = task_group.channel_id) as time_zone`

export const taskList = (query: TaskQuery, reader: TaskReader): ListQuery<TaskSort> => ({
  select: (sql) => sql`task_group.*, staff.name as owner_name, ${zoneOf(sql)}`,
  from: (sql) => {
    const { owner, search, ids } = query
    return sql`(${groupTasks(
      sql,
      sql`${isVisible(sql, reader)}
        ${filterConditions<'tasks'>(sql, query, {
          kind: (kind) => sql`kind = any(${kind}::text[])`,
          channel: (channel) => sql`channel_id = ${channel}`,
          state: (state) => sql`closed_at ${state === 'open' ? sql`is null` : sql`is not null`}`,
          // Filtered below: it belongs to a cause, not to a task.
          owner: null,
        })}
        ${
          search === undefined
            ? sql``
            : sql`and (order_number = ${search} or subject = ${search} or strpos(lower(reason), ${search.toLowerCase()}) > 0)`
        }`,
    )}) task_group left join staff on staff.id = task_group.owner_id where true
      ${
        owner === undefined
          ? sql``
          : owner === 'me'
            ? sql`and task_group.owner_id = ${reader.id}`
            : sql`and task_group.owner_id ${owner === 'nobody' ? sql`is null` : sql`is not null`}`
      }
      ${ids === undefined ? sql`` : sql`and task_group.id = any(${ids.map(Number)}::bigint[])`}`
  },
  id: (sql) => sql`task_group.id`,
  sorts: {
    first_at: { by: (sql) => sql`task_group.first_at`, type: 'timestamptz' },
    last_at: { by: (sql) => sql`task_group.last_at`, type: 'timestamptz' },
    // Tasks without a legal date come last, the oldest first.
    due_day: {
      by: (sql) => sql`concat(coalesce(task_group.due_day, '9999-12-31'),
        to_char(task_group.first_at at time zone 'utc', ' YYYY-MM-DD HH24:MI:SS.US'))`,
      type: 'text',
    },
    cases: { by: (sql) => sql`task_group.cases`, type: 'bigint' },
  },
  defaultSort: defaultSorts.tasks,
})

export type TaskRow = {
  id: number
  kind: TaskKind
  subject: string
  order_number: string | null
  channel_id: string | null
  reason: string
  detail: Record<string, unknown>
  first_at: Date
  last_at: Date
  tries: number
}

/** A text in the detail of a task; '' if it has none with that name. */
export function detailText({ detail }: Pick<TaskRow, 'detail'>, name: string): string {
  const value = detail[name]
  return typeof value === 'string' ? value : ''
}

/** The group of this task with all its tasks, locked on request. */
export async function findTaskGroup(
  sql: Queries,
  id: number,
  reader: TaskReader,
  { lock = false } = {},
): Promise<{ group: TaskGroupRow; cases: TaskRow[] } | undefined> {
  const [task] = await sql<{ kind: TaskKind; cause: string; closed_at: Date | null }[]>`
    select kind, cause, closed_at from task where id = ${id} and ${isVisible(sql, reader)}`
  if (!task) return undefined
  const inGroup = (closed: boolean) => sql`
    kind = ${task.kind} and cause = ${task.cause} and ${isVisible(sql, reader)} and ${
      closed
        ? sql`closed_at = (select closed_at from task where id = ${id})`
        : sql`closed_at is null`
    }`
  // In a fixed order, so that two colleagues who click at once do not deadlock.
  if (lock) await sql`select from task where ${inGroup(false)} order by id for update`
  const casesOf = (closed: boolean) => sql<TaskRow[]>`
    select id, kind, subject, order_number, channel_id, reason, detail, first_at, last_at, tries
    from task where ${inGroup(closed)} order by id`
  const open = await casesOf(false)
  const closed = open.length === 0
  const cases = closed ? await casesOf(true) : open
  const [group] = await sql<TaskGroupRow[]>`
    select task_group.*, staff.name as owner_name, ${zoneOf(sql)} from (${groupTasks(sql, inGroup(closed))}) task_group
      left join staff on staff.id = task_group.owner_id`
  return group && cases.length > 0 ? { group, cases } : undefined
}
