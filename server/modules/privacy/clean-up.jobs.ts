import { KNOWN_BROWSER_DAYS } from '#server/modules/staff/accounts/known-browser.ts'
import { OFF_AFTER_FAILURES } from '#domain/staff/password-attempts.ts'
import type { Fragment, Queries, Sql } from '#server/platform/db/database.ts'
import { eraseMails } from '#server/modules/support/incoming-mail/receive-raw-mail.ts'
import {
  eraseOldWork,
  RETENTION_DAYS,
} from '#server/modules/staff/background-jobs/background-job-part.sql.ts'
import {
  STAFF_SESSION_HOURS,
  STAFF_IDLE_HOURS,
} from '#server/modules/staff/sessions/staff-sessions.ts'
import { eraseOldWebhooks } from '#server/modules/webhooks/webhook.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { CleanupKind } from '#domain/privacy/cleanup-kinds.ts'

const HOUR_MS = 3_600_000
const DAY = 24
/** Rows per statement: locks are short, and parallel runs take other rows. */
const AT_ONCE = 2000
/** The rest waits for the next run, so that other kinds get their turn. */
const MOST_CHUNKS = 50

type Kind = {
  /** Hours to keep a row after its own end. */
  hours: number
  /** Deletes some older rows and returns how many; fewer than a chunk means that none are left. */
  chunk: (shop: Shop, older: Date) => Promise<number>
}

/** Deletes a chunk of rows that match a condition; skips locked rows until the next run. */
const rows =
  (table: string, old: (sql: Queries, older: Date) => Fragment) =>
  async ({ sql }: Shop, older: Date) => {
    const gone = await sql`
      delete from ${sql(table)} where ctid = any(array(
        select ctid from ${sql(table)} where ${old(sql, older)} limit ${AT_ONCE} for update skip locked))`
    return gone.count
  }

const inOneStep =
  (clear: (shop: Shop, older: Date) => Promise<number>) => async (shop: Shop, older: Date) => {
    const count = await clear(shop, older)
    return Math.min(count, AT_ONCE - 1)
  }

const OLD_ANSWERS = {
  holders: rows('idempotency_key', (sql, at) => sql`at < ${at}`),
  staff: rows('staff_idempotency_key', (sql, at) => sql`at < ${at}`),
}

