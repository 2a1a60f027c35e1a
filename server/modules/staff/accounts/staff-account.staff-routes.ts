import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  changeStaff,
  endSessionsOfUsers,
  endStaffSessions,
  removeStaff,
  staff,
} from '#contract/staff/staff.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { violates, type Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { revokeStaffTokens } from '#server/modules/staff/accounts/revoke-api-tokens.ts'
import { deleteResetLinks } from '#server/modules/staff/accounts/account-password.ts'
import type { OwnerApprovals } from '#server/modules/staff/accounts/approve-owner.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { dropInvitations, setChannels } from '#server/modules/staff/accounts/staff-channel.sql.ts'
import { notifyOwners } from '#server/modules/staff/accounts/account-notices.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  saveMember,
  removeMember,
  deleteMfaMethods,
  deleteStaffIdentities,
  deleteKnownDevices,
  listMatchingStaff,
  deleteSessionsOfMany,
  type MemberRow,
  staffList,
  lockMember,
} from '#server/modules/staff/accounts/staff-account.sql.ts'
import { deleteStaffSessions } from '#server/modules/staff/accounts/staff-invitation.sql.ts'

export function staffRoutes(app: FastifyInstance, backoffice: Backoffice, owners: OwnerApprovals) {
  serveStaff(app, backoffice, staff, listStaff)

  serveStaff(app, backoffice, changeStaff, handleChangeStaff(backoffice, owners))

  serveStaff(app, backoffice, removeStaff, handleRemoveStaff(backoffice))

  serveStaff(app, backoffice, endSessionsOfUsers, handleEndSessionsOfUsers)

  serveStaff(app, backoffice, endStaffSessions, handleEndStaffSessions)
}

const handleChangeStaff =
  (backoffice: Backoffice, owners: OwnerApprovals) =>
  async (
    { id, version, name, role, channels, reason }: ParsedInput<typeof changeStaff>,
    caller: SignedIn,
  ) => {
    const { sql, now, colleague, audit } = caller
    const staffId = Number(id)
    const before = await lockMember(sql, staffId)
    if (!before || before.left_at) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    if (role !== 'owner' && channels.length === 0) return refuseStaff('needs-channel')
    if (role === 'owner' && before.role !== 'owner') {
      if (reason === '') return refuseStaff('reason-missing')
      const approval = await owners.requestNewOwner(caller, before, reason)
      return refused(approval) ? approval : { ...memberOf(before), approval }
    }
    const endsOwnership = before.role === 'owner' && role !== 'owner'
    if (endsOwnership) await notifyOfRemovedOwner(backoffice, sql, before, colleague)
    const isSaved = await changeUnlessLastOwner(sql, (sql) =>
      saveMember(sql, { name, role, endsOwnership, now, staffId }),
    )
    if (!isSaved) return refuseStaff('last-owner')
    const ownChannels = role === 'owner' ? [] : channels
    if (!(await setChannels(sql, staffId, ownChannels))) return refuseStaff('unknown-channel')
    // The sessions have the permissions of the former role.
    if (role !== before.role) await deleteStaffSessions(sql, staffId)
    const after = await lockMember(sql, staffId)
    if (!after) throw new Error('colleague not found during the change')
    audit({
      action: 'staff.changed',
      subjectKind: 'staff',
      subjectId: id,
      before: auditValues(before),
      after: auditValues(after),
      personal: ['name'],
    })
    return { ...memberOf(after), approval: null }
  }

