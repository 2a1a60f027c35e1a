import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import { rememberBrowser } from '#server/modules/staff/accounts/known-browser.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { cookieIn } from '#server/http/read-cookie.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { StaffRow } from '#server/modules/staff/sessions/staff.sql.ts'
import type { Colleague, NewSession } from '#server/modules/staff/sessions/staff-sessions.ts'

/** Opens a session for a verified colleague, whatever the sign-in method: one session, one audit entry, one cookie. */
export async function openSession(
  backoffice: Backoffice,
  { sql, request, reply, audit }: Pick<StaffCaller, 'sql' | 'request' | 'reply' | 'audit'>,
  staff: StaffRow,
  {
    way,
    authenticatedAt,
    secondFactor,
  }: Pick<NewSession, 'way' | 'authenticatedAt' | 'secondFactor'>,
): Promise<{ staff: Staff }> {
  const opened = await backoffice.sessions.open(sql, staff.id, {
    way,
    authenticatedAt,
    secondFactor,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    replaces: cookieIn(request.headers.cookie, backoffice.cookieName),
  })
  const colleague: Colleague = {
    ...staff,
    way: 'session',
    sessionId: opened.sessionId,
    permissions: permissionsOf(staff.role),
    authenticatedAt,
    needsSecondFactor: backoffice.twoFactor.requires(staff.role) && !opened.secondFactor,
  }
  audit(
    {
      action: 'session.opened',
      subjectKind: 'staff',
      subjectId: String(colleague.id),
      after: { way },
    },
    colleague,
  )
  reply.header('set-cookie', cookieOf(backoffice, opened.token))
  await rememberBrowser(
    backoffice.shop,
    sql,
    { staffId: staff.id },
    { request, reply, ...backoffice },
  )
  return { staff: staffAnswer(colleague) }
}

export function staffAnswer(colleague: Colleague): Staff {
  const { id, email, name, role, language, language_chosen, channels, permissions } = colleague
  return {
    id: String(id),
    email,
    name,
    role,
    language,
    language_chosen,
    channels: role === 'owner' ? [] : channels,
    permissions: [...permissions],
    needs_second_factor: colleague.needsSecondFactor,
  }
}

export function cookieOf({ cookieName, secure }: Backoffice, token: string): string {
  return `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
}
