import { rememberBrowser } from '#server/modules/staff/accounts/known-browser.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import {
  cookieOf,
  type EmployerPortalServer,
} from '#server/modules/employers/portal/employer-portal.ts'
import type { EmployerUser } from '#server/modules/employers/portal/employer-sessions.ts'
import type { EmployerCaller } from '#server/modules/employers/portal/serve-employer-endpoint.ts'

export const signedInAnswer = ({
  email,
  name,
  language,
  language_chosen,
  employer,
  totp,
}: EmployerUser) => ({
  who: { email, name, language, language_chosen, employer, totp },
})

/** Opens a session after any sign-in method, and adds the audit entry. */
export async function startEmployerSession(
  portal: EmployerPortalServer,
  { sql, request, reply, audit }: EmployerCaller & { sql: Queries },
  user: EmployerUser,
) {
  const { token, sessionId } = await portal.sessions.open(sql, user.id, {
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    replaces: cookieIn(request.headers.cookie, portal.cookieName),
  })
  audit(
    {
      action: 'employer.signed-in',
      subjectKind: 'employer',
      subjectId: String(user.employerId),
    },
    { employerUser: user.id, sessionId },
  )
  reply.header('set-cookie', cookieOf(portal, token))
  await rememberBrowser(
    portal.shop,
    sql,
    { employerUserId: user.id },
    { request, reply, secure: portal.secure },
  )
  return signedInAnswer(user)
}
