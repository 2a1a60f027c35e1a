import { createHash, randomBytes } from 'node:crypto'

import {
  endOldestSessions,
  findSessionToContinue,
} from '#server/modules/staff/accounts/browser-session.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'
import {
  STAFF_IDLE_HOURS,
  STAFF_SESSION_HOURS,
} from '#server/modules/staff/sessions/staff-sessions.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'
import type { StaffLanguage } from '#domain/language.ts'

export type EmployerUser = {
  id: number
  employerId: number
  employer: string
  email: string
  name: string
  language: StaffLanguage
  language_chosen: boolean
  totp: boolean
}
/** A signed-in user of an employer. */
export type Visitor = EmployerUser & { sessionId: string }

/** The same as in the back office. */
const SESSION_MS = STAFF_SESSION_HOURS * 3_600_000
const IDLE_MS = STAFF_IDLE_HOURS * 3_600_000
const SEEN_EVERY_MS = 60_000

/** Every call reads the database, so that a session ended in the back office ends at once. */
export type EmployerSessions = {
  /**
   * Opens a session. The browser's existing session continues under a new token if it belongs to the same user, and
   * ends otherwise.
   */
  open(
    sql: Queries,
    userId: number,
    details: { address: string; agent: string; replaces: string | undefined },
  ): Promise<{ token: string; sessionId: string }>
  findByCookie(token: string): Promise<Visitor | undefined>
}

export const employerUser = (sql: Queries) => sql`
  employer_user.id, employer_id as "employerId", employer.name as employer, employer_user.email, employer_user.name, language,
  language_chosen,
  totp_confirmed_at is not null as totp`

type SessionRow = Visitor & { seenAt: Date; endsAt: Date }

export function employerSessionsIn(sql: Sql, clock: Clock): EmployerSessions {
  return {
    async open(sql, userId, { address, agent, replaces }) {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const moment = { now, idleSince: new Date(now.getTime() - IDLE_MS) }
      const row = {
        token_hash: hashOf(token),
        seen_at: now,
        ends_at: new Date(now.getTime() + SESSION_MS),
        address,
        agent: agent.slice(0, 300),
      }
      const browser = {
        ownerId: userId,
        tokenHash: replaces === undefined ? undefined : hashOf(replaces),
      }
      const existing = await findSessionToContinue(sql, 'employer', browser, moment)
      if (existing) {
        await sql`update employer_session set ${sql(row)} where id = ${existing.id}`
        return { token, sessionId: existing.id }
      }
      await endOldestSessions(sql, 'employer', userId, moment)
      const [created] = await sql<{ id: string }[]>`
        insert into employer_session ${sql({ ...row, employer_user_id: userId, made_at: now })} returning id`
      if (!created) throw new Error('insert of the session returned no row')
      return { token, sessionId: created.id }
    },

    async findByCookie(token) {
      const [row] = await sql<SessionRow[]>`
        select ${employerUser(sql)}, employer_session.id as "sessionId", seen_at as "seenAt", ends_at as "endsAt"
        from employer_session join employer_user on employer_user.id = employer_user_id
          join employer on employer.id = employer_id
        where token_hash = ${hashOf(token)} and left_at is null`
      if (!row) return undefined
      const { seenAt, endsAt, ...visitor } = row
      const now = clock.now()
      const idleMs = now.getTime() - seenAt.getTime()
      if (endsAt <= now || idleMs >= IDLE_MS) return undefined
      if (idleMs >= SEEN_EVERY_MS) {
        await sql`update employer_session set seen_at = ${now} where id = ${visitor.sessionId}`
      }
      return visitor
    },
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
