import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import { startTotp, confirmTotp, removeTotp } from '#contract/employers/sign-in.employer.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { base32, stepOfCode } from '#server/modules/staff/two-factor/totp.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import {
  passwordProblem,
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

/** As RFC 4226 recommends it for SHA-1. */
const SECRET_BYTES = 20

/** The authenticator app beside the password. For a lost phone, the shop's staff remove the app. */
export function employerTotpRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, startTotp, handleStartTotp(portal))

  serveEmployer(app, portal, confirmTotp, handleConfirmTotp(portal))

  serveEmployer(app, portal, removeTotp, handleRemoveTotp(portal))
}

function handleConfirmTotp(portal: EmployerPortalServer) {
  const { shop, secrets } = portal
  return async (
    { totp }: ParsedInput<typeof confirmTotp>,
    { who, now, write, audit }: VisitorCaller,
  ) =>
    write(async (sql) => {
      const begun = await lockTotp(sql, who.id)
      if (begun?.set) return refuseEmployer('factor-is-set')
      if (!begun?.secret) return refuseEmployer('wrong-code')
      const secret = secrets.open(begun.secret, sealOwner(who.id))
      const step = stepOfCode(secret, totp, { now, usedUpTo: 0 })
      if (step === undefined) return refuseEmployer('wrong-code')
      await confirmTotpSecret(sql, { id: who.id, now, step })
      audit({ action: 'employer.app-added', ...subjectOf(who) })
      await notify(shop, sql, who, 'app-added')
      return {}
    })
}

function handleRemoveTotp(portal: EmployerPortalServer) {
  const { shop } = portal
  return async (typed: ParsedInput<typeof removeTotp>, caller: VisitorCaller) => {
    const { who, write, audit } = caller
    const wrong = await passwordProblem(portal, caller, typed)
    if (wrong) return wrong
    return write(async (sql) => {
      const removed = await deleteTotp(sql, who.id)
      if (removed.count === 0) return refuseEmployer('no-factor')
      audit({ action: 'employer.app-removed', ...subjectOf(who) })
      await notify(shop, sql, who, 'app-removed')
      return {}
    })
  }
}

const notify = (
  shop: Pick<Shop, 'jobs' | 'ports' | 'config'>,
  sql: Queries,
  { id }: Visitor,
  kind: 'app-added' | 'app-removed',
) => notifyAccount(shop, sql, { employerUserId: id }, { kind, details: {} })

function handleStartTotp(portal: EmployerPortalServer) {
  const { secrets } = portal
  return async (typed: ParsedInput<typeof startTotp>, caller: VisitorCaller) => {
    const { who, write, audit } = caller
    const wrong = await passwordProblem(portal, caller, typed)
    if (wrong) return wrong
    return write(async (sql) => {
      const secret = randomBytes(SECRET_BYTES)
      const begun = await saveTotpSecret(sql, who.id, secrets.seal(secret, sealOwner(who.id)))
      if (begun.count === 0) return refuseEmployer('factor-is-set')
      audit({ action: 'employer.app-setup-started', ...subjectOf(who) })
      const text = base32(secret)
      const label = encodeURIComponent(`Giftpoint:${who.email}`)
      return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=Giftpoint` }
    })
  }
}

const subjectOf = ({ employerId }: Visitor) => ({
  subjectKind: 'employer',
  subjectId: String(employerId),
})