const KINDS: Readonly<Record<CleanupKind, Kind>> = {
  sessions: { hours: 0, chunk: ({ sessions }) => sessions.eraseEnded(AT_ONCE) },
  'session-tickets': {
    hours: 1,
    chunk: rows('session_transfer_token', (sql, at) => sql`ends_at < ${at}`),
  },
  'staff-sessions': {
    hours: 0,
    chunk: rows(
      'staff_session',
      // The first condition lets the index on the end find idle sessions as well.
      (sql, at) => sql`
        ends_at < ${hoursAfter(at, STAFF_SESSION_HOURS - STAFF_IDLE_HOURS)}
          and (ends_at < ${at} or seen_at < ${hoursAfter(at, -STAFF_IDLE_HOURS)})`,
    ),
  },
  'employer-sessions': {
    hours: 0,
    chunk: rows(
      'employer_session',
      (sql, at) => sql`
        ends_at < ${hoursAfter(at, STAFF_SESSION_HOURS - STAFF_IDLE_HOURS)}
          and (ends_at < ${at} or seen_at < ${hoursAfter(at, -STAFF_IDLE_HOURS)})`,
    ),
  },
  'sign-in-challenges': {
    hours: 0,
    chunk: rows('used_webauthn_challenge', (sql, at) => sql`ends_at < ${at}`),
  },
  tokens: { hours: 400 * DAY, chunk: rows('staff_token', (sql, at) => sql`ends_at < ${at}`) },
  invitations: {
    hours: 90 * DAY,
    chunk: rows('staff_invitation', (sql, at) => sql`ends_at < ${at}`),
  },
  'employer-invitations': {
    hours: 90 * DAY,
    chunk: rows('employer_invitation', (sql, at) => sql`ends_at < ${at}`),
  },
  // A disabled password stays: only a reset enables it again.
  'password-failures': {
    hours: 0,
    chunk: rows(
      'password_failure',
      (sql, at) =>
        sql`failures < ${OFF_AFTER_FAILURES} and at < ${at}::timestamptz - make_interval(days => failures)`,
    ),
  },
  'password-resets': {
    hours: 90 * DAY,
    chunk: rows('password_reset', (sql, at) => sql`ends_at < ${at}`),
  },
  'reset-requests': { hours: 2, chunk: rows('reset_request', (sql, at) => sql`since < ${at}`) },
  'known-devices': {
    hours: KNOWN_BROWSER_DAYS * DAY,
    // The newest one of an account stays: beside it another browser is a new one.
    chunk: rows(
      'known_device',
      (sql, at) => sql`
        seen_at < ${at} and exists (select from known_device newer
          where (newer.staff_id = known_device.staff_id or newer.employer_user_id = known_device.employer_user_id)
            and (newer.seen_at, newer.id) > (known_device.seen_at, known_device.id))`,
    ),
  },
  'account-notices': {
    hours: 400 * DAY,
    chunk: rows('account_notice', (sql, at) => sql`at < ${at}`),
  },
  'supplier-links': {
    hours: 400 * DAY,
    // The newest link of an order stays, so that a returning supplier can request a new one.
    chunk: rows(
      'purchase_link',
      (sql, at) => sql`
        made_at < ${at} and exists (select from purchase_link newer
          where newer.number = purchase_link.number and newer.place > purchase_link.place)`,
    ),
  },
  tries: { hours: 1, chunk: inOneStep(({ throttle }) => throttle.eraseOld()) },
  answers: {
    hours: 48,
    chunk: async (shop, older) =>
      (await OLD_ANSWERS.holders(shop, older)) + (await OLD_ANSWERS.staff(shop, older)),
  },
  visits: { hours: 400 * DAY, chunk: rows('visit', (sql, at) => sql`at < ${at}`) },
  presence: { hours: DAY, chunk: rows('presence', (sql, at) => sql`seen_at < ${at}`) },
  proposals: {
    hours: 30 * DAY,
    chunk: rows(
      'credit_proposal',
      (sql, at) => sql`
        expires_at < ${at} and not exists (select from credit where proposal_id = credit_proposal.id)`,
    ),
  },
  'batch-changes': {
    hours: 8 * DAY,
    chunk: rows('batch_change', (sql, at) => sql`at < ${at}`),
  },
  webhooks: {
    hours: 0,
    chunk: inOneStep(({ sql }, now) => eraseOldWebhooks(sql, now)),
  },
  'import-rows': {
    hours: 400 * DAY,
    chunk: rows(
      'import_row',
      (sql, at) => sql`run_id = any(array(select id from import_run where made_at < ${at}))`,
    ),
  },
  'unreadable-mails': {
    hours: 90 * DAY,
    chunk: ({ sql }, older) =>
      sql.begin(async (sql) => {
        const old = await sql<{ key: string }[]>`
          select key from unreadable_mail where at < ${older} limit ${AT_ONCE} for update skip locked`
        await eraseMails(
          sql,
          old.map(({ key }) => key),
        )
        return old.length
      }),
  },
  work: {
    hours: RETENTION_DAYS * DAY,
    chunk: inOneStep(({ sql }, older) =>
      eraseOldWork(sql, hoursAfter(older, RETENTION_DAYS * DAY)),
    ),
  },
}

const hoursAfter = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR_MS)

/** Everything that has had its time, kind after kind: one that fails leaves the others. Answers what was cleared. */
export async function clearOld(shop: Shop): Promise<Record<string, number>> {
  const now = shop.ports.clock.now()
  const cleared: Record<string, number> = {}
  for (const [name, kind] of Object.entries(KINDS)) {
    try {
      cleared[name] = await clearKind(shop, kind, now)
      await note(shop.sql, name, cleared[name], now)
    } catch (error) {
      shop.log.warn({ err: error, kind: name }, 'what is old could not be cleared; later again')
    }
  }
  return cleared
}

async function clearKind(shop: Shop, { hours, chunk }: Kind, now: Date): Promise<number> {
  const older = hoursAfter(now, -hours)
  let cleared = 0
  for (let chunks = 0; chunks < MOST_CHUNKS; chunks += 1) {
    const count = await chunk(shop, older)
    cleared += count
    if (count < AT_ONCE) break
  }
  return cleared
}

/** When it was last looked, and when there was something: how much. */
async function note(sql: Sql, name: string, count: number, now: Date) {
  await sql`
    insert into cleanup_run (name, cleared, last_at, last_count) values (${name}, ${count}, ${now}, ${count})
    on conflict (name) do update set last_at = excluded.last_at, cleared = cleanup_run.cleared + excluded.cleared,
      last_count = case when excluded.last_count > 0 then excluded.last_count else cleanup_run.last_count end`
}

/** For each kind, its retention time and its deletions so far. */
export async function allClearing(sql: Queries) {
  const known = await sql<{ name: string; cleared: number; last_at: Date; last_count: number }[]>`
    select * from cleanup_run`
  return Object.entries(KINDS).map(([name, { hours }]) => {
    const last = known.find((one) => one.name === name)
    return {
      name,
      hours,
      cleared: last?.cleared ?? 0,
      last_at: last?.last_at.toISOString() ?? null,
      last_count: last?.last_count ?? 0,
    }
  })
}
