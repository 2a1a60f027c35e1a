import { hash, randomBytes } from 'node:crypto'

import type { Config } from '#server/platform/config/config.ts'
import { atomically, type Queries, type Sql } from '#server/platform/db/database.ts'
import type { HolderRow } from '#server/modules/sessions/holders.ts'
import { type ChangeEvents, notify } from '#server/platform/db/change-events.ts'
import type { Memory } from '#server/platform/cache/memory-cache.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'
import { RunningReads } from '#server/platform/cache/running-reads.ts'

export type Session = {
  key: string
  voucherId: number
  seenAt: number
  endsAt: number
  /** Whose it is where a colleague is in it in the holder's place. */
  staffId: number | null
}
/** In whose place, why and until when: a row of `impersonation`. */
export type Acting = { id: number; staffId: number; endsAt: Date }

type OpenedCart = { guid: string; pieces: number }

export type Sessions = {
  /** With the cart that it opens, made in this language when there is none, and whose it is. */
  open(
    voucherId: number,
    language: string,
    acting?: Acting,
  ): Promise<{ token: string; cart: OpenedCart; holder: HolderRow }>
  /** From memory, if that is enough. */
  known(token: string): Session | undefined
  find(token: string): Session | undefined | Promise<Session | undefined>
  close(sql: Queries, token: string): Promise<void>
  /** Ends a session by the hash of its token. Returns its voucher, if the session was alive. */
  end(tokenHash: Buffer): Promise<{ voucherId: number; acting: Acting | undefined } | undefined>
  /** Deletes a batch of ended sessions. */
  eraseEnded(atOnce?: number): Promise<number>
}

const SESSION_BYTES = 180
/** 32 bytes as base64url. */
const TOKEN_LENGTH = 43
/** How stale `seen_at` may be: an idle session ends at most this much early. */
const SEEN_EVERY_MS = 60_000

/**
 * Tokens are 256 random bits, of which only the hash is stored. Each process caches the sessions it has seen. A
 * logout is a change event for all processes; while change events are unavailable, the database is queried.
 */
