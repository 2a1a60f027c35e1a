import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { startTotp, confirmTotp, removeTotp } from '#contract/employers/sign-in.employer.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { base32, stepOfCode } from '#server/modules/staff/two-factor/totp.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import {
  refuseWrongPassword,
  sealOwner,
} from '#server/modules/employers/portal/verify-employer-user.ts'
import type { Visitor } from '#server/modules/employers/portal/employer-sessions.ts'
import { notifyAccount } from '#server/modules/staff/accounts/account-notices.ts'
import {
  serveEmployer,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import {
  saveTotpSecret,
  lockTotp,
  confirmTotpSecret,
  deleteTotp,
} from '#server/modules/employers/portal/totp.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** The length that RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20

/** The authenticator app as a second factor. After a lost phone, the shop's staff remove it. */
export function employerTotpRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, startTotp, handleStartTotp(portal))

  serveEmployer(app, portal, confirmTotp, handleConfirmTotp(portal))

  serveEmployer(app, portal, removeTotp, handleRemoveTotp(portal))
}

function handleConfirmTotp(portal: EmployerPortalServer) {
  const { shop, secrets } = portal
  return async (
    { totp }: ParsedInput<typeof confirmTotp>,
    { visitor, now, write, audit }: VisitorCaller,
  ) =>
    write(async (sql) => {
      const app = await lockTotp(sql, visitor.id)
      if (app?.is_confirmed) return refuseEmployer('factor-is-set')
      if (!app?.secret) return refuseEmployer('wrong-code')
      const secret = secrets.open(app.secret, sealOwner(visitor.id))
      const step = stepOfCode(secret, totp, { now, usedUpTo: 0 })
      if (step === undefined) return refuseEmployer('wrong-code')
      await confirmTotpSecret(sql, { id: visitor.id, now, step })
      audit({ action: 'employer.app-added', ...subjectOf(visitor) })
      await notifyVisitor(shop, sql, visitor, 'app-added')
      return {}
    })
}

function handleRemoveTotp(portal: EmployerPortalServer) {
  const { shop } = portal
  return async (passwordInput: ParsedInput<typeof removeTotp>, caller: VisitorCaller) => {
    const { visitor, write, audit } = caller
    const refusal = await refuseWrongPassword(portal, caller, passwordInput)
    if (refusal) return refusal
    return write(async (sql) => {
      const removed = await deleteTotp(sql, visitor.id)
      if (removed.count === 0) return refuseEmployer('no-factor')
      audit({ action: 'employer.app-removed', ...subjectOf(visitor) })
      await notifyVisitor(shop, sql, visitor, 'app-removed')
      return {}
    })
  }
}

const notifyVisitor = (
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Queries,
  { id }: Visitor,
  kind: 'app-added' | 'app-removed',
) => notifyAccount(shop, sql, { employerUserId: id }, { kind, details: {} })

function handleStartTotp(portal: EmployerPortalServer) {
  const { secrets } = portal
  return async (passwordInput: ParsedInput<typeof startTotp>, caller: VisitorCaller) => {
    const { visitor, write, audit } = caller
    const refusal = await refuseWrongPassword(portal, caller, passwordInput)
    if (refusal) return refusal
    return write(async (sql) => {
      const secret = randomBytes(SECRET_BYTES)
      const saved = await saveTotpSecret(
        sql,
        visitor.id,
        secrets.seal(secret, sealOwner(visitor.id)),
      )
      if (saved.count === 0) return refuseEmployer('factor-is-set')
      audit({ action: 'employer.app-setup-started', ...subjectOf(visitor) })
      const text = base32(secret)
      const label = encodeURIComponent(`Giftpoint:${visitor.email}`)
      return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=Giftpoint` }
    })
  }
}

const subjectOf = ({ employerId }: Visitor) => ({
  subjectKind: 'employer',
  subjectId: String(employerId),
})