const handleRemoveStaff =
  (backoffice: Backoffice) =>
  async (
    { id, reason }: ParsedInput<typeof removeStaff>,
    { sql, now, colleague, audit }: SignedIn,
  ) => {
    const staffId = Number(id)
    const before = await lockMember(sql, staffId)
    if (!before || before.left_at) return refuseStaff('not-found')
    const endsOwnership = before.role === 'owner'
    if (endsOwnership) await notifyOfRemovedOwner(backoffice, sql, before, colleague)
    const isRemoved = await changeUnlessLastOwner(sql, (sql) =>
      removeMember(sql, { now, endsOwnership, staffId }),
    )
    if (!isRemoved) return refuseStaff('last-owner')
    await deleteStaffSessions(sql, staffId)
    await deleteMfaMethods(sql, staffId)
    await deleteStaffIdentities(sql, staffId)
    await deleteKnownDevices(sql, staffId)
    await dropInvitations(sql, staffId)
    await deleteResetLinks(sql, 'staff', staffId)
    await revokeStaffTokens(sql, [staffId], now)
    audit({
      action: 'staff.removed',
      subjectKind: 'staff',
      subjectId: id,
      reason,
      before: auditValues(before),
      personal: ['name'],
    })
    return {}
  }

async function handleEndStaffSessions(
  { id, reason }: ParsedInput<typeof endStaffSessions>,
  { sql, now, audit }: SignedIn,
) {
  const staffId = Number(id)
  if (!(await lockMember(sql, staffId))) return refuseStaff('not-found')
  const ended = await deleteStaffSessions(sql, staffId)
  const tokens = await revokeStaffTokens(sql, [staffId], now)
  audit({
    action: 'sessions.ended',
    subjectKind: 'staff',
    subjectId: id,
    reason,
    before: { sessions: ended.count, tokens },
  })
  return { ended: ended.count, tokens }
}

async function listStaff(query: ParsedInput<typeof staff>, caller: SignedIn) {
  return serveList(caller, query, {
    file: 'staff',
    list: staffList(query),
    columns: CSV,
    row: memberOf,
  })
}

/** Refused if the number of matching accounts differs from the number that the user saw. */
async function handleEndSessionsOfUsers(
  { ids, found, count, reason }: ParsedInput<typeof endSessionsOfUsers>,
  { sql, now, colleague, audit }: SignedIn,
) {
  const list = staffList(ids ? { ids } : (found ?? {}))
  const rows = await listMatchingStaff(sql, list)
  if (rows.length !== count) return refuseStaff('changed-since')
  const staffIds = rows.map(({ id }) => id)
  const ended = await deleteSessionsOfMany(sql, staffIds, colleague.sessionId)
  const tokens = await revokeStaffTokens(sql, staffIds, now)
  audit({
    action: 'sessions.ended',
    subjectKind: 'staff',
    subjectId: ids?.length === 1 ? (ids[0] ?? '') : 'several',
    reason,
    before: { colleagues: staffIds.map(String), sessions: ended.count, tokens },
  })
  return { colleagues: rows.length, ended: ended.count, tokens }
}

/** Called before the change, so that the removed owner gets the mail as well. */
const notifyOfRemovedOwner = (
  { shop }: Backoffice,
  sql: Queries,
  { name }: MemberRow,
  by: { name: string },
) => notifyOwners(shop, sql, { kind: 'owner-removed', details: { name, by: by.name } })

/** False, without the change, if no owner would remain. A database constraint also covers concurrent changes. */
async function changeUnlessLastOwner(sql: Queries, change: (sql: Queries) => Promise<unknown>) {
  if (!('savepoint' in sql)) throw new Error('changing a colleague requires a transaction')
  try {
    await sql.savepoint((sql) => change(sql))
    return true
  } catch (error) {
    if (violates(error, 'last_owner_stays')) return false
    throw error
  }
}

const CSV: ListFile<'staff', MemberRow> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => role,
  channels: ({ role, channels }) => (role === 'owner' ? '' : channels.join(' ')),
  second_factor: ({ second_factor }) => second_factor,
  seen_at: ({ seen_at }) => seen_at?.toISOString() ?? null,
  added_at: ({ added_at }) => added_at.toISOString(),
  left_at: ({ left_at }) => left_at?.toISOString() ?? null,
  ...notInFile('id', 'language', 'version'),
}

const auditValues = ({ name, role, channels }: MemberRow) => ({ name, role, channels })

function memberOf({ id, seen_at, added_at, left_at, role, channels, ...row }: MemberRow) {
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