export function sessionsIn(
  sql: Sql,
  changeEvents: ChangeEvents,
  { clock, config, memory }: { clock: Clock; config: Config; memory: Memory },
): Sessions {
  const known = memory.shelf<string, Session>('sessions', () => SESSION_BYTES)
  const reads = new RunningReads<string>()
  const idleMs = config.SESSION_IDLE_MINUTES * 60_000

  const erase = (key: string) => {
    reads.hear(key)
    known.erase(key)
  }
  changeEvents.on('session', erase)
  changeEvents.onFailover(() => {
    reads.hearAll()
    known.clear()
  })

  const alive = (session: Session) => {
    const now = clock.now().getTime()
    return now < session.endsAt && now < session.seenAt + idleMs
  }

  async function read(key: string) {
    const [[row], isNew] = await reads.run(
      key,
      async () => sql<
        { voucher_id: number; seen_at: Date; ends_at: Date; staff_id: number | null }[]
      >`
        select session.voucher_id, seen_at, session.ends_at, staff_id
        from session left join impersonation on impersonation.id = acted_id where token_hash = ${hashOf(key)}`,
    )
    if (!row) return undefined
    const session = {
      key,
      voucherId: row.voucher_id,
      seenAt: row.seen_at.getTime(),
      endsAt: row.ends_at.getTime(),
      staffId: row.staff_id,
    }
    if (!alive(session)) return undefined
    if (isNew) known.keep(key, session)
    return touch(session)
  }

  function touch(session: Session) {
    const now = clock.now().getTime()
    if (now - session.seenAt < SEEN_EVERY_MS) return session
    session.seenAt = now
    // Not awaited: if the update is lost, the session only ends a little early.
    sql`update session set seen_at = ${new Date(now)} where token_hash = ${hashOf(session.key)}`.catch(
      () => {},
    )
    return session
  }

  return {
    async open(voucherId, language, acting) {
      const token = randomBytes(32).toString('base64url')
      const now = clock.now()
      const key = keyOf(token)
      const whole = new Date(now.getTime() + config.SESSION_HOURS * 3_600_000)
      const endsAt = acting ? acting.endsAt : whole
      const letIn = (sql: Queries) => sql<
        ({ cart_guid: string; pieces: number } & Omit<HolderRow, 'id'>)[]
      >`
        select cart_guid, pieces, channel_id, available, first_name, salutation, language, valid_until,
          blocked_at is not null or exists (select from channel where id = channel_id and state <> 'open') as blocked
        from let_in(${voucherId}, ${language}, ${hashOf(key)}, ${now}, ${endsAt})`
      const [row] = await (acting
        ? sql.begin(async (sql) => {
            // This must not count as a login of the holder.
            await sql`select set_config('shop.acting_staff', ${String(acting.staffId)}, true)`
            const rows = await letIn(sql)
            await sql`update session set acted_id = ${acting.id} where token_hash = ${hashOf(key)}`
            return rows
          })
        : letIn(sql))
      if (!row) throw new Error('let_in answered nothing')
      const { cart_guid: guid, pieces, ...holder } = row
      // It cannot have ended before its token is issued, so no change event was missed.
      known.keep(key, {
        key,
        voucherId,
        seenAt: now.getTime(),
        endsAt: endsAt.getTime(),
        staffId: acting?.staffId ?? null,
      })
      return { token, cart: { guid, pieces }, holder: { id: voucherId, ...holder } }
    },

    known(token) {
      const session = changeEvents.current() ? known.find(keyOf(token)) : undefined
      return session && alive(session) ? touch(session) : undefined
    },

    find(token) {
      if (token.length !== TOKEN_LENGTH) return undefined
      const key = keyOf(token)
      const session = changeEvents.current() ? known.find(key) : undefined
      if (!session) return read(key)
      if (alive(session)) return touch(session)
      // Another process may have seen the holder since: the database knows.
      known.erase(key)
      return read(key)
    },

    async close(sql, token) {
      const key = keyOf(token)
      await atomically(sql, async (sql) => {
        await sql`delete from session where token_hash = ${hashOf(key)}`
        await notify(sql, 'session', key)
      })
      erase(key)
    },

    async end(tokenHash) {
      const key = tokenHash.toString('base64url')
      const now = clock.now()
      const ended = await sql.begin(async (sql) => {
        const [row] = await sql<{ voucher_id: number; acted_id: number | null }[]>`
          delete from session
          where token_hash = ${tokenHash} and ends_at > ${now}
            and seen_at > ${new Date(now.getTime() - idleMs - SEEN_EVERY_MS)}
          returning voucher_id, acted_id`
        if (!row) return undefined
        await notify(sql, 'session', key)
        const [acting] =
          row.acted_id === null
            ? []
            : await sql<Acting[]>`
                select id, staff_id as "staffId", ends_at as "endsAt" from impersonation where id = ${row.acted_id}`
        return { voucherId: row.voucher_id, acting }
      })
      erase(key)
      return ended
    },

    async eraseEnded(atOnce = 2000) {
      const now = clock.now()
      const idleSince = now.getTime() - idleMs - SEEN_EVERY_MS
      // The first condition lets the index on `ends_at` find idle sessions as well.
      const openedBy = idleSince + config.SESSION_HOURS * 3_600_000
      const gone = await sql`
        delete from session where token_hash = any(array(
          select token_hash from session
          where ends_at < ${new Date(Math.max(now.getTime(), openedBy))}
            and (ends_at < ${now} or seen_at < ${new Date(idleSince)})
          limit ${atOnce} for update skip locked))`
      return gone.count
    },
  }
}

/** The token's hash as text: what a session is known by, in memory and in changeEvents. */
function keyOf(token: string) {
  return hash('sha256', token, 'base64url')
}

const hashOf = (key: string) => Buffer.from(key, 'base64url')
