import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'

import {
  acceptInvitation,
  changeLanguage,
  signIn,
  signOut,
  whoAmI,
} from '#contract/employers/sign-in.employer.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import {
  cookieOf,
  type EmployerPortalServer,
} from '#server/modules/employers/portal/employer-portal.ts'
import {
  verifySignIn,
  consumeTotpCode,
} from '#server/modules/employers/portal/verify-employer-user.ts'
import {
  answerOf,
  startEmployerSession,
} from '#server/modules/employers/portal/start-employer-session.ts'
import {
  serveEmployer,
  type EmployerCaller,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import { isGuessable } from '#server/modules/staff/accounts/password-rule.ts'
import {
  throttledAccount,
  enablePassword,
} from '#server/modules/staff/accounts/account-password.ts'
import { linkHash } from '#server/platform/crypto/link-token.ts'
import {
  saveEmployerLanguage,
  endEmployerSessionById,
  findInvitation,
  useInvitation,
  saveFirstPassword,
} from '#server/modules/employers/portal/sign-in.sql.ts'
import { SECOND_FACTOR_MISSING } from '#server/modules/sessions/throttling/throttle.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import { deleteEmployerSessions } from '#server/modules/employers/employer-session.sql.ts'

/** Sign-in with a password, and the code of an authenticator app if one is set up. It has the rate limit of the back office. */
export function employerSignInRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, signIn, handleSignIn(portal))

  serveEmployer(app, portal, whoAmI, async (_, { who }) => answerOf(who))

  serveEmployer(app, portal, changeLanguage, handleChangeLanguage)

  serveEmployer(app, portal, signOut, handleSignOut(portal))

  serveEmployer(app, portal, acceptInvitation, handleAcceptInvitation(portal))
}

function handleSignIn(portal: EmployerPortalServer) {
  const { shop } = portal
  return async (
    { email, password, totp = '', proof = null }: ParsedInput<typeof signIn>,
    caller: EmployerCaller,
  ) => {
    const { now, request, write } = caller
    const found = await shop.throttle.attempt(
      {
        address: request.ip,
        encryptedCode: email,
        proof,
        readingOf: null,
        account: throttledAccount(shop, 'employer', email),
      },
      async () => (await verifySignIn(portal, now, { email, password, totp })) ?? 'unknown',
    )
    if (found === SECOND_FACTOR_MISSING) return refuseEmployer('second-factor')
    if (found !== 'unknown' && 'challenge' in found) {
      return refuseEmployer('too-many-attempts', {
        retryAfterSeconds: 0,
        challenge: found.challenge,
      })
    }
    if (found === 'unknown') return refuseEmployer('wrong-sign-in')
    const { user, step } = found
    return write(async (sql) => {
      if (step !== null && !(await consumeTotpCode(sql, user.id, step)))
        return refuseEmployer('wrong-sign-in')
      return startEmployerSession(portal, { ...caller, sql }, user)
    })
  }
}

async function handleChangeLanguage(
  { language }: ParsedInput<typeof changeLanguage>,
  { who, write, audit }: VisitorCaller,
) {
  return write(async (sql) => {
    await saveEmployerLanguage(sql, who.id, language)
    audit({
      action: 'employer.language-changed',
      subjectKind: 'employer',
      subjectId: String(who.employerId),
      before: { language: who.language },
      after: { language },
    })
    return {}
  })
}

const handleSignOut =
  (portal: EmployerPortalServer) =>
  async (_: ParsedInput<typeof signOut>, { who, write, reply, audit }: VisitorCaller) =>
    write(async (sql) => {
      await endEmployerSessionById(sql, who.sessionId)
      audit({
        action: 'employer.signed-out',
        subjectKind: 'employer',
        subjectId: String(who.employerId),
      })
      reply.header('set-cookie', `${cookieOf(portal, '')}; Max-Age=0`)
      return {}
    })

const handleAcceptInvitation =
  ({ shop }: EmployerPortalServer) =>
  async (
    { token, password }: ParsedInput<typeof acceptInvitation>,
    { now, write, audit }: EmployerCaller,
  ) => {
    // An invalid link costs no hashing, and no connection is held during the hashing.
    const known = await findInvitation(shop.sql, linkHash(token), now)
    if (!known) return refuseEmployer('invitation-over')
    if (await isGuessable(password, known)) {
      return refuseEmployer('weak-password', { field: 'password' })
    }
    const passwordHash = await hash(password)
    return write(async (sql) => {
      const used = await useInvitation(sql, now, linkHash(token))
      if (!used) return refuseEmployer('invitation-over')
      const user = await saveFirstPassword(sql, used.id, passwordHash)
      if (!user) return refuseEmployer('invitation-over')
      await enablePassword(shop, sql, 'employer', { id: used.id, email: user.email })
      await deleteEmployerSessions(sql, used.id)
      audit(
        {
          action: 'employer.password-chosen',
          subjectKind: 'employer',
          subjectId: String(user.employer_id),
        },
        { employerUser: used.id, sessionId: null },
      )
      return { email: user.email }
    })
  }
