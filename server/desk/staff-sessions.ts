import { createHash, randomBytes } from 'node:crypto'

import { RECENT_SIGN_IN_MINUTES } from '#contract/desk/desk-path.ts'
import {
  isPermission,
  may,
  mayBeInToken,
  type Permission,
  permissionsOf,
} from '#domain/desk-rights.ts'
import type { Queries, Sql } from '#server/db/database.ts'
import {
  findOpenSessions,
  findStaffSession,
  findStaffToken,
  type SessionOwner,
  type StaffRow,
} from '#server/desk/staff-queries.ts'
import type { Clock } from '#server/ground/ports.ts'

/** Who asks the desk for something: a colleague, or a program with a token of one. */
export type Colleague = StaffRow & {
  way: 'session' | 'token'
  /** Of the session or the token, as the audit names it. */
  sessionId: string
  permissions: readonly Permission[]
  /** When they last proved who they are; null for a token, and where it is not known. */
  authenticatedAt: Date | null
}

export type SignInWay = 'password' | 'passkey' | 'openid' | 'invitation'

/** A day's work; whoever goes home earlier signs out, or is idle before. */
export const STAFF_SESSION_HOURS = 12
export const STAFF_IDLE_HOURS = 2
const SESSION_MS = STAFF_SESSION_HOURS * 3_600_000
const IDLE_MS = STAFF_IDLE_HOURS * 3_600_000
const SEEN_EVERY_MS = 60_000
/** More of one person at once end the one that was used the longest ago. */
export const MOST_SESSIONS = 10
const RECENT_MS = RECENT_SIGN_IN_MINUTES * 60_000

/** Machines' tokens begin so, so that one found in a log or a repository is known for what it is. */
const TOKEN_MARK = 'gpd_'

/** What a sign-in proved, and where. */
export type NewSession = {
  way: SignInWay
  address: string
  agent: string
  /** Null where a company sign-in does not report when it asked for the credentials. */
  authenticatedAt: Date | null
  secondFactor: boolean
  /** The token that the browser sent with the sign-in. */
  replaces: string | undefined
}

/** Whether somebody signed in recently enough for a sensitive action. */
export const isRecent = ({ authenticatedAt }: Pick<Colleague, 'authenticatedAt'>, now: Date) =>
  authenticatedAt !== null && now.getTime() - authenticatedAt.getTime() <= RECENT_MS

/**
 * The database is asked at every call: there are few of them, and what was ended elsewhere ends here at once.
 */
export type StaffSessions = {
  /**
   * The session that the browser has already goes on under a new token if it is of the same person, and ends if it is
   * somebody else's.
   */
  open(
    sql: Queries,
    staffId: number,
    about: NewSession,
  ): Promise<{ token: string; sessionId: string }>
  /** Attended: it is a sign that somebody is there, and the session lies idle only from now on. */
  ofCookie(token: string, how: { attended: boolean }): Promise<Colleague | undefined>
  ofToken(token: string): Promise<Colleague | undefined>
  /** Those of these that have not ended, by their number, with their colleagues as they are now. Nobody is seen by it. */
  still(sessionIds: readonly string[]): Promise<Map<string, Colleague>>
}

export function staffSessionsIn(sql: Sql, clock: Clock): StaffSessions {
  const stale = (seenAt: Date) => clock.now().getTime() - seenAt.getTime() >= SEEN_EVERY_MS

  return {
    async open(sql, staffId, { replaces, ...about }) {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const idle = new Date(now.getTime() - IDLE_MS)
      const row = {
        token_hash: hashOf(token),
        way: about.way,
        seen_at: now,
        ends_at: new Date(now.getTime() + SESSION_MS),
        address: about.address,
        agent: about.agent.slice(0, 300),
        authenticated_at: about.authenticatedAt,
        second_factor: about.secondFactor,
      }
      if (replaces !== undefined) {
        const was = hashOf(replaces)
        const [continued] = await sql<{ id: string }[]>`
          update staff_session set ${sql(row)}
          where token_hash = ${was} and staff_id = ${staffId} and ends_at > ${now} and seen_at > ${idle}
          returning id`
        if (continued) return { token, sessionId: continued.id }
        await sql`delete from staff_session where token_hash = ${was}`
      }
      // One at a time, or two sign-ins would each find room for the last one.
      await sql`select from staff where id = ${staffId} for no key update`
      await sql`
        delete from staff_session where id in (
          select id from staff_session where staff_id = ${staffId}
          order by ends_at > ${now} and seen_at > ${idle} desc, seen_at desc, id
          offset ${MOST_SESSIONS - 1})`
      const [made] = await sql<{ id: string }[]>`
        insert into staff_session ${sql({ ...row, staff_id: staffId, made_at: now })} returning id`
      if (!made) throw new Error('no session was opened')
      return { token, sessionId: made.id }
    },

    async ofCookie(token, { attended }) {
      const row = await findStaffSession(sql, hashOf(token))
      const now = clock.now()
      if (!row || row.ends_at <= now || now.getTime() - row.seen_at.getTime() >= IDLE_MS) {
        return undefined
      }
      if (attended && stale(row.seen_at)) {
        await sql`update staff_session set seen_at = ${now} where id = ${row.session_id}`
      }
      return colleagueOfSession(row)
    },

    async still(sessionIds) {
      const now = clock.now()
      const idle = new Date(now.getTime() - IDLE_MS)
      const rows = await findOpenSessions(sql, sessionIds, { now, idle })
      return new Map(rows.map((row) => [row.session_id, colleagueOfSession(row)]))
    },

    async ofToken(token) {
      if (!token.startsWith(TOKEN_MARK)) return undefined
      const row = await findStaffToken(sql, hashOf(token))
      const now = clock.now()
      if (!row || row.ends_at <= now) return undefined
      if (!row.seen_at || stale(row.seen_at)) {
        await sql`update staff_token set seen_at = ${now} where id = ${row.token_id}`
      }
      const { token_id: sessionId, seen_at: _, ends_at: __, permissions, ...staff } = row
      // Never wider than its owner is by now, whatever it was made with.
      const still = permissions.filter(
        (name): name is Permission =>
          isPermission(name) && may(staff.role, name) && mayBeInToken(name),
      )
      return { ...staff, way: 'token', sessionId, permissions: still, authenticatedAt: null }
    },
  }
}

function colleagueOfSession({ session_id, authenticated_at, ...staff }: SessionOwner): Colleague {
  return {
    ...staff,
    way: 'session',
    sessionId: session_id,
    permissions: permissionsOf(staff.role),
    authenticatedAt: authenticated_at,
  }
}

/** Shown once; what is kept of it opens nothing. */
export function newStaffToken(): { token: string; tokenHash: Buffer } {
  const token = TOKEN_MARK + randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
