import { createHash, randomBytes } from 'node:crypto'

import { RECENT_SIGN_IN_MINUTES } from '#contract/shared/path.staff.ts'
import {
  isPermission,
  may,
  mayBeInToken,
  type Permission,
  permissionsOf,
} from '#domain/staff/permissions.ts'
import {
  endOldestSessions,
  findSessionToContinue,
} from '#server/modules/staff/accounts/browser-session.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'
import {
  findOpenSessions,
  findStaffSession,
  findStaffToken,
  type SessionOwner,
  type StaffRow,
  type TokenRow,
} from '#server/modules/staff/sessions/staff.sql.ts'
import type { TwoFactorRule } from '#server/modules/staff/sessions/two-factor-rule.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'

/** The caller of the back office: a colleague, or a program with a colleague's token. */
export type Colleague = StaffRow & {
  way: 'session' | 'token'
  /** The id of the session or token, as in the audit. */
  sessionId: string
  permissions: readonly Permission[]
  /** When they last proved their identity. Null for a token, and if the time is unknown. */
  authenticatedAt: Date | null
  /** The role needs a second factor and this sign-in had none: only calls that set one up are allowed. */
  needsSecondFactor: boolean
}

export type SignInMethod = 'password' | 'passkey' | 'openid' | 'invitation'

/** A working day. A session ends earlier on sign-out or when idle. */
export const STAFF_SESSION_HOURS = 12
export const STAFF_IDLE_HOURS = 2
const SESSION_MS = STAFF_SESSION_HOURS * 3_600_000
const IDLE_MS = STAFF_IDLE_HOURS * 3_600_000
const SEEN_EVERY_MS = 60_000
const RECENT_MS = RECENT_SIGN_IN_MINUTES * 60_000

/** A fixed prefix, so that a token in a log or a repository is recognised. */
const TOKEN_PREFIX = 'gpb_'

/** What a sign-in proved, and from where. */
export type NewSession = {
  way: SignInMethod
  address: string
  agent: string
  /** Null if the identity provider does not report when it asked for the credentials. */
  authenticatedAt: Date | null
  secondFactor: boolean
  /** The token that the browser sent with the sign-in. */
  replaces: string | undefined
}

/** Whether a user signed in recently enough for a sensitive action. */
export const isRecent = ({ authenticatedAt }: Pick<Colleague, 'authenticatedAt'>, now: Date) =>
  authenticatedAt !== null && now.getTime() - authenticatedAt.getTime() <= RECENT_MS

/** Every call reads the database: calls are few, and a session ended elsewhere ends here at once. */
export type StaffSessions = {
  /**
   * Opens a session. The browser's existing session continues under a new token if it belongs to the same user, and
   * ends otherwise.
   */
  open(
    sql: Queries,
    staffId: number,
    details: NewSession,
  ): Promise<{ token: string; sessionId: string; secondFactor: boolean }>
  /** `isAttended`: the call shows that a user is present, and restarts the idle time. */
  findByCookie(token: string, options: { isAttended: boolean }): Promise<Colleague | undefined>
  findByToken(token: string): Promise<Colleague | undefined>
  /** The open sessions among these, with the current data of their users. Does not count as activity. */
  findOpen(sessionIds: readonly string[]): Promise<Map<string, Colleague>>
}

