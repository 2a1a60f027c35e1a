import { createHash } from 'node:crypto'

import type { z } from 'zod'

import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { erasureRun } from '#contract/privacy/retention.staff.ts'
import {
  dueHolders,
  dueThreads,
  type Hold,
  erasureHold,
  type RetentionTerm,
} from '#server/modules/privacy/retention-due.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

export type Counts = z.output<(typeof erasureRun)['answer']>['counts']
export type Held = Partial<Record<Hold, number>>

export type RunRow = {
  id: number
  kind: 'channel' | 'person'
  channel_id: string
  channel_name: string
  voucher_id: number | null
  as_of: Date
  months: number
  counts: Counts
  held: Held
  digest: string
  made_by: number
  maker: string
  made_at: Date
  job_id: number | null
  work_state: string | null
  approval_id: number | null
  approval_outcome: 'approved' | 'refused' | 'withdrawn' | null
  erased: number
  ended_at: Date | null
  rewritten_at: Date | null
  too_large: string[]
  wal_position: string | null
}

/** The channel, date and retention period of a dry run. */
type RunTerm = { channel: string; asOf: Date; months: number }

export const retentionTerm = (sql: Queries, { channel, asOf, months }: RunTerm): RetentionTerm => ({
  channel: sql`${channel}`,
  asOf,
  months: sql`${months}::integer`,
})

export type DueRecords = { counts: Counts; held: Held; digest: string }

/** The recipients that a run would erase, and those it would leave with the reasons. Read-only. */
export async function findDue(sql: Queries, term: RunTerm): Promise<DueRecords> {
  const { channel, asOf, months } = term
  const [row] = await sql<{ ready: number[]; held: Held; digest: string }[]>`
    with due as materialized (
      select voucher_id, ${erasureHold(sql, sql`found.voucher_id`, asOf)} as held
      from (${dueHolders(sql, retentionTerm(sql, term))}) found)
    select coalesce(array_agg(voucher_id order by voucher_id) filter (where held is null), '{}') as ready,
      coalesce((select jsonb_object_agg(held, count) from (
        select held, count(*) from due where held is not null group by held) why), '{}') as held,
      md5(coalesce(string_agg(voucher_id::text, ',' order by voucher_id) filter (where held is null), '')) as digest
    from due`
  const strangers = await sql<{ id: number }[]>`
    select request_id as id from (${dueThreads(sql, retentionTerm(sql, term))}) found order by request_id`
  const ready = row?.ready ?? []
  const counts = await countRetained(sql, ready)
  const [auditEntries] = await sql<{ count: number }[]>`
    select count(*)::integer from audit_personal join audit on audit.id = audit_id
    where channel_id = ${channel} and at < ${monthsBefore(asOf, months)}`
  return {
    counts: { ...counts, strangers: strangers.length, audit: auditEntries?.count ?? 0 },
    held: row?.held ?? {},
    digest: digestOf(row?.digest ?? '', strangers),
  }
}

/** A hash of these people, by which a change since the dry run is detected. */
function digestOf(holders: string, strangers: readonly { id: number }[]): string {
  if (strangers.length === 0) return holders
  const ids = strangers.map(({ id }) => id).join()
  return createHash('md5').update(`${holders} ${ids}`).digest('hex')
}

/** The same day this many months earlier. */
export function monthsBefore(asOf: Date, months: number): Date {
  const earlier = new Date(asOf)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  return earlier
}

/** The number of rows with personal data of these recipients. */
export async function countRetained(sql: Queries, vouchers: readonly number[]): Promise<Counts> {
  const ids = sql`any(${[...vouchers]}::bigint[])`
  const [row] = await sql<Counts[]>`
    select ${vouchers.length}::integer as vouchers,
      (select count(*)::integer from recipient where voucher_id = ${ids} and (name, email) <> ('', '')) as people,
      (select count(*)::integer from orders where voucher_id = ${ids}) as orders,
      (select count(*)::integer from mails_of_holders(${[...vouchers]}::bigint[])) as mails,
      (select count(*)::integer from service_request where voucher_id = ${ids}) as questions,
      (select count(*) from voucher_note where voucher_id = ${ids})::integer
        + (select count(*) from orders join order_note on order_number = number where voucher_id = ${ids})::integer as notes,
      0 as strangers, 0 as audit`
  if (!row) throw new Error('count of the stored data returned no row')
  return row
}

const columns = (sql: Queries) => sql`
  run.*, run.wal_position::text as wal_position, channel.name as channel_name, maker.name as maker, work.state as work_state,
  asked.id as approval_id, asked.outcome as approval_outcome`
const tables = (sql: Queries) => sql`
  retention_run run join channel on channel.id = run.channel_id join staff maker on maker.id = run.made_by
    left join background_job work on work.id = run.job_id
    left join lateral (
      select id, outcome from approval
      where kind = 'retention.run' and subject_kind = 'retention-run' and subject_id = run.id::text
      order by id desc limit 1) asked on true`

export async function findRun(sql: Queries, id: number): Promise<RunRow | undefined> {
  const [row] = await sql<RunRow[]>`select ${columns(sql)} from ${tables(sql)} where run.id = ${id}`
  return row
}

export const runList = ({
  search,
  ids,
  ...filters
}: AskedFilters<'erasureRuns'> & {
  search?: string | undefined
  ids?: string[] | undefined
}): ListQuery<'made_at'> => ({
  select: columns,
  from: (sql) => sql`
    ${tables(sql)} where true
      ${filterConditions<'erasureRuns'>(sql, filters, {
        channel: (channel) => sql`run.channel_id = ${channel}`,
      })}
      ${search === undefined ? sql`` : sql`and strpos(lower(channel.name || ' ' || maker.name), ${search.toLowerCase()}) > 0`}
      ${ids === undefined ? sql`` : sql`and run.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`run.id`,
  sorts: { made_at: { by: (sql) => sql`run.id`, type: 'bigint' } },
  defaultSort: defaultSorts.erasureRuns,
})

export function stateOfRun(row: RunRow): z.output<(typeof erasureRun)['answer']>['state'] {
  if (row.rewritten_at) return 'done'
  if (row.ended_at) return 'rewriting'
  if (row.work_state === 'failed' || row.work_state === 'cancelled') return 'stopped'
  if (row.job_id !== null) return 'working'
  if (row.approval_id === null) return 'looked'
  if (row.approval_outcome === null) return 'asked'
  return row.approval_outcome === 'approved' ? 'working' : 'refused'
}

export function runAnswer(row: RunRow): z.output<(typeof erasureRun)['answer']> {
  return {
    id: String(row.id),
    kind: row.kind,
    channel: { id: row.channel_id, name: row.channel_name },
    voucher: row.voucher_id === null ? null : String(row.voucher_id),
    state: stateOfRun(row),
    as_of: row.as_of.toISOString(),
    months: row.months,
    counts: { ...row.counts, strangers: row.counts.strangers ?? 0 },
    held: row.held,
    erased: row.erased,
    made_by: { id: String(row.made_by), name: row.maker },
    made_at: row.made_at.toISOString(),
    approval: row.approval_id === null ? null : String(row.approval_id),
    work: row.job_id === null ? null : String(row.job_id),
    ended_at: row.ended_at?.toISOString() ?? null,
    rewritten_at: row.rewritten_at?.toISOString() ?? null,
    too_large: row.too_large,
    wal_position: row.wal_position,
  }
}

export async function findRunAnswer(sql: Queries, id: number) {
  const row = await findRun(sql, id)
  return row ? runAnswer(row) : refuseStaff('not-found')
}
