import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { audit } from '#contract/audit.staff.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { type ListFile, notInFile } from '#server/lists/serve-list.ts'

export type AuditRow = {
  id: number
  at: Date
  actor: 'staff' | 'token' | 'command' | 'shop' | 'employer'
  staff_id: number | null
  staff_name: string | null
  employer_user_id: number | null
  employer_user_name: string | null
  session_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  subject_name: string | null
  channel_id: string | null
  reason: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

export type AuditQuery = Omit<
  z.output<(typeof audit)['input']>,
  'as' | 'sort' | 'cursor' | 'limit'
> & {
  /** Only entries of these channels, also of the colleague's own actions; null: all channels. */
  channels: readonly string[] | null
}

/** Entries with these actions only record that something was viewed or opened. */
const READ_ACTIONS = [
  'personal-data.viewed',
  'preview.created',
  'session.opened',
  'employer.signed-in',
  'employer.signed-out',
]

/** The subject's current name; null if it has none, or was deleted. */
const nameOfSubject = (sql: Queries) => sql`
  case when subject_id !~ '^[0-9]{1,15}$' then null else case subject_kind
    when 'batch' then (
      select coalesce(nullif(note, ''), campaign.name) from voucher_batch left join campaign on campaign.id = campaign_id
      where voucher_batch.id = subject_id::bigint)
    when 'campaign' then (select name from campaign where id = subject_id::bigint)
    when 'employer' then (select name from employer where id = subject_id::bigint)
    when 'release' then (select name from release where id = subject_id::bigint)
    when 'staff' then (select subject.name from staff subject where id = subject_id::bigint)
  end end`

export function auditList(query: AuditQuery): ListQuery<'at'> {
  const { search, ids, channels, changes, ...filters } = query
  return {
    select: (sql) => sql`
      audit.*, staff.name as staff_name,
      (select name from employer_user where id = audit.employer_user_id) as employer_user_name,
      ${nameOfSubject(sql)} as subject_name`,
    from: (sql) => sql`
      audit left join staff on staff.id = audit.staff_id where true
        ${search === undefined ? sql`` : sql`and (subject_id = ${search} or starts_with(action, ${search.toLowerCase()}))`}
        ${filterConditions<'audit'>(sql, filters, {
          subject_kind: (subject_kind) => sql`subject_kind = ${subject_kind}`,
          subject_id: (subject_id) => sql`subject_id = ${subject_id}`,
          action: (action) => sql`action = ${action}`,
          staff: (staff) => sql`staff_id = ${Number(staff)}`,
          channel: (channel) => sql`channel_id = ${channel}`,
          from: (from) => sql`at >= ${momentOf(sql, from, 0)}`,
          to: (to) => sql`at < ${momentOf(sql, to, 1)}`,
        })}
        ${changes === undefined ? sql`` : sql`and action <> all(${READ_ACTIONS}::text[])`}
        ${channels === null ? sql`` : sql`and (channel_id is null or channel_id = any(${[...channels]}::text[]))`}
        ${ids === undefined ? sql`` : sql`and audit.id = any(${ids.map(Number)}::bigint[])`}`,
    id: (sql) => sql`audit.id`,
    // Entries are written in time order, so the indexed id gives the order.
    sorts: { at: { by: (sql) => sql`audit.id`, type: 'bigint' } },
    defaultSort: defaultSorts.audit,
  }
}

/** A moment as it is, or the start of a day in the shop's time zone. */
const momentOf = (sql: Queries, text: string, daysLater: number) =>
  text.includes('T')
    ? sql`${text}::timestamptz`
    : sql`((${text}::date + ${daysLater}::integer)::timestamp at time zone ${DEFAULT_ZONE})`

const auditCell = (values: Record<string, unknown> | null) =>
  values === null ? '' : JSON.stringify(values)

/** The columns of one entry. */
export const AUDIT_CSV: ListFile<'audit', AuditRow> = {
  at: ({ at }) => at.toISOString(),
  actor: ({ actor }) => actor,
  staff: ({ staff_name, employer_user_name }) => staff_name ?? employer_user_name,
  action: ({ action }) => action,
  subject_kind: ({ subject_kind }) => subject_kind,
  subject_id: ({ subject_id }) => subject_id,
  channel: ({ channel_id }) => channel_id,
  reason: ({ reason }) => reason,
  before: ({ before }) => auditCell(before),
  after: ({ after }) => auditCell(after),
  ...notInFile('id', 'employer_user', 'session', 'subject_name'),
}
