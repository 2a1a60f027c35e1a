import { createHash, randomBytes } from 'node:crypto'

import { isPermission, may, type Permission, permissionsOf } from '#domain/desk-rights.ts'
import type { Queries, Sql } from '#server/db/database.ts'
import {
  findOpenSessions,
  findStaffSession,
  findStaffToken,
  type StaffRow,
} from '#server/desk/staff-queries.ts'
import type { Clock } from '#server/ground/ports.ts'

/** Who asks the desk for something: a colleague, or a program with a token of one. */
export type Colleague = StaffRow & {
  way: 'session' | 'token'
  /** Of the session or the token, as the audit names it. */
  sessionId: string
  permissions: readonly Permission[]
}

export type SignInWay = 'password' | 'passkey' | 'openid' | 'invitation'

/** A day's work; whoever goes home earlier signs out, or is idle before. */
export const STAFF_SESSION_HOURS = 12
export const STAFF_IDLE_HOURS = 2
const SESSION_MS = STAFF_SESSION_HOURS * 3_600_000
const IDLE_MS = STAFF_IDLE_HOURS * 3_600_000
const SEEN_EVERY_MS = 60_000

/** Machines' tokens begin so, so that one found in a log or a repository is known for what it is. */
const TOKEN_MARK = 'gpd_'

/**
 * The database is asked at every call: there are few of them, and what was ended elsewhere ends here at once.
 */
export type StaffSessions = {
  open(
    sql: Queries,
    staffId: number,
    about: { way: SignInWay; address: string; agent: string },
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
    async open(sql, staffId, { way, address, agent }) {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const [row] = await sql<{ id: string }[]>`
        insert into staff_session (token_hash, staff_id, way, made_at, seen_at, ends_at, address, agent)
        values (${hashOf(token)}, ${staffId}, ${way}, ${now}, ${now},
          ${new Date(now.getTime() + SESSION_MS)}, ${address}, ${agent.slice(0, 300)})
        returning id`
      if (!row) throw new Error('no session was opened')
      return { token, sessionId: row.id }
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
      const { session_id: sessionId, seen_at: _, ends_at: __, ...staff } = row
      return { ...staff, way: 'session', sessionId, permissions: permissionsOf(staff.role) }
    },

    async still(sessionIds) {
      const now = clock.now()
      const idle = new Date(now.getTime() - IDLE_MS)
      const rows = await findOpenSessions(sql, sessionIds, { now, idle })
      return new Map(
        rows.map(({ session_id: sessionId, ...staff }) => [
          sessionId,
          { ...staff, way: 'session', sessionId, permissions: permissionsOf(staff.role) },
        ]),
      )
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
        (name): name is Permission => isPermission(name) && may(staff.role, name),
      )
      return { ...staff, way: 'token', sessionId, permissions: still }
    },
  }
}

/** Shown once; what is kept of it opens nothing. */
export function newStaffToken(): { token: string; tokenHash: Buffer } {
  const token = TOKEN_MARK + randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
