import { hash, randomBytes } from 'node:crypto'

import type { Config } from '#server/platform/config/config.ts'
import { atomically, type Queries, type Sql } from '#server/platform/db/database.ts'
import type { HolderRow } from '#server/modules/sessions/holders.ts'
import { type ChangeEvents, notify } from '#server/platform/db/change-events.ts'
import type { Memory, CacheRegion } from '#server/platform/cache/memory-cache.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'
import {
  type Acting,
  deleteEndedSessions,
  deleteSession,
  endAliveSession,
  findSession,
  insertSessionWithCart,
  saveSeen,
} from '#server/modules/sessions/session.sql.ts'
import { RunningReads } from '#server/platform/cache/running-reads.ts'

export type Session = {
  key: string
  voucherId: number
  seenAt: number
  endsAt: number
  /** The staff member who acts for the recipient; null in a session of the recipient. */
  staffId: number | null
}
type OpenedCart = { guid: string; pieces: number }

export type Sessions = {
  /** Opens a session with the recipient's cart, which is created in this language if there is none. */
  open(
    voucherId: number,
    language: string,
    acting?: Acting,
  ): Promise<{ token: string; cart: OpenedCart; holder: HolderRow }>
  /** Only from the cache. */
  known(token: string): Session | undefined
  find(token: string): Session | undefined | Promise<Session | undefined>
  close(sql: Queries, token: string): Promise<void>
  /** Ends a session by the hash of its token. Returns its voucher, if the session was alive. */
  end(tokenHash: Buffer): Promise<{ voucherId: number; acting: Acting | undefined } | undefined>
  /** Deletes a batch of ended sessions. */
  eraseEnded(limit?: number): Promise<number>
}

const SESSION_BYTES = 180
/** 32 bytes as base64url. */
const TOKEN_LENGTH = 43
/** How often `seen_at` is stored. An idle session may end earlier by this time. */
const SEEN_EVERY_MS = 60_000

type SessionContext = { clock: Clock; config: Config; memory: Memory }

/**
 * Tokens are 256 random bits, of which only the hash is stored. Each process caches the sessions it has seen. A
 * logout is a change event for all processes; while change events are unavailable, the database is queried.
 */
export const sessionsIn = (
  sql: Sql,
  changeEvents: ChangeEvents,
  context: SessionContext,
): Sessions => new CachedSessions(sql, changeEvents, context)

class CachedSessions implements Sessions {
  readonly #sql: Sql
  readonly #changeEvents: ChangeEvents
  readonly #clock: Clock
  readonly #maxAgeMs: number
  readonly #idleMs: number
  readonly #known: CacheRegion<string, Session>
  readonly #reads = new RunningReads<string>()

  constructor(sql: Sql, changeEvents: ChangeEvents, { clock, config, memory }: SessionContext) {
    this.#sql = sql
    this.#changeEvents = changeEvents
    this.#clock = clock
    this.#maxAgeMs = config.SESSION_HOURS * 3_600_000
    this.#idleMs = config.SESSION_IDLE_MINUTES * 60_000
    this.#known = memory.region<string, Session>('sessions', () => SESSION_BYTES)
    changeEvents.on('session', (key) => this.#erase(key))
    changeEvents.onFailover(() => {
      this.#reads.markAllStale()
      this.#known.clear()
    })
  }

  async open(voucherId: number, language: string, acting?: Acting) {
    const token = randomBytes(32).toString('base64url')
    const now = this.#clock.now()
    const key = keyOf(token)
    const endsAt = acting ? acting.endsAt : new Date(now.getTime() + this.#maxAgeMs)
    const opened = { voucherId, language, tokenHash: hashOf(key), now, endsAt }
    const row = await insertSessionWithCart(this.#sql, opened, acting)
    if (!row) throw new Error('let_in returned no row')
    const { cart_guid: guid, pieces, ...holder } = row
    // Cached without checking for change events: a session cannot end before its token is issued.
    this.#known.store(key, {
      key,
      voucherId,
      seenAt: now.getTime(),
      endsAt: endsAt.getTime(),
      staffId: acting?.staffId ?? null,
    })
    return { token, cart: { guid, pieces }, holder: { id: voucherId, ...holder } }
  }

  known(token: string) {
    const session = this.#changeEvents.current() ? this.#known.find(keyOf(token)) : undefined
    return session && this.#isAlive(session) ? this.#touch(session) : undefined
  }

  find(token: string) {
    if (token.length !== TOKEN_LENGTH) return undefined
    const key = keyOf(token)
    const session = this.#changeEvents.current() ? this.#known.find(key) : undefined
    if (!session) return this.#read(key)
    if (this.#isAlive(session)) return this.#touch(session)
    // Another process may have extended the session since, so the database is read.
    this.#known.erase(key)
    return this.#read(key)
  }

  async close(sql: Queries, token: string) {
    const key = keyOf(token)
    await atomically(sql, async (sql) => {
      await deleteSession(sql, hashOf(key))
      await notify(sql, 'session', key)
    })
    this.#erase(key)
  }

  async end(tokenHash: Buffer) {
    const key = tokenHash.toString('base64url')
    const now = this.#clock.now()
    const seenSince = new Date(now.getTime() - this.#idleMs - SEEN_EVERY_MS)
    const ended = await this.#sql.begin(async (sql) => {
      const alive = await endAliveSession(sql, tokenHash, { now, seenSince })
      if (alive) await notify(sql, 'session', key)
      return alive
    })
    this.#erase(key)
    return ended
  }

  async eraseEnded(limit = 2000) {
    const now = this.#clock.now()
    const idleSince = now.getTime() - this.#idleMs - SEEN_EVERY_MS
    const openedBy = Math.max(now.getTime(), idleSince + this.#maxAgeMs)
    return deleteEndedSessions(this.#sql, {
      now,
      idleSince: new Date(idleSince),
      openedBy: new Date(openedBy),
      limit,
    })
  }

  #erase(key: string) {
    this.#reads.markStale(key)
    this.#known.erase(key)
  }

  #isAlive(session: Session) {
    const now = this.#clock.now().getTime()
    return now < session.endsAt && now < session.seenAt + this.#idleMs
  }

  async #read(key: string) {
    const [row, isNew] = await this.#reads.run(key, () => findSession(this.#sql, hashOf(key)))
    if (!row) return undefined
    const session = {
      key,
      voucherId: row.voucher_id,
      seenAt: row.seen_at.getTime(),
      endsAt: row.ends_at.getTime(),
      staffId: row.staff_id,
    }
    if (!this.#isAlive(session)) return undefined
    if (isNew) this.#known.store(key, session)
    return this.#touch(session)
  }

  #touch(session: Session) {
    const now = this.#clock.now().getTime()
    if (now - session.seenAt < SEEN_EVERY_MS) return session
    session.seenAt = now
    // Not awaited: if the update is lost, the session only ends a little early.
    saveSeen(this.#sql, hashOf(session.key), new Date(now)).catch(() => {})
    return session
  }
}

/** The token's hash as text, which identifies a session in memory and in change events. */
function keyOf(token: string) {
  return hash('sha256', token, 'base64url')
}

const hashOf = (key: string) => Buffer.from(key, 'base64url')
