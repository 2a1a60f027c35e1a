import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { endOtherSessions, forgotPassword, resetPassword } from '#contract/staff/passwords.staff.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import {
  findReset,
  requestReset,
  setPasswordByLink,
} from '#server/modules/staff/accounts/password-reset.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  serveStaff,
  type StaffCaller,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { deleteOtherStaffSessions } from '#server/modules/staff/sign-in/session.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Forgotten passwords of the back office, and ending your own sessions. */
export function passwordRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, forgotPassword, handleForgotPassword(backoffice), {
    opensOwnTransaction: true,
  })

  serveStaff(app, backoffice, resetPassword, handleResetPassword(backoffice), {
    opensOwnTransaction: true,
  })

  serveStaff(app, backoffice, endOtherSessions, handleEndOtherSessions)
}

const handleForgotPassword =
  ({ shop }: Backoffice) =>
  async ({ email }: ParsedInput<typeof forgotPassword>, { request }: StaffCaller) => {
    const isAccepted = await requestReset(shop, 'staff', { email, address: request.ip })
    return isAccepted ? {} : refuseStaff('too-many-requests')
  }

const handleResetPassword =
  ({ shop }: Backoffice) =>
  async ({ token, password }: ParsedInput<typeof resetPassword>, { write, audit }: StaffCaller) => {
    const owner = await findReset(shop, 'staff', token)
    if (!owner) return refuseStaff('invitation-over')
    if (await isGuessable(password, owner)) {
      return refuseStaff('weak-password', { field: 'password' })
    }
    const passwordHash = await hash(password)
    return write(async (sql) => {
      if (!(await setPasswordByLink(shop, sql, 'staff', { token, owner, passwordHash }))) {
        return refuseStaff('invitation-over')
      }
      audit({ action: 'password.reset', subjectKind: 'staff', subjectId: String(owner.id) }, 'shop')
      return { email: owner.email }
    })
  }

async function handleEndOtherSessions(
  _: ParsedInput<typeof endOtherSessions>,
  { sql, colleague, audit }: SignedIn,
) {
  const ended = await deleteOtherStaffSessions(sql, colleague.id, colleague.sessionId)
  audit({
    action: 'session.ended',
    subjectKind: 'staff',
    subjectId: String(colleague.id),
    after: { ended: ended.count },
  })
  return { ended: ended.count }
}
