import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { StaffLanguage } from '#domain/language.ts'
import { hasFactor } from '#server/modules/staff/sessions/staff.sql.ts'

export type MemberRow = {
  id: number
  email: string
  name: string
  role: Role
  language: StaffLanguage
  channels: string[]
  second_factor: boolean
  seen_at: Date | null
  added_at: Date
  left_at: Date | null
  version: number
}

const memberRow = (sql: Queries) => sql`
  staff.id, email, name, role, language, added_at, left_at, version,
  array(select channel_id from staff_channel where staff_id = staff.id order by channel_id) as channels,
  ${hasFactor(sql)} as second_factor,
  ${seenAt(sql)} as seen_at`

/** Ended sessions are deleted, so older sign-ins come from the audit log. */
const seenAt = (sql: Queries) => sql`greatest(
  (select max(seen_at) from staff_session where staff_id = staff.id),
  (select at from audit where audit.staff_id = staff.id and action = 'session.opened' order by id desc limit 1))`

type StaffSort = 'name' | 'role' | 'seen_at' | 'added_at'

type StaffQuery = AskedFilters<'staff'> & {
  search?: string | undefined
  ids?: string[] | undefined
}

/** Matching staff, also for bulk actions. */
export const staffList = ({ search, ids, ...filters }: StaffQuery): ListQuery<StaffSort> => ({
  select: memberRow,
  from: (sql) => sql`
    staff where true
      ${search === undefined ? sql`` : sql`and strpos(lower(name || ' ' || email), ${search.toLowerCase()}) > 0`}
      ${filterConditions<'staff'>(sql, filters, {
        role: (role) => sql`role = any(${role})`,
        channel: (channel) =>
          sql`(role = 'owner' or exists (select from staff_channel where staff_id = staff.id and channel_id = ${channel}))`,
        state: (state) => sql`left_at ${state === 'here' ? sql`is null` : sql`is not null`}`,
      })}
      ${ids === undefined ? sql`` : sql`and staff.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`staff.id`,
  sorts: {
    name: { by: (sql) => sql`lower(name)`, type: 'text' },
    role: { by: (sql) => sql`role`, type: 'text' },
    seen_at: { by: (sql) => sql`coalesce(${seenAt(sql)}, 'epoch')`, type: 'timestamptz' },
    added_at: { by: (sql) => sql`added_at`, type: 'timestamptz' },
  },
  defaultSort: defaultSorts.staff,
})

export async function lockMember(sql: Queries, id: number): Promise<MemberRow | undefined> {
  await sql`select from staff where id = ${id} for no key update`
  const [row] = await sql<MemberRow[]>`select ${memberRow(sql)} from staff where id = ${id}`
  return row
}

export const saveMember = (
  sql: Queries,
  {
    name,
    role,
    endsOwnership,
    now,
    staffId,
  }: { name: string; role: string; endsOwnership: boolean; now: Date; staffId: number },
) => sql`
  update staff set name = ${name}, role = ${role}, version = version + 1,
    owner_since = case when ${endsOwnership} then null else owner_since end,
    owner_until = case when ${endsOwnership} then ${now}::timestamptz else owner_until end
  where id = ${staffId}`

export const removeMember = (
  sql: Queries,
  { now, endsOwnership, staffId }: { now: Date; endsOwnership: boolean; staffId: number },
) => sql`
  update staff set left_at = ${now}, password_hash = null, version = version + 1, owner_since = null,
    owner_until = case when ${endsOwnership} then ${now}::timestamptz else owner_until end
  where id = ${staffId}`

export const deleteMfaMethods = (sql: Queries, staffId: number) =>
  sql`delete from staff_mfa_method where staff_id = ${staffId}`

export const deleteStaffIdentities = (sql: Queries, staffId: number) =>
  sql`delete from staff_identity where staff_id = ${staffId}`

export const deleteKnownDevices = (sql: Queries, staffId: number) =>
  sql`delete from known_device where staff_id = ${staffId}`

export const listMatchingStaff = (sql: Queries, list: ListQuery<StaffSort>) =>
  sql<{ id: number }[]>`select staff.id from ${list.from(sql)} order by id`

export const deleteSessionsOfMany = (sql: Queries, ids: number[], sessionId: string) => sql`
  delete from staff_session
  where staff_id = any(${ids}::bigint[]) and id <> ${sessionId}`
