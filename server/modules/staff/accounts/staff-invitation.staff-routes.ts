import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { acceptInvitation, inviteAgain, inviteStaff } from '#contract/staff/invitations.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import { enablePassword } from '#server/modules/staff/accounts/account-password.ts'
import { type AuditLine, writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { revokeTokensAfterNewPassword } from '#server/modules/staff/accounts/revoke-api-tokens.ts'
import type { OwnerApprovals } from '#server/modules/staff/accounts/approve-owner.ts'
import { sendInvitation } from '#server/modules/staff/accounts/send-staff-invitation.ts'
import {
  serveStaff,
  type StaffCaller,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { setChannels } from '#server/modules/staff/accounts/staff-channel.sql.ts'
import { findStaff } from '#server/modules/staff/sessions/staff.sql.ts'
import { linkHash } from '#server/platform/crypto/link-token.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import {
  insertStaff,
  deleteFormerAccess,
  lockStaffAccess,
  findStaffInvitation,
  useStaffInvitation,
  saveFirstPassword,
  deleteStaffSessions,
} from '#server/modules/staff/accounts/staff-invitation.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Staff join with a link from a mail. Only its hash is stored. */
export function staffInvitationRoutes(
  app: FastifyInstance,
  backoffice: Backoffice,
  owners: OwnerApprovals,
) {
  serveStaff(app, backoffice, inviteStaff, handleInviteStaff(backoffice, owners))

  serveStaff(app, backoffice, inviteAgain, handleInviteAgain(backoffice, owners))

  serveStaff(app, backoffice, acceptInvitation, handleAcceptInvitation(backoffice), {
    opensOwnTransaction: true,
  })
}

function handleInviteStaff(backoffice: Backoffice, owners: OwnerApprovals) {
  const { shop } = backoffice
  return async (input: ParsedInput<typeof inviteStaff>, caller: SignedIn) => {
    const { sql, now, colleague, audit } = caller
    const { email, name, language, reason } = input
    // A new owner starts as a reader without channels, until another owner approves it.
    const role = input.role === 'owner' ? 'reader' : input.role
    if (input.role === 'owner' && reason === '') return refuseStaff('reason-missing')
    const channels = input.role === 'owner' ? [] : [...new Set(input.channels)]
    if (input.role !== 'owner' && channels.length === 0) return refuseStaff('needs-channel')
    // A staff member who had left returns as invited, without any earlier sign-in method.
    const added = await insertStaff(sql, { email, name, role, language, now })
    if (!added) return refuseStaff('is-here', { field: 'email' })
    await deleteFormerAccess(sql, added.id)
    if (!(await setChannels(sql, added.id, channels))) return refuseStaff('unknown-channel')
    const invited = { staffId: added.id, email, language, channels }
    const { ends_at } = await sendInvitation(shop, sql, invited, colleague.id)
    audit({
      action: 'staff.invited',
      subjectKind: 'staff',
      subjectId: String(added.id),
      after: { email, name, role, channels },
      personal: ['email', 'name'],
    })
    if (input.role !== 'owner') return { id: String(added.id), ends_at, approval: null }
    // The approval request has its own audit entry besides that of the invitation.
    const approvalEntries: AuditLine[] = []
    const requester = { ...caller, audit: (line: AuditLine) => void approvalEntries.push(line) }
    const approval = await owners.requestNewOwner(requester, { id: added.id, name }, reason)
    if (refused(approval)) return approval
    for (const line of approvalEntries) await writeAudit(sql, colleague, now, line)
    return { id: String(added.id), ends_at, approval }
  }
}

function handleInviteAgain(backoffice: Backoffice, owners: OwnerApprovals) {
  const { shop } = backoffice
  return async ({ id, reason }: ParsedInput<typeof inviteAgain>, caller: SignedIn) => {
    const { sql, colleague, audit } = caller
    const staffId = Number(id)
    const access = await lockStaffAccess(sql, staffId)
    const staff = await findStaff(sql, staffId)
    if (!staff) return refuseStaff('not-found')
    if (staff.role === 'owner') {
      if (reason === '') return refuseStaff('reason-missing')
      const approval = await owners.requestOwnerReset(caller, staff, reason)
      return refused(approval) ? approval : { id, ends_at: null, approval }
    }
    const { ends_at } = await sendInvitation(shop, sql, { staffId, ...staff }, colleague.id)
    if (access?.has_access) {
      const details = { by: colleague.name }
      await notifyAccount(shop, sql, { staffId }, { kind: 'access-reset', details })
    }
    audit({ action: 'staff.invited', subjectKind: 'staff', subjectId: id, reason })
    return { id, ends_at, approval: null }
  }
}

const handleAcceptInvitation =
  ({ shop }: Backoffice) =>
  async (
    { token, password }: ParsedInput<typeof acceptInvitation>,
    { sql, now, write, audit }: StaffCaller,
  ) => {
    // Checked before the hashing, so that an invalid link costs no CPU time and no lock is held meanwhile.
    const invited = await findStaffInvitation(sql, linkHash(token), now)
    if (!invited) return refuseStaff('invitation-over')
    if (await isGuessable(password, invited))
      return refuseStaff('weak-password', { field: 'password' })
    const passwordHash = await hash(password)
    return write(async (sql) => {
      const invitation = await useStaffInvitation(sql, now, linkHash(token))
      if (!invitation) return refuseStaff('invitation-over')
      const staff = await saveFirstPassword(sql, passwordHash, invitation.staff_id)
      if (!staff) return refuseStaff('invitation-over')
      await enablePassword(shop, sql, 'staff', { id: invitation.staff_id, email: staff.email })
      await deleteStaffSessions(sql, invitation.staff_id)
      await revokeTokensAfterNewPassword(sql, invitation.staff_id, now)
      audit(
        { action: 'password.chosen', subjectKind: 'staff', subjectId: String(invitation.staff_id) },
        'shop',
      )
      return { email: staff.email }
    })
  }
