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
  signedInAnswer,
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

/** Sign-in with a password, and with a code if an authenticator app is set up. The rate limit is that of the back office. */
export function employerSignInRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, signIn, handleSignIn(portal))

  serveEmployer(app, portal, whoAmI, async (_, { visitor }) => signedInAnswer(visitor))

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
    const result = await shop.throttle.attempt(
      {
        address: request.ip,
        boundText: email,
        proof,
        otherSpelling: null,
        account: throttledAccount(shop, 'employer', email),
      },
      async () => (await verifySignIn(portal, now, { email, password, totp })) ?? 'unknown',
    )
    if (result === SECOND_FACTOR_MISSING) return refuseEmployer('second-factor')
    if (result !== 'unknown' && 'challenge' in result) {
      return refuseEmployer('too-many-attempts', {
        retryAfterSeconds: 0,
        challenge: result.challenge,
      })
    }
    if (result === 'unknown') return refuseEmployer('wrong-sign-in')
    const { user, step } = result
    return write(async (sql) => {
      if (step !== null && !(await consumeTotpCode(sql, user.id, step)))
        return refuseEmployer('wrong-sign-in')
      return startEmployerSession(portal, { ...caller, sql }, user)
    })
  }
}

async function handleChangeLanguage(
  { language }: ParsedInput<typeof changeLanguage>,
  { visitor, write, audit }: VisitorCaller,
) {
  return write(async (sql) => {
    await saveEmployerLanguage(sql, visitor.id, language)
    audit({
      action: 'employer.language-changed',
      subjectKind: 'employer',
      subjectId: String(visitor.employerId),
      before: { language: visitor.language },
      after: { language },
    })
    return {}
  })
}

const handleSignOut =
  (portal: EmployerPortalServer) =>
  async (_: ParsedInput<typeof signOut>, { visitor, write, reply, audit }: VisitorCaller) =>
    write(async (sql) => {
      await endEmployerSessionById(sql, visitor.sessionId)
      audit({
        action: 'employer.signed-out',
        subjectKind: 'employer',
        subjectId: String(visitor.employerId),
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
    // Checked before the hashing, so that an invalid link costs no CPU time and no connection is held meanwhile.
    const invited = await findInvitation(shop.sql, linkHash(token), now)
    if (!invited) return refuseEmployer('invitation-over')
    if (await isGuessable(password, invited)) {
      return refuseEmployer('weak-password', { field: 'password' })
    }
    const passwordHash = await hash(password)
    return write(async (sql) => {
      const invitation = await useInvitation(sql, now, linkHash(token))
      if (!invitation) return refuseEmployer('invitation-over')
      const user = await saveFirstPassword(sql, invitation.id, passwordHash)
      if (!user) return refuseEmployer('invitation-over')
      await enablePassword(shop, sql, 'employer', { id: invitation.id, email: user.email })
      await deleteEmployerSessions(sql, invitation.id)
      audit(
        {
          action: 'employer.password-chosen',
          subjectKind: 'employer',
          subjectId: String(user.employer_id),
        },
        { employerUser: invitation.id, sessionId: null },
      )
      return { email: user.email }
    })
  }
