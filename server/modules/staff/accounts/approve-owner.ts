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
type Asked = Promise<string | StaffRefusal<'is-asked'> | StaffRefusal<'no-longer-possible'>>
export type OwnerApprovals = {
  /** Each returns the number of the request. Every owner gets a mail about it. */
  askToMakeOwner(caller: SignedIn, subject: Subject, reason: string): Asked
  askToResetOwner(caller: SignedIn, subject: Subject, reason: string): Asked
}

const Nothing = z.object({})

/**
 * Approvals to make someone an owner and to send an owner a new link: with either, one owner could become their own
 * approver.
 */
export function ownerApprovals({ shop, approvals }: Backoffice): OwnerApprovals {
  const make = approvals.add({
    kind: 'owner.make',
    asked: Nothing,
    decides: 'staff.manage',
    recentSignIn: true,
    versionOf: (sql, id) => lockedRole(sql, Number(id), (role) => role !== 'owner'),
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

  const reset = approvals.add({
    kind: 'owner.reset',
    asked: Nothing,
    decides: 'staff.manage',
    recentSignIn: true,
    versionOf: (sql, id) => lockedRole(sql, Number(id), (role) => role === 'owner'),
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

  const asking =
    (ask: typeof make) =>
    async (caller: SignedIn, { id, name }: Subject, reason: string): Asked => {
      const subject = { kind: 'staff', id: String(id), name, channelId: null }
      const approval = await ask(caller, { subject, asked: {}, reason })
      if (refused(approval)) return approval
      await notifyOwners(shop, caller.sql, {
        kind: 'owner-requested',
        details: { name, by: caller.colleague.name },
      })
      return approval
    }
  return { askToMakeOwner: asking(make), askToResetOwner: asking(reset) }
}

/** Null if they have left, or have another role than in the request. */
async function lockedRole(sql: Queries, id: number, isAbout: (role: Role) => boolean) {
  const [row] = await sql<{ role: Role }[]>`
    select role from staff where id = ${id} and left_at is null for no key update`
  return row && isAbout(row.role) ? row.role : null
}
