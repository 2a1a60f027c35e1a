import type { Queries, Sql } from '#server/platform/db/database.ts'
import {
  type OutboundRequest,
  releaseRequest,
  finishRequest,
  acquireOutboundRequest,
} from '#server/platform/jobs/outbound-request.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { closeMonth } from '#server/modules/finance/periods/close-month.ts'
import type { RecurringJob } from '#server/platform/jobs/recurring.ts'

/** A rewrite locks the table: one to two seconds for this size. Larger tables are not rewritten. */
const MAX_REWRITE_BYTES = 256 * 1024 * 1024
const LOCK_WAIT = '3s'
const POLL_INTERVAL_MS = 30_000

/**
 * Tables with recipients' names: those that `erase_holders` changes, and those of recipients whose voucher is not
 * created yet.
 */
export const TABLES_WITH_NAMES = [
  'voucher',
  'voucher_batch',
  'sender_backup',
  'previous_voucher_code',
  'recipient',
  'pending_recipient',
  'cart',
  'orders',
  'order_note',
  'order_tag',
  'voucher_note',
  'impersonation',
  'manual_points_grant',
  'approval',
  'withdrawal',
  'withdrawal_return',
  'credit',
  'credit_proposal',
  'replacement_offer',
  'purchase_order_line',
  'refund',
  'chargeback_end',
  'task',
  'audit',
  'audit_personal',
  'service_request',
  'service_message',
  'service_attachment',
  'idempotency_key',
  'saved_view',
  'background_job',
  'background_job_part',
  'sandbox_mail',
  'sandbox_warehouse_order',
] as const
/** These are partitioned by month. Only partitions of changed months are rewritten. */
export const MONTH_TABLES_WITH_NAMES = ['mail', 'order_event', 'parcel'] as const

type Rewriter = Pick<Shop, 'sql' | 'log'> & { ports: Pick<Shop['ports'], 'clock'> }
type EndedRun = { id: number; opened: string[]; touched: string[]; started: string }

/**
 * Erased data is no longer readable in SQL, but the database files still contain it: in old row versions, page gaps,
 * indexes and planner statistics. This rewrites the files once no transaction can read the old data, and closes
 * reopened months again. After a crash the next run repeats it. Returns how many runs are complete.
 */
export async function rewriteFiles(shop: Rewriter): Promise<number> {
  const { sql, ports } = shop
  await endStoppedRuns(sql)
  const endedRuns = await sql<EndedRun[]>`
    select id, opened::text[], touched::text[], last_xid::text as started from retention_run
    where ended_at is not null and rewritten_at is null and last_xid is not null order by id`
  if (endedRuns.length === 0) return 0
  if (!(await hasRewritePermission(sql))) {
    if (!warnedLogs.has(shop.log))
      shop.log.warn(
        'erased names are still in the files of the database: its role may not rewrite tables. Run npm run shop -- migrate as their owner',
      )
    warnedLogs.add(shop.log)
    return 0
  }
  const outboundRequest = await acquireOutboundRequest(sql, 'rewrite files', ports.clock.now())
  if (!('holder' in outboundRequest)) return 0
  try {
    if (await hasReaders(sql, endedRuns)) {
      await releaseRequest(sql, outboundRequest, ports.clock.now())
      return 0
    }
    for (const month of new Set(endedRuns.flatMap(({ opened }) => opened)))
      await closeMonthAgain(shop, month)
    const tooLarge = await rewriteTables(shop, endedRuns)
    if (tooLarge === null) {
      await releaseRequest(sql, outboundRequest, ports.clock.now())
      return 0
    }
    await recordRewrite(shop, outboundRequest, endedRuns, tooLarge)
    return endedRuns.length
  } catch (error) {
    await releaseRequest(sql, outboundRequest, ports.clock.now()).catch(() => {})
    throw error
  }
}

const warnedLogs = new WeakSet<Shop['log']>()

/** PostgreSQL 17 and newer can grant the right. Before, only the owner of the tables has it. */
async function hasRewritePermission(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ may: boolean }[]>`
    select pg_has_role(relowner, 'usage') or case
      when current_setting('server_version_num')::integer >= 170000 then has_table_privilege(oid, 'maintain')
      else false end as may
    from pg_class where oid = 'voucher'::regclass`
  return row?.may === true
}

/** Recipients erased by a run that was cancelled or failed stay erased. */
async function endStoppedRuns(sql: Queries) {
  await sql`
    update retention_run set ended_at = work.ended_at from background_job work
    where work.id = job_id and retention_run.ended_at is null and last_xid is not null
      and work.state in ('cancelled', 'failed')`
}

/**
 * An older transaction may still need its old rows, so a rewrite would copy them. This counts transactions with a
 * snapshot or only an id, and backends without a database.
 */