export function staffSessionsIn(sql: Sql, clock: Clock, rule: TwoFactorRule): StaffSessions {
  const isSeenOutdated = (seenAt: Date) => clock.now().getTime() - seenAt.getTime() >= SEEN_EVERY_MS

  return {
    open: (sql, staffId, details) => openSession(sql, staffId, details, clock.now()),

    async findByCookie(token, { isAttended }) {
      const row = await findStaffSession(sql, hashOf(token))
      const now = clock.now()
      if (!row || row.ends_at <= now || now.getTime() - row.seen_at.getTime() >= IDLE_MS) {
        return undefined
      }
      if (isAttended && isSeenOutdated(row.seen_at)) {
        await sql`update staff_session set seen_at = ${now} where id = ${row.session_id}`
      }
      return colleagueOfSession(row, rule)
    },

    async findOpen(sessionIds) {
      const now = clock.now()
      const idleSince = new Date(now.getTime() - IDLE_MS)
      const rows = await findOpenSessions(sql, sessionIds, { now, idleSince })
      return new Map(rows.map((row) => [row.session_id, colleagueOfSession(row, rule)]))
    },

    async findByToken(token) {
      if (!token.startsWith(TOKEN_PREFIX)) return undefined
      const row = await findStaffToken(sql, hashOf(token))
      const now = clock.now()
      if (!row || row.ends_at <= now) return undefined
      if (!row.seen_at || isSeenOutdated(row.seen_at)) {
        await sql`update staff_token set seen_at = ${now} where id = ${row.token_id}`
      }
      return colleagueOfToken(row, rule)
    },
  }
}

async function openSession(
  sql: Queries,
  staffId: number,
  { replaces, ...details }: NewSession,
  now: Date,
) {
  const token = randomBytes(32).toString('base64url')
  const idleSince = new Date(now.getTime() - IDLE_MS)
  const row = {
    token_hash: hashOf(token),
    way: details.way,
    seen_at: now,
    ends_at: new Date(now.getTime() + SESSION_MS),
    address: details.address,
    agent: details.agent.slice(0, 300),
    authenticated_at: details.authenticatedAt,
    second_factor: details.secondFactor,
  }
  const moment = { now, idleSince }
  const browser = {
    ownerId: staffId,
    tokenHash: replaces === undefined ? undefined : hashOf(replaces),
  }
  const existing = await findSessionToContinue(sql, 'staff', browser, moment)
  if (existing) {
    // A sign-in by password alone neither removes the session's second factor nor extends the session.
    const keepsFactor = existing.second_factor && !details.secondFactor
    const continued = keepsFactor ? { ...row, second_factor: true, ends_at: existing.ends_at } : row
    await sql`update staff_session set ${sql(continued)} where id = ${existing.id}`
    return { token, sessionId: existing.id, secondFactor: continued.second_factor }
  }
  await endOldestSessions(sql, 'staff', staffId, moment)
  const [created] = await sql<{ id: string }[]>`
    insert into staff_session ${sql({ ...row, staff_id: staffId, made_at: now })} returning id`
  if (!created) throw new Error('insert of the session returned no row')
  return { token, sessionId: created.id, secondFactor: details.secondFactor }
}

function colleagueOfSession(owner: SessionOwner, { requires }: TwoFactorRule): Colleague {
  const { session_id, authenticated_at, second_factor, ...staff } = owner
  return {
    ...staff,
    way: 'session',
    sessionId: session_id,
    permissions: permissionsOf(staff.role),
    authenticatedAt: authenticated_at,
    needsSecondFactor: requires(staff.role) && !second_factor,
  }
}

function colleagueOfToken(row: TokenRow, { requires, byCompany }: TwoFactorRule): Colleague {
  const { token_id: sessionId, seen_at: _, ends_at: __, permissions, ...owner } = row
  const { has_factor, has_company, ...staff } = owner
  const hasSecondFactor = has_factor || (byCompany && has_company)
  // At most the owner's current permissions, because their role may have changed since.
  const currentPermissions = permissions.filter(
    (name): name is Permission => isPermission(name) && may(staff.role, name) && mayBeInToken(name),
  )
  return {
    ...staff,
    way: 'token',
    sessionId,
    permissions: currentPermissions,
    authenticatedAt: null,
    needsSecondFactor: requires(staff.role) && !hasSecondFactor,
  }
}

/** The token is shown once. Only its hash is stored. */
export function newStaffToken(): { token: string; tokenHash: Buffer } {
  const token = TOKEN_PREFIX + randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest()
