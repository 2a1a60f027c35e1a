import { z } from 'zod'

import type { StaffRefusal } from '#contract/shared/refusals.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { sendInvitation } from '#server/modules/staff/accounts/send-staff-invitation.ts'
import type { SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { findStaff } from '#server/modules/staff/sessions/staff.sql.ts'
import { notifyOwners } from '#server/modules/staff/accounts/account-notices.ts'

type Subject = { id: number; name: string }
type RequestResult = Promise<string | StaffRefusal<'is-asked'> | StaffRefusal<'no-longer-possible'>>
export type OwnerApprovals = {
  /** Both return the id of the approval request. Every owner gets a mail about it. */
  requestNewOwner(caller: SignedIn, subject: Subject, reason: string): RequestResult
  requestOwnerReset(caller: SignedIn, subject: Subject, reason: string): RequestResult
}

const NoInput = z.object({})

/**
 * Making someone an owner and sending an owner a new link both need an approval: with either, one owner could control
 * two accounts and approve their own requests.
 */
export function ownerApprovals({ shop, approvals }: Backoffice): OwnerApprovals {
  const makeOwner = approvals.add({
    kind: 'owner.make',
    asked: NoInput,
    approverPermission: 'staff.manage',
    recentSignIn: true,
    versionOf: (sql, id) => lockRole(sql, Number(id), (role) => role !== 'owner'),
    async action(sql, id, _, { at, decider }) {
      const staffId = Number(id)
      const staff = await findStaff(sql, staffId)
      if (!staff) return refuseStaff('no-longer-possible')
      await sql`
        update staff set role = 'owner', owner_since = ${at}, owner_until = null, version = version + 1
        where id = ${staffId}`
      await sql`delete from staff_channel where staff_id = ${staffId}`
      await sql`delete from staff_session where staff_id = ${staffId}`
      await notifyOwners(shop, sql, {
        kind: 'owner-added',
        details: { name: staff.name, by: decider.name },
      })
      return { before: { role: staff.role }, after: { role: 'owner' } }
    },
  })

  const resetOwner = approvals.add({
    kind: 'owner.reset',
    asked: NoInput,
    approverPermission: 'staff.manage',
    recentSignIn: true,
    versionOf: (sql, id) => lockRole(sql, Number(id), (role) => role === 'owner'),
    async action(sql, id, _, { askedBy, decider }) {
      const staff = await findStaff(sql, Number(id))
      if (!staff) return refuseStaff('no-longer-possible')
      await sendInvitation(shop, sql, { staffId: staff.id, ...staff }, askedBy)
      await notifyOwners(shop, sql, {
        kind: 'owner-reset',
        details: { name: staff.name, by: decider.name },
      })
      return { after: { invited: true } }
    },
  })

  const requestAndNotify =
    (request: typeof makeOwner) =>
    async (caller: SignedIn, { id, name }: Subject, reason: string): RequestResult => {
      const subject = { kind: 'staff', id: String(id), name, channelId: null }
      const approval = await request(caller, { subject, asked: {}, reason })
      if (refused(approval)) return approval
      await notifyOwners(shop, caller.sql, {
        kind: 'owner-requested',
        details: { name, by: caller.colleague.name },
      })
      return approval
    }
  return {
    requestNewOwner: requestAndNotify(makeOwner),
    requestOwnerReset: requestAndNotify(resetOwner),
  }
}

/** Null if the staff member has left, or if the request no longer fits their role. */
async function lockRole(sql: Queries, id: number, fitsRequest: (role: Role) => boolean) {
  const [row] = await sql<{ role: Role }[]>`
    select role from staff where id = ${id} and left_at is null for no key update`
  return row && fitsRequest(row.role) ? row.role : null
}