async function hasReaders(sql: Queries, endedRuns: readonly EndedRun[]): Promise<boolean> {
  const [row] = await sql<{ reads: boolean }[]>`
    select exists (
      select from pg_stat_activity
      where (datname = current_database() or datname is null) and pid <> pg_backend_pid()
        and greatest(age(backend_xmin), age(backend_xid)) >= (select min(age(started::xid)) from unnest(
          ${endedRuns.map(({ started }) => started)}::text[]) started)) as reads`
  return row?.reads ?? false
}

async function closeMonthAgain({ sql, log }: Rewriter, month: string) {
  const obstacle = await closeMonth(sql, month)
  if (obstacle.length > 0 && !obstacle.includes('it is already closed'))
    log.warn({ month, obstacle }, 'month not closed again after an erasure')
}

/**
 * Returns the tables that are too large; null if a table could not be locked, or if a new reader made the rewrite
 * copy old rows. The next run then repeats it.
 */
async function rewriteTables(
  { sql, log }: Rewriter,
  endedRuns: readonly EndedRun[],
): Promise<string[] | null> {
  const tables = await listTablesWithNames(sql, [
    ...new Set(endedRuns.flatMap(({ touched }) => touched)),
  ])
  const tooLarge: string[] = []
  const connection = await sql.reserve()
  try {
    await connection`set statement_timeout = 0`
    await connection`set lock_timeout = ${connection.unsafe(`'${LOCK_WAIT}'`)}`
    for (const { name, bytes } of tables) {
      if (bytes > MAX_REWRITE_BYTES) {
        tooLarge.push(name)
        // Indexes are rewritten either way: text indexes contain every word ever indexed.
        await connection.unsafe(`vacuum (analyze) ${name}`)
        await connection.unsafe(`reindex table concurrently ${name}`)
        continue
      }
      await connection.unsafe(`vacuum (full, freeze, analyze) ${name}`)
      if (await containsErasedRows(connection, name, endedRuns)) {
        log.info({ table: name }, 'rewrite of an erased table postponed: table is being read')
        return null
      }
    }
    // Planner statistics contain frequent values of columns.
    for (const statement of ['vacuum full pg_catalog.pg_statistic', 'checkpoint']) {
      await connection.unsafe(statement).catch((error: unknown) => {
        if (!isInsufficientPrivilege(error)) throw error
        log.info(
          { action: statement },
          'rewrite of the statistics not allowed for the database role; PostgreSQL does it later',
        )
      })
    }
    return tooLarge
  } catch (error) {
    if (!isLockError(error)) throw error
    log.info('rewrite of an erased table postponed: table is busy')
    return null
  } finally {
    await connection`reset lock_timeout`.catch(() => {})
    await connection`reset statement_timeout`.catch(() => {})
    connection.release()
  }
}

/**
 * Whether a rewritten table may still contain erased rows. A rewrite freezes every row that is visible to all, so a
 * frozen id newer than the erasure proves that no erased row was copied.
 */
async function containsErasedRows(
  connection: Queries,
  name: string,
  endedRuns: readonly EndedRun[],
): Promise<boolean> {
  const [row] = await connection<{ is_old: boolean }[]>`
    select age(relfrozenxid) >= (select min(age(started::xid)) from unnest(
      ${endedRuns.map(({ started }) => started)}::text[]) started) as is_old
    from pg_class where oid = to_regclass(${name})`
  return row?.is_old ?? false
}

const errorCode = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
const isInsufficientPrivilege = (error: unknown) => errorCode(error) === '42501'
/** Lock not available, or deadlock. */
const isLockError = (error: unknown) => errorCode(error) === '55P03' || errorCode(error) === '40P01'

async function listTablesWithNames(sql: Sql, months: string[]) {
  return sql<{ name: string; bytes: number }[]>`
    select oid::regclass::text as name, pg_total_relation_size(oid) as bytes from (
      select to_regclass(name)::oid as oid from unnest(${[...TABLES_WITH_NAMES]}::text[]) name
      union
      select inhrelid from pg_inherits
      where inhparent = any(array(select to_regclass(name)::oid from unnest(${[...MONTH_TABLES_WITH_NAMES]}::text[]) name))
        and (right(inhrelid::regclass::text, 7) = any(
            array(select to_char(month, 'YYYY_MM') from unnest(${months}::date[]) month))
          or inhrelid::regclass::text ~ '_(before|default)$')
    ) known where oid is not null order by 1`
}

async function recordRewrite(
  { sql, ports }: Rewriter,
  outboundRequest: OutboundRequest,
  endedRuns: readonly EndedRun[],
  tooLarge: string[],
) {
  await sql.begin(async (sql) => {
    await sql`
      update retention_run set rewritten_at = ${ports.clock.now()}, too_large = ${tooLarge},
        wal_position = pg_current_wal_insert_lsn()
      where id = any(${endedRuns.map(({ id }) => id)}::bigint[])`
    await finishRequest(sql, outboundRequest)
  })
}

export const pollTableRewrites = (shop: Shop): RecurringJob => ({
  everyMs: POLL_INTERVAL_MS,
  failureMessage: 'files not rewritten; retrying later',
  run: () => rewriteFiles(shop),
})
