import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  endOwnSession,
  ownSessions,
  roles,
  signIn,
  signOut,
  whoAmI,
} from '#contract/staff/sign-in.staff.ts'
import { permissionsOf, ROLES } from '#domain/staff/permissions.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { cookieOf, openSession, staffAnswer } from '#server/modules/staff/sign-in/open-session.ts'
import {
  serveStaff,
  type StaffCaller,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { verifyStaff, consumeFactor } from '#server/modules/staff/sign-in/verify-credentials.ts'
import { throttledAccount } from '#server/modules/staff/accounts/account-password.ts'
import {
  deleteStaffSession,
  listStaffSessions,
  deleteOwnStaffSession,
} from '#server/modules/staff/sign-in/session.sql.ts'
import { SECOND_FACTOR_MISSING } from '#server/modules/sessions/throttling/throttle.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function sessionRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, signIn, handleSignIn(backoffice), { opensOwnTransaction: true })

  serveStaff(app, backoffice, whoAmI, (_, { colleague }) => ({ staff: staffAnswer(colleague) }))

  serveStaff(app, backoffice, signOut, handleSignOut(backoffice))

  serveStaff(app, backoffice, ownSessions, handleOwnSessions)

  serveStaff(app, backoffice, endOwnSession, handleEndOwnSession)

  serveStaff(app, backoffice, roles, handleRoles)
}

function handleSignIn(backoffice: Backoffice) {
  const { shop, secrets } = backoffice
  return async (
    { email, password, totp = '', proof = null }: ParsedInput<typeof signIn>,
    { now, request, reply, write, audit }: StaffCaller,
  ) => {
    const result = await shop.throttle.attempt(
      {
        address: request.ip,
        boundText: email,
        proof,
        otherSpelling: null,
        account: throttledAccount(shop, 'staff', email),
      },
      async () =>
        (await verifyStaff(shop.sql, secrets, now, { email, password, totp })) ?? 'unknown',
    )
    if (result === SECOND_FACTOR_MISSING) return refuseStaff('second-factor')
    if (result !== 'unknown' && 'challenge' in result) {
      return refuseStaff('too-many-attempts', {
        retryAfterSeconds: 0,
        challenge: result.challenge,
      })
    }
    if (result === 'unknown') return refuseStaff('wrong-sign-in')
    return write(async (sql) => {
      if (result.factor && !(await consumeFactor(sql, result.factor, now))) {
        return refuseStaff('wrong-sign-in')
      }
      return openSession(backoffice, { sql, request, reply, audit }, result.staff, {
        way: 'password',
        authenticatedAt: now,
        secondFactor: result.factor !== null,
      })
    })
  }
}

const handleSignOut =
  (backoffice: Backoffice) =>
  async (_: ParsedInput<typeof signOut>, { sql, colleague, reply, audit }: SignedIn) => {
    await deleteStaffSession(sql, colleague.sessionId)
    audit({ action: 'session.ended', subjectKind: 'staff', subjectId: String(colleague.id) })
    reply.header('set-cookie', `${cookieOf(backoffice, '')}; Max-Age=0`)
    return {}
  }

async function handleOwnSessions(_: ParsedInput<typeof ownSessions>, { sql, colleague }: SignedIn) {
  const rows = await listStaffSessions(sql, colleague.id)
  return {
    items: rows.map(({ made_at, seen_at, ends_at, ...row }) => ({
      ...row,
      made_at: made_at.toISOString(),
      seen_at: seen_at.toISOString(),
      ends_at: ends_at.toISOString(),
      this_one: row.id === colleague.sessionId,
    })),
  }
}

async function handleEndOwnSession(
  { id }: ParsedInput<typeof endOwnSession>,
  { sql, colleague, audit }: SignedIn,
) {
  const ended = await deleteOwnStaffSession(sql, id, colleague.id)
  if (ended.count === 0) return refuseStaff('not-found')
  audit({
    action: 'session.ended',
    subjectKind: 'staff',
    subjectId: String(colleague.id),
    before: { session: id },
  })
  return {}
}

function handleRoles() {
  return {
    roles: Object.fromEntries(ROLES.map((role) => [role, permissionsOf(role)])) as Record<
      (typeof ROLES)[number],
      ReturnType<typeof permissionsOf>
    >,
  }
}
