import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { acceptInvitation, inviteAgain, inviteStaff } from '#contract/staff/invitations.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import { enablePassword } from '#server/modules/staff/accounts/account-password.ts'
import { type AuditLine, writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { afterNewPassword } from '#server/modules/staff/accounts/revoke-api-tokens.ts'
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
  deleteSignIn,
  lockStaffAccess,
  findStaffInvitation,
  useStaffInvitation,
  saveFirstPassword,
  deleteStaffSessions,
} from '#server/modules/staff/accounts/staff-invitation.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Staff join by a link that is only in a mail; the stored hash grants no access. */
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
    const before = [
      'staff_mfa_method',
      'staff_identity',
      'staff_session',
      'staff_token',
      'known_device',
    ]
    for (const table of before) {
      await deleteSignIn(sql, added.id, table)
    }
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
    const second = { ...caller, audit: (line: AuditLine) => void lines.push(line) }
    const lines: AuditLine[] = []
    const approval = await owners.askToMakeOwner(second, { id: added.id, name }, reason)
    if (refused(approval)) return approval
    for (const line of lines) await writeAudit(sql, colleague, now, line)
    return { id: String(added.id), ends_at, approval }
  }
}

function handleInviteAgain(backoffice: Backoffice, owners: OwnerApprovals) {
  const { shop } = backoffice
  return async ({ id, reason }: ParsedInput<typeof inviteAgain>, caller: SignedIn) => {
    const { sql, colleague, audit } = caller
    const staffId = Number(id)
    const staff = await lockStaffAccess(sql, staffId)
    const found = await findStaff(sql, staffId)
    if (!found) return refuseStaff('not-found')
    if (found.role === 'owner') {
      if (reason === '') return refuseStaff('reason-missing')
      const approval = await owners.askToResetOwner(caller, found, reason)
      return refused(approval) ? approval : { id, ends_at: null, approval }
    }
    const { ends_at } = await sendInvitation(shop, sql, { staffId, ...found }, colleague.id)
    if (staff?.has_access) {
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
    // An invalid link must not cost a password hash, and no lock is held during the hashing.
    const known = await findStaffInvitation(sql, linkHash(token), now)
    if (!known) return refuseStaff('invitation-over')
    if (await isGuessable(password, known))
      return refuseStaff('weak-password', { field: 'password' })
    const passwordHash = await hash(password)
    return write(async (sql) => {
      const used = await useStaffInvitation(sql, now, linkHash(token))
      if (!used) return refuseStaff('invitation-over')
      const staff = await saveFirstPassword(sql, passwordHash, used.staff_id)
      if (!staff) return refuseStaff('invitation-over')
      await enablePassword(shop, sql, 'staff', { id: used.staff_id, email: staff.email })
      await deleteStaffSessions(sql, used.staff_id)
      await afterNewPassword(sql, used.staff_id, now)
      audit(
        { action: 'password.chosen', subjectKind: 'staff', subjectId: String(used.staff_id) },
        'shop',
      )
      return { email: staff.email }
    })
  }
