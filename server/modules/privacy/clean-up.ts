import {
  CLEANUP_KINDS,
  type CleanupKind,
  hoursBefore,
  CLEANUP_RULES,
  retainedSince,
} from '#domain/privacy/clean-up-rules.ts'
import { DISABLE_AFTER_FAILURES } from '#domain/staff/password-attempts.ts'
import type { Fragment, Queries, Sql } from '#server/platform/db/database.ts'
import { eraseMails } from '#server/modules/support/incoming-mail/receive-raw-mail.ts'
import { eraseOldWork } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import {
  STAFF_SESSION_HOURS,
  STAFF_IDLE_HOURS,
} from '#server/modules/staff/sessions/staff-sessions.ts'
import { eraseOldWebhooks } from '#server/modules/webhooks/webhook.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** Rows per statement: locks are short, and parallel runs take other rows. */
const AT_ONCE = 2000
/** The rest waits for the next run, so that other kinds get their turn. */
const MOST_CHUNKS = 50

/** Deletes some expired rows and returns how many. Fewer than a chunk means that none are left. */
type DeleteChunk = (shop: Shop, now: Date) => Promise<number>

/** Kinds whose rule selects their rows, and kinds that their module deletes. */
type RowsKind = {
  [Kind in CleanupKind]: (typeof CLEANUP_RULES)[Kind] extends { rows: object } ? Kind : never
}[CleanupKind]
type OwnKind = Exclude<CleanupKind, RowsKind>
const namesRows = (kind: CleanupKind): kind is RowsKind => 'rows' in CLEANUP_RULES[kind]

/** Deletes a chunk of rows that match a condition; skips locked rows until the next run. */
async function deleteRows(sql: Queries, table: string, old: Fragment) {
  const gone = await sql`
    delete from ${sql(table)} where ctid = any(array(
      select ctid from ${sql(table)} where ${old} limit ${AT_ONCE} for update skip locked))`
  return gone.count
}

/** Further conditions before a row is deleted. */
const CONDITIONS: Partial<Record<RowsKind, (sql: Queries, older: Date) => Fragment>> = {
  // A disabled password stays: only a reset enables it again.
  'password-failures': (sql, older) => sql`
    failures < ${DISABLE_AFTER_FAILURES} and at < ${older}::timestamptz - make_interval(days => failures)`,
  // The newest browser of an account stays, because without it no other browser would count as new.
  'known-devices': (sql) => sql`
    exists (select from known_device newer
      where (newer.staff_id = known_device.staff_id or newer.employer_user_id = known_device.employer_user_id)
        and (newer.seen_at, newer.id) > (known_device.seen_at, known_device.id))`,
  // The newest link of an order stays, so that a returning supplier can request a new one.
  'supplier-links': (sql) => sql`
    exists (select from purchase_link newer
      where newer.number = purchase_link.number and newer.place > purchase_link.place)`,
  proposals: (sql) => sql`not exists (select from credit where proposal_id = credit_proposal.id)`,
}

async function deleteKind(kind: RowsKind, sql: Queries, now: Date) {
  const older = retainedSince(kind, now)
  const condition = CONDITIONS[kind]?.(sql, older) ?? sql`true`
  let count = 0
  for (const [table, since] of Object.entries(CLEANUP_RULES[kind].rows))
    count += await deleteRows(sql, table, sql`${sql(since)} < ${older} and ${condition}`)
  return count
}

const inOneStep =
  (clear: DeleteChunk): DeleteChunk =>
  async (shop, now) =>
    Math.min(await clear(shop, now), AT_ONCE - 1)

/** The first condition lets the index on the end find idle sessions as well. */
const endedSessions =
  (table: 'staff_session' | 'employer_session'): DeleteChunk =>
  ({ sql }, now) =>
    deleteRows(
      sql,
      table,
      sql`
        ends_at < ${hoursBefore(now, STAFF_IDLE_HOURS - STAFF_SESSION_HOURS)}
          and (ends_at < ${now} or seen_at < ${hoursBefore(now, STAFF_IDLE_HOURS)})`,
    )

const OWN: Readonly<Record<OwnKind, DeleteChunk>> = {
  sessions: ({ sessions }) => sessions.eraseEnded(AT_ONCE),
  'staff-sessions': endedSessions('staff_session'),
  'employer-sessions': endedSessions('employer_session'),
  tries: inOneStep(({ throttle }) => throttle.eraseOld()),
  webhooks: inOneStep(({ sql }, now) => eraseOldWebhooks(sql, now)),
  'import-rows': ({ sql }, now) =>
    deleteRows(
      sql,
      'import_row',
      sql`run_id = any(array(
        select id from import_run where made_at < ${retainedSince('import-rows', now)}))`,
    ),
  'unreadable-mails': ({ sql }, now) =>
    sql.begin(async (sql) => {
      const old = await sql<{ key: string }[]>`
        select key from unreadable_mail where at < ${retainedSince('unreadable-mails', now)}
        limit ${AT_ONCE} for update skip locked`
      await eraseMails(
        sql,
        old.map(({ key }) => key),
      )
      return old.length
    }),
  work: inOneStep(({ sql }, now) => eraseOldWork(sql, now)),
}

/**
 * Deletes all expired data, one kind after the other. A kind that fails does not affect the others. Returns the
 * deleted counts.
 */
export async function clearOld(shop: Shop): Promise<Record<string, number>> {
  const now = shop.ports.clock.now()
  const cleared: Record<string, number> = {}
  for (const kind of CLEANUP_KINDS) {
    try {
      cleared[kind] = await clearKind(shop, kind, now)
      await note(shop.sql, kind, cleared[kind], now)
    } catch (error) {
      shop.log.warn({ err: error, kind }, 'clean-up failed; retrying later')
    }
  }
  return cleared
}

async function clearKind(shop: Shop, kind: CleanupKind, now: Date): Promise<number> {
  let cleared = 0
  for (let chunks = 0; chunks < MOST_CHUNKS; chunks += 1) {
    const count = await (namesRows(kind) ? deleteKind(kind, shop.sql, now) : OWN[kind](shop, now))
    cleared += count
    if (count < AT_ONCE) break
  }
  return cleared
}

/** Records the last run, and the last deletion with its count. */
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
  return CLEANUP_KINDS.map((name) => {
    const last = known.find((one) => one.name === name)
    return {
      name,
      hours: CLEANUP_RULES[name].hours,
      cleared: last?.cleared ?? 0,
      last_at: last?.last_at.toISOString() ?? null,
      last_count: last?.last_count ?? 0,
    }
  })
}
