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
import { eraseOldJobs } from '#server/modules/tasks/background-jobs/background-job-part.sql.ts'
import {
  STAFF_SESSION_HOURS,
  STAFF_IDLE_HOURS,
} from '#server/modules/staff/sessions/staff-sessions.ts'
import { eraseOldWebhooks } from '#server/modules/webhooks/webhook.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** Rows per statement: locks are short, and parallel runs take other rows. */
const CHUNK_SIZE = 2000
/** A kind with more rows continues in the next run, so that it does not delay the other kinds. */
const MAX_CHUNKS = 50

/** Deletes up to a chunk of expired rows and returns how many. Fewer than a chunk: no more rows are due. */
type DeleteChunk = (shop: Shop, now: Date) => Promise<number>

/** Kinds whose rule names tables and columns. The others have a function below. */
type RowsKind = {
  [Kind in CleanupKind]: (typeof CLEANUP_RULES)[Kind] extends { rows: object } ? Kind : never
}[CleanupKind]
type FunctionKind = Exclude<CleanupKind, RowsKind>
const hasRows = (kind: CleanupKind): kind is RowsKind => 'rows' in CLEANUP_RULES[kind]

/** Deletes a chunk of rows that match a condition; skips locked rows until the next run. */
async function deleteRows(sql: Queries, table: string, isOld: Fragment) {
  const deleted = await sql`
    delete from ${sql(table)} where ctid = any(array(
      select ctid from ${sql(table)} where ${isOld} limit ${CHUNK_SIZE} for update skip locked))`
  return deleted.count
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

async function deleteChunk(kind: RowsKind, sql: Queries, now: Date) {
  const older = retainedSince(kind, now)
  const condition = CONDITIONS[kind]?.(sql, older) ?? sql`true`
  let count = 0
  for (const [table, since] of Object.entries(CLEANUP_RULES[kind].rows))
    count += await deleteRows(sql, table, sql`${sql(since)} < ${older} and ${condition}`)
  return count
}

/** For functions that delete everything in one call: reports less than a chunk, so that they are not called again. */
const asSingleChunk =
  (clear: DeleteChunk): DeleteChunk =>
  async (shop, now) =>
    Math.min(await clear(shop, now), CHUNK_SIZE - 1)

/** The first condition lets the database use the index on `ends_at` for idle sessions as well. */
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

const DELETE_FUNCTIONS: Readonly<Record<FunctionKind, DeleteChunk>> = {
  sessions: ({ sessions }) => sessions.eraseEnded(CHUNK_SIZE),
  'staff-sessions': endedSessions('staff_session'),
  'employer-sessions': endedSessions('employer_session'),
  tries: asSingleChunk(({ throttle }) => throttle.eraseOld()),
  webhooks: asSingleChunk(({ sql }, now) => eraseOldWebhooks(sql, now)),
  'import-rows': ({ sql }, now) =>
    deleteRows(
      sql,
      'import_row',
      sql`run_id = any(array(
        select id from import_run where made_at < ${retainedSince('import-rows', now)}))`,
    ),
  'unreadable-mails': ({ sql }, now) =>
    sql.begin(async (sql) => {
      const expired = await sql<{ key: string }[]>`
        select key from unreadable_mail where at < ${retainedSince('unreadable-mails', now)}
        limit ${CHUNK_SIZE} for update skip locked`
      await eraseMails(
        sql,
        expired.map(({ key }) => key),
      )
      return expired.length
    }),
  work: asSingleChunk(({ sql }, now) => eraseOldJobs(sql, now)),
}

/**
 * Deletes all expired data, one kind after the other. A kind that fails does not affect the others. Returns the
 * deleted counts.
 */
export async function deleteExpiredData(shop: Shop): Promise<Record<string, number>> {
  const now = shop.ports.clock.now()
  const cleared: Record<string, number> = {}
  for (const kind of CLEANUP_KINDS) {
    try {
      cleared[kind] = await deleteAllOfKind(shop, kind, now)
      await recordRun(shop.sql, kind, cleared[kind], now)
    } catch (error) {
      shop.log.warn({ err: error, kind }, 'clean-up failed; retrying later')
    }
  }
  return cleared
}

async function deleteAllOfKind(shop: Shop, kind: CleanupKind, now: Date): Promise<number> {
  let cleared = 0
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const count = await (hasRows(kind)
      ? deleteChunk(kind, shop.sql, now)
      : DELETE_FUNCTIONS[kind](shop, now))
    cleared += count
    if (count < CHUNK_SIZE) break
  }
  return cleared
}

/** Records the last run, and the last deletion with its count. */
async function recordRun(sql: Sql, name: string, count: number, now: Date) {
  await sql`
    insert into cleanup_run (name, cleared, last_at, last_count) values (${name}, ${count}, ${now}, ${count})
    on conflict (name) do update set last_at = excluded.last_at, cleared = cleanup_run.cleared + excluded.cleared,
      last_count = case when excluded.last_count > 0 then excluded.last_count else cleanup_run.last_count end`
}

/** For each kind, its retention time and its deletions so far. */
export async function listCleanupRuns(sql: Queries) {
  const runs = await sql<{ name: string; cleared: number; last_at: Date; last_count: number }[]>`
    select * from cleanup_run`
  return CLEANUP_KINDS.map((name) => {
    const last = runs.find((run) => run.name === name)
    return {
      name,
      hours: CLEANUP_RULES[name].hours,
      cleared: last?.cleared ?? 0,
      last_at: last?.last_at.toISOString() ?? null,
      last_count: last?.last_count ?? 0,
    }
  })
}
