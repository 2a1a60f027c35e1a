import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  forgotPassword,
  ownSessions,
  resetPassword,
} from '#contract/employers/passwords.employer.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import {
  findReset,
  requestReset,
  setPasswordByLink,
} from '#server/modules/staff/accounts/password-reset.ts'
import { enablePassword } from '#server/modules/staff/accounts/account-password.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import { refuseWrongPassword } from '#server/modules/employers/portal/verify-employer-user.ts'
import type { Visitor } from '#server/modules/employers/portal/employer-sessions.ts'
import {
  serveEmployer,
  type EmployerCaller,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import {
  findEmployerOfUser,
  savePassword,
  endOtherEmployerSessions,
  listEmployerSessions,
  endEmployerSession,
} from '#server/modules/employers/portal/password.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const subjectOf = ({ employerId }: Pick<Visitor, 'employerId'>) => ({
  subjectKind: 'employer',
  subjectId: String(employerId),
})

/** An employer user's own password. */
export function employerPasswordRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, forgotPassword, handleForgotPassword(portal))

  serveEmployer(app, portal, resetPassword, handleResetPassword(portal))

  serveEmployer(app, portal, changePassword, handleChangePassword(portal))
}

const handleForgotPassword =
  ({ shop }: EmployerPortalServer) =>
  async ({ email }: ParsedInput<typeof forgotPassword>, { request }: EmployerCaller) => {
    const isAccepted = await requestReset(shop, 'employer', { email, address: request.ip })
    return isAccepted ? {} : refuseEmployer('too-many-requests')
  }

const handleResetPassword =
  ({ shop }: EmployerPortalServer) =>
  async (
    { token, password }: ParsedInput<typeof resetPassword>,
    { write, audit }: EmployerCaller,
  ) => {
    const owner = await findReset(shop, 'employer', token)
    if (!owner) return refuseEmployer('invitation-over')
    if (await isGuessable(password, owner)) {
      return refuseEmployer('weak-password', { field: 'password' })
    }
    const passwordHash = await hash(password)
    return write(async (sql) => {
      if (!(await setPasswordByLink(shop, sql, 'employer', { token, owner, passwordHash }))) {
        return refuseEmployer('invitation-over')
      }
      const user = await findEmployerOfUser(sql, owner.id)
      audit(
        { action: 'employer.password-reset', ...subjectOf({ employerId: user?.employerId ?? 0 }) },
        { employerUser: owner.id, sessionId: null },
      )
      return { email: owner.email }
    })
  }

function handleChangePassword(portal: EmployerPortalServer) {
  const { shop } = portal
  return async (
    { new_password, ...passwordInput }: ParsedInput<typeof changePassword>,
    caller: VisitorCaller,
  ) => {
    const { visitor, write, audit } = caller
    const refusal = await refuseWrongPassword(portal, caller, passwordInput)
    if (refusal) return refusal
    if (await isGuessable(new_password, { ...visitor, company: visitor.employer })) {
      return refuseEmployer('weak-password', { field: 'new_password' })
    }
    const newHash = await hash(new_password)
    return write(async (sql) => {
      await savePassword(sql, visitor.id, newHash)
      await enablePassword(shop, sql, 'employer', visitor)
      await endOtherEmployerSessions(sql, visitor.id, visitor.sessionId)
      audit({ action: 'employer.password-changed', ...subjectOf(visitor) })
      const account = { employerUserId: visitor.id }
      await notifyAccount(shop, sql, account, { kind: 'password-changed', details: {} })
      return {}
    })
  }
}

/** The active sessions of an employer user. */
export function employerSessionRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, ownSessions, handleOwnSessions(portal))

  serveEmployer(app, portal, endOwnSession, handleEndOwnSession)

  serveEmployer(app, portal, endOtherSessions, handleEndOtherSessions)
}

const handleOwnSessions =
  ({ shop }: EmployerPortalServer) =>
  async (_: ParsedInput<typeof ownSessions>, { visitor }: VisitorCaller) => {
    const rows = await listEmployerSessions(shop.sql, visitor.id)
    return {
      items: rows.map(({ made_at, seen_at, ...row }) => ({
        ...row,
        made_at: made_at.toISOString(),
        seen_at: seen_at.toISOString(),
        this_one: row.id === visitor.sessionId,
      })),
    }
  }

async function handleEndOwnSession(
  { id }: ParsedInput<typeof endOwnSession>,
  { visitor, write, audit }: VisitorCaller,
) {
  return write(async (sql) => {
    const ended = await endEmployerSession(sql, id, visitor.id)
    if (ended.count === 0) return refuseEmployer('not-found')
    audit({ action: 'employer.session-ended', ...subjectOf(visitor), before: { session: id } })
    return {}
  })
}

async function handleEndOtherSessions(
  _: ParsedInput<typeof endOtherSessions>,
  { visitor, write, audit }: VisitorCaller,
) {
  return write(async (sql) => {
    const ended = await endOtherEmployerSessions(sql, visitor.id, visitor.sessionId)
    audit({
      action: 'employer.session-ended',
      ...subjectOf(visitor),
      after: { ended: ended.count },
    })
    return { ended: ended.count }
  })
}
