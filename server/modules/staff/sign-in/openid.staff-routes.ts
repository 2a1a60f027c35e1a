import type { FastifyInstance, FastifyRequest } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { openIdForSignIn, signInByOpenId, signInMethods } from '#contract/staff/openid.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { backofficeOrigin } from '#server/http/request-origin.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import { openSession } from '#server/modules/staff/sign-in/open-session.ts'
import { createOpenId } from '#server/modules/staff/sessions/openid-client.ts'
import { serveStaff, type StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import { findStaffByIdentity } from '#server/modules/staff/sign-in/openid.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

const COOKIE = 'backoffice-openid'
const COOKIE_PATH = '/backoffice/api/session/openid'
const PURPOSE = 'openid: on the way'
const PENDING_SECONDS = 600

export function openIdRoutes(app: FastifyInstance, backoffice: Backoffice) {
  const { shop } = backoffice
  const openId = createOpenId(shop.config)

  serveStaff(app, backoffice, signInMethods, () => ({ openid: openId?.name ?? null }))

  serveStaff(app, backoffice, openIdForSignIn, handleOpenIdForSignIn(backoffice, openId))

  serveStaff(app, backoffice, signInByOpenId, handleSignInByOpenId(backoffice, openId), {
    opensOwnTransaction: true,
  })
}

function handleOpenIdForSignIn(backoffice: Backoffice, openId: ReturnType<typeof createOpenId>) {
  const { shop, secrets, secure } = backoffice
  return async (
    { again: againParam }: ParsedInput<typeof openIdForSignIn>,
    { now, request, reply }: StaffCaller,
  ) => {
    if (!openId) return refuseStaff('no-openid')
    const again = againParam !== undefined
    const started = await openId.startSignIn(returnTo(shop, request), { again })
    if (started === 'unavailable') return refuseStaff('unavailable')
    const { url, verifier, state, nonce } = started
    // Stored only in a cookie, so that only this browser can complete the sign-in.
    const sealed = secrets.seal(
      Buffer.from(JSON.stringify({ verifier, state, nonce, again, since: now.getTime() })),
      PURPOSE,
    )
    reply.header('set-cookie', cookie(secure, sealed.toString('base64url'), PENDING_SECONDS))
    return { url }
  }
}

function handleSignInByOpenId(backoffice: Backoffice, openId: ReturnType<typeof createOpenId>) {
  const { shop, secrets, secure } = backoffice
  return async ({ query }: ParsedInput<typeof signInByOpenId>, caller: StaffCaller) => {
    const { now, request, reply, write } = caller
    if (!openId) return refuseStaff('no-openid')
    const pending = openPendingSignIn(secrets, cookieIn(request.headers.cookie, COOKIE), now)
    if (!pending) return refuseStaff('wrong-sign-in')
    reply.header('set-cookie', cookie(secure, '', 0))
    const returnUrl = new URL(returnTo(shop, request))
    returnUrl.search = query
    const identity = await openId.verifyResponse(returnUrl, pending)
    if (identity === 'unavailable') return refuseStaff('unavailable')
    if (identity === 'weak') return refuseStaff('weak-sign-in')
    if (identity === 'refused') return refuseStaff('wrong-sign-in')
    const { authenticatedAt } = identity
    if (pending.again && !isAuthenticatedSince(authenticatedAt, pending.since))
      return refuseStaff('wrong-sign-in')
    return write(async (sql) => {
      const staff = await findStaffByIdentity(sql, identity, now)
      if (!staff) return refuseStaff('not-a-colleague')
      const proof = {
        way: 'openid',
        // The provider's clock may be ahead.
        authenticatedAt: authenticatedAt && authenticatedAt > now ? now : authenticatedAt,
        secondFactor: backoffice.twoFactor.byCompany,
      } as const
      const opened = await openSession(backoffice, { ...caller, sql }, staff, proof)
      return { ...opened, again: pending.again }
    })
  }
}

/** The values stored in the cookie; undefined if they are missing, invalid or too old. */
function openPendingSignIn(secrets: Backoffice['secrets'], value: string | undefined, now: Date) {
  if (value === undefined) return undefined
  try {
    const opened = secrets.open(Buffer.from(value, 'base64url'), PURPOSE).toString()
    const pending = JSON.parse(opened) as {
      verifier: string
      state: string
      nonce: string
      again: boolean
      since: number
    }
    const hasExpired = now.getTime() - pending.since > PENDING_SECONDS * 1000
    return hasExpired ? undefined : pending
  } catch {
    return undefined
  }
}

const cookie = (secure: boolean, value: string, seconds: number) =>
  `${COOKIE}=${value}; Path=${COOKIE_PATH}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

const returnTo = (shop: Pick<Shop, 'config'>, request: FastifyRequest) =>
  `${backofficeOrigin(shop.config, request)}/backoffice/openid`

/** The provider's clock may be a little behind. */
const CLOCK_TOLERANCE_MS = 60_000
const isAuthenticatedSince = (authenticatedAt: Date | null, since: number) =>
  authenticatedAt !== null && authenticatedAt.getTime() >= since - CLOCK_TOLERANCE_MS
