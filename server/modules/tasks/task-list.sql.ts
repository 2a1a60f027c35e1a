import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { tasks } from '#contract/tasks/tasks.staff.ts'
import { type TaskKind, taskKindsOf, KINDS_OF_ALL_CHANNELS } from '#domain/tasks/task-kinds.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type CauseRow = {
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

/** The reader: a role and its channels; null: all channels. */
export type Seer = { id: number; role: Role; channels: readonly string[] | null }

export const seen = (sql: Queries, { role, channels }: Pick<Seer, 'role' | 'channels'>) => sql`
  kind = any(${taskKindsOf(role)}::text[]) and ${
    channels === null
      ? sql`true`
      : sql`(channel_id = any(${[...channels]}::text[]) or channel_id is null and kind = any(${[...KINDS_OF_ALL_CHANNELS]}::text[]))`
  }`

/**
 * Tasks that were open together form one issue; tasks closed at the same moment were closed together. `cents` in the
 * detail is the sum of all cases.
 */
export const causes = (sql: Queries, which: Fragment) => sql`
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
  from task where ${which}
  group by kind, cause, closed_at`

type Asked = Pick<
  z.output<(typeof tasks)['input']>,
  'kind' | 'owner' | 'state' | 'channel' | 'search' | 'ids'
>
export type TaskSort = 'first_at' | 'last_at' | 'cases' | 'due_day'

const zoneOf = (sql: Queries) => sql`
  (select time_zone from channel where id = found.channel_id) as time_zone`

export const taskList = (query: Asked, seer: Seer): ListQuery<TaskSort> => ({
  select: (sql) => sql`found.*, staff.name as owner_name, ${zoneOf(sql)}`,
  from: (sql) => {
    const { owner, search, ids } = query
    return sql`(${causes(
      sql,
      sql`${seen(sql, seer)}
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
    )}) found left join staff on staff.id = found.owner_id where true
      ${
        owner === undefined
          ? sql``
          : owner === 'me'
            ? sql`and found.owner_id = ${seer.id}`
            : sql`and found.owner_id ${owner === 'nobody' ? sql`is null` : sql`is not null`}`
      }
      ${ids === undefined ? sql`` : sql`and found.id = any(${ids.map(Number)}::bigint[])`}`
  },
  id: (sql) => sql`found.id`,
  sorts: {
    first_at: { by: (sql) => sql`found.first_at`, type: 'timestamptz' },
    last_at: { by: (sql) => sql`found.last_at`, type: 'timestamptz' },
    // What has no legal date comes after the others, the oldest first.
    due_day: {
      by: (sql) => sql`concat(coalesce(found.due_day, '9999-12-31'),
        to_char(found.first_at at time zone 'utc', ' YYYY-MM-DD HH24:MI:SS.US'))`,
      type: 'text',
    },
    cases: { by: (sql) => sql`found.cases`, type: 'bigint' },
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
export function carried({ detail }: Pick<TaskRow, 'detail'>, name: string): string {
  const value = detail[name]
  return typeof value === 'string' ? value : ''
}

/** The cause of this task with all tasks that share it, locked if they are to be changed. */
export async function findCause(
  sql: Queries,
  id: number,
  seer: Seer,
  { lock = false } = {},
): Promise<{ cause: CauseRow; cases: TaskRow[] } | undefined> {
  const [known] = await sql<{ kind: TaskKind; cause: string; closed_at: Date | null }[]>`
    select kind, cause, closed_at from task where id = ${id} and ${seen(sql, seer)}`
  if (!known) return undefined
  const of = (closed: boolean) => sql`
    kind = ${known.kind} and cause = ${known.cause} and ${seen(sql, seer)} and ${
      closed
        ? sql`closed_at = (select closed_at from task where id = ${id})`
        : sql`closed_at is null`
    }`
  // In a fixed order, so that two colleagues who click at once do not deadlock.
  if (lock) await sql`select from task where ${of(false)} order by id for update`
  const casesOf = (closed: boolean) => sql<TaskRow[]>`
    select id, kind, subject, order_number, channel_id, reason, detail, first_at, last_at, tries
    from task where ${of(closed)} order by id`
  const open = await casesOf(false)
  const closed = open.length === 0
  const cases = closed ? await casesOf(true) : open
  const [cause] = await sql<CauseRow[]>`
    select found.*, staff.name as owner_name, ${zoneOf(sql)} from (${causes(sql, of(closed))}) found
      left join staff on staff.id = found.owner_id`
  return cause && cases.length > 0 ? { cause, cases } : undefined
}
