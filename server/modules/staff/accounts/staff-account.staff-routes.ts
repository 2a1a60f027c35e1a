import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  changeStaff,
  endSessionsOfMany,
  endStaffSessions,
  removeStaff,
  staff,
} from '#contract/staff/staff.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { violates, type Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endStaffTokens } from '#server/modules/staff/accounts/revoke-api-tokens.ts'
import { endResetLinks } from '#server/modules/staff/accounts/account-password.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import type { OwnerApprovals } from '#server/modules/staff/accounts/approve-owner.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { dropInvitations, setChannels } from '#server/modules/staff/accounts/staff-channel.sql.ts'
import { hasFactor } from '#server/modules/staff/sessions/staff.sql.ts'
import { notifyOwners } from '#server/modules/staff/accounts/account-notices.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { StaffLanguage } from '#domain/language.ts'

type Row = {
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

export function staffRoutes(app: FastifyInstance, backoffice: Backoffice, owners: OwnerApprovals) {
  serveStaff(app, backoffice, staff, listStaff)

  serveStaff(
    app,
    backoffice,
    changeStaff,
    async ({ id, version, name, role, channels, reason }, asker) => {
      const { sql, now, colleague, audit } = asker
      const staffId = Number(id)
      const before = await lockMember(sql, staffId)
      if (!before || before.left_at) return refuseStaff('not-found')
      if (before.version !== version) return refuseStaff('changed-since')
      if (role !== 'owner' && channels.length === 0) return refuseStaff('needs-channel')
      if (role === 'owner' && before.role !== 'owner') {
        if (reason === '') return refuseStaff('reason-missing')
        const approval = await owners.askToMakeOwner(asker, before, reason)
        return refused(approval) ? approval : { ...memberOf(before), approval }
      }
      const leaves = before.role === 'owner' && role !== 'owner'
      if (leaves) await notifyOfLeaving(backoffice, sql, before, colleague)
      const done = await keepsAnOwner(
        sql,
        (sql) =>
          sql`
          update staff set name = ${name}, role = ${role}, version = version + 1,
            owner_since = case when ${leaves} then null else owner_since end,
            owner_until = case when ${leaves} then ${now}::timestamptz else owner_until end
          where id = ${staffId}`,
      )
      if (!done) return refuseStaff('last-owner')
      const own = role === 'owner' ? [] : channels
      if (!(await setChannels(sql, staffId, own))) return refuseStaff('unknown-channel')
      // Sessions opened with another role have to be opened again.
      if (role !== before.role) await sql`delete from staff_session where staff_id = ${staffId}`
      const after = await lockMember(sql, staffId)
      if (!after) throw new Error('a colleague went while being changed')
      audit({
        action: 'staff.changed',
        subjectKind: 'staff',
        subjectId: id,
        before: told(before),
        after: told(after),
        personal: ['name'],
      })
      return { ...memberOf(after), approval: null }
    },
  )

  serveStaff(
    app,
    backoffice,
    removeStaff,
    async ({ id, reason }, { sql, now, colleague, audit }) => {
      const staffId = Number(id)
      const before = await lockMember(sql, staffId)
      if (!before || before.left_at) return refuseStaff('not-found')
      const leaves = before.role === 'owner'
      if (leaves) await notifyOfLeaving(backoffice, sql, before, colleague)
      const done = await keepsAnOwner(
        sql,
        (sql) => sql`
        update staff set left_at = ${now}, password_hash = null, version = version + 1, owner_since = null,
          owner_until = case when ${leaves} then ${now}::timestamptz else owner_until end
        where id = ${staffId}`,
      )
      if (!done) return refuseStaff('last-owner')
      await sql`delete from staff_session where staff_id = ${staffId}`
      await sql`delete from staff_mfa_method where staff_id = ${staffId}`
      await sql`delete from staff_identity where staff_id = ${staffId}`
      await sql`delete from known_device where staff_id = ${staffId}`
      await dropInvitations(sql, staffId)
      await endResetLinks(sql, 'staff', staffId)
      await endStaffTokens(sql, [staffId], now)
      audit({
        action: 'staff.removed',
        subjectKind: 'staff',
        subjectId: id,
        reason,
        before: told(before),
        personal: ['name'],
      })
      return {}
    },
  )

  endSessionsOf(app, backoffice)

  serveStaff(app, backoffice, endStaffSessions, async ({ id, reason }, { sql, now, audit }) => {
    const staffId = Number(id)
    if (!(await lockMember(sql, staffId))) return refuseStaff('not-found')
    const ended = await sql`delete from staff_session where staff_id = ${staffId}`
    const tokens = await endStaffTokens(sql, [staffId], now)
    audit({
      action: 'sessions.ended',
      subjectKind: 'staff',
      subjectId: id,
      reason,
      before: { sessions: ended.count, tokens },
    })
    return { ended: ended.count, tokens }
  })
}

async function listStaff(asked: ParsedInput<typeof staff>, asker: SignedIn) {
  return serveList(asker, asked, {
    file: 'staff',
    list: staffList(asked),
    columns: CSV,
    row: memberOf,
  })
}

/** Acts only if the accounts found are as many as the user saw; otherwise the call is refused. */
const endSessionsOf = (app: FastifyInstance, backoffice: Backoffice) =>
  serveStaff(
    app,
    backoffice,
    endSessionsOfMany,
    async ({ ids, found, count, reason }, { sql, now, colleague, audit }) => {
      const list = staffList(ids ? { ids } : (found ?? {}))
      const rows = await sql<{ id: number }[]>`select staff.id from ${list.from(sql)} order by id`
      if (rows.length !== count) return refuseStaff('changed-since')
      const ended = await sql`
        delete from staff_session
        where staff_id = any(${rows.map(({ id }) => id)}::bigint[]) and id <> ${colleague.sessionId}`
      const everybody = rows.map(({ id }) => id)
      const tokens = await endStaffTokens(sql, everybody, now)
      audit({
        action: 'sessions.ended',
        subjectKind: 'staff',
        subjectId: ids?.length === 1 ? (ids[0] ?? '') : 'several',
        reason,
        before: { colleagues: everybody.map(String), sessions: ended.count, tokens },
      })
      return { colleagues: rows.length, ended: ended.count, tokens }
    },
  )

/** Also to the one who stops being an owner, so before it happens. */
const notifyOfLeaving = ({ shop }: Backoffice, sql: Queries, { name }: Row, by: { name: string }) =>
  notifyOwners(shop, sql, { kind: 'owner-removed', details: { name, by: by.name } })

/** False if no owner would be left. A database constraint checks it, so concurrent changes are covered. */
async function keepsAnOwner(sql: Queries, change: (sql: Queries) => Promise<unknown>) {
  if (!('savepoint' in sql)) throw new Error('a colleague is changed within a transaction')
  try {
    await sql.savepoint((sql) => change(sql))
    return true
  } catch (error) {
    if (violates(error, 'an_owner_stays')) return false
    throw error
  }
}

const memberRow = (sql: Queries) => sql`
  staff.id, email, name, role, language, added_at, left_at, version,
  array(select channel_id from staff_channel where staff_id = staff.id order by channel_id) as channels,
  ${hasFactor(sql)} as second_factor,
  ${seenAt(sql)} as seen_at`

const seenAt = (sql: Queries) =>
  sql`(select max(seen_at) from staff_session where staff_id = staff.id)`

type StaffSort = 'name' | 'role' | 'seen_at' | 'added_at'
type StaffAsked = Partial<
  Pick<z.output<(typeof staff)['input']>, 'search' | 'role' | 'channel' | 'state' | 'ids'>
>

/** The staff that match, also for bulk actions. */
export const staffList = ({
  search,
  role,
  channel,
  state,
  ids,
}: StaffAsked): ListQuery<StaffSort> => ({
  select: memberRow,
  from: (sql) => sql`
    staff where true
      ${search === undefined ? sql`` : sql`and strpos(lower(name || ' ' || email), ${search.toLowerCase()}) > 0`}
      ${role === undefined ? sql`` : sql`and role = any(${role})`}
      ${channel === undefined ? sql`` : sql`and (role = 'owner' or exists (select from staff_channel where staff_id = staff.id and channel_id = ${channel}))`}
      ${state === undefined ? sql`` : sql`and left_at ${state === 'here' ? sql`is null` : sql`is not null`}`}
      ${ids === undefined ? sql`` : sql`and staff.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`staff.id`,
  sorts: {
    name: { by: (sql) => sql`lower(name)`, type: 'text' },
    role: { by: (sql) => sql`role`, type: 'text' },
    seen_at: { by: (sql) => sql`coalesce(${seenAt(sql)}, 'epoch')`, type: 'timestamptz' },
    added_at: { by: (sql) => sql`added_at`, type: 'timestamptz' },
  },
  usual: 'name',
})

const CSV: Record<string, (row: Row) => string | boolean | null> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => role,
  channels: ({ role, channels }) => (role === 'owner' ? '' : channels.join(' ')),
  second_factor: ({ second_factor }) => second_factor,
  seen_at: ({ seen_at }) => seen_at?.toISOString() ?? null,
  added_at: ({ added_at }) => added_at.toISOString(),
  left_at: ({ left_at }) => left_at?.toISOString() ?? null,
}

async function lockMember(sql: Queries, id: number): Promise<Row | undefined> {
  await sql`select from staff where id = ${id} for no key update`
  const [row] = await sql<Row[]>`select ${memberRow(sql)} from staff where id = ${id}`
  return row
}

const told = ({ name, role, channels }: Row) => ({ name, role, channels })

function memberOf({ id, seen_at, added_at, left_at, role, channels, ...row }: Row) {
  return {
    ...row,
    id: String(id),
    role,
    channels: role === 'owner' ? [] : channels,
    seen_at: seen_at?.toISOString() ?? null,
    added_at: added_at.toISOString(),
    left_at: left_at?.toISOString() ?? null,
  }
}
