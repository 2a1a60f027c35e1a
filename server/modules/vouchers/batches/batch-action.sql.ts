import { defaultSorts } from '#contract/default-sorts.staff.ts'
import type { AskedFilters } from '#contract/list-filters.staff.ts'
import { EXPIRING_DAYS } from '#domain/vouchers/batch-validity.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  isExporting,
  batchColumns,
  batchesFrom,
} from '#server/modules/vouchers/batches/batch.sql.ts'
import { filterConditions } from '#server/lists/filter-conditions.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import { revokeCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import { endHolderSessions } from '#server/modules/sessions/end-sessions.ts'

const DAY_MS = 86_400_000

/** Whether a recipient has logged in with a current code of the batch, so that its codes must have been handed over. */
export async function isCodeUsed(sql: Queries, batchId: number) {
  const [row] = await sql`
    select from voucher
    where batch_id = ${batchId} and lookup is not null and (
      exists (select from session where voucher_id = voucher.id and impersonation_id is null)
      or exists (select from visit where voucher_id = voucher.id and impersonation_id is null and at > coalesce(
        (select max(replaced_at) from previous_voucher_code revoked where revoked.voucher_id = voucher.id), '-infinity')))
    limit 1`
  return row !== undefined
}

/** Revokes all codes of a batch and ends the sessions opened with them. */
export async function revokeBatchCodes(
  sql: Queries,
  batchId: number,
  revocation: { now: Date; staffId: number; reason: string },
) {
  // Codes in mails are revoked, too, so bounces no longer matter.
  await sql`
    update recipient set mail_state = 'none', mail_try = null, mail_due_at = null, mail_leaving_until = null
    where batch_id = ${batchId} and mail_state in ('waiting', 'sent', 'bounced')`
  await updateBounceTasks(sql, batchId, revocation.now)
  const vouchers = await sql<{ id: number }[]>`
    select id from voucher where batch_id = ${batchId} and lookup is not null order by id for update`
  const ids = vouchers.map(({ id }) => id)
  await revokeCodes(sql, ids, revocation)
  const sessions = await endHolderSessions(sql, ids)
  await sql`
    update voucher_batch set exported_at = null, exported_by = null, send_at = null, send_ended_at = null,
      send_paused_at = null, version = version + 1
    where id = ${batchId}`
  return { codes: ids.length, sessions }
}

type BatchSort = 'made_at' | 'points' | 'valid_until'

type BatchQuery = AskedFilters<'batches'> & {
  search?: string | undefined
  ids?: string[] | undefined
}

export const batchList = (
  { search, ids, ...filters }: BatchQuery,
  channels: readonly string[] | null,
  now: Date,
): ListQuery<BatchSort> => ({
  select: (sql) => batchColumns(sql, now),
  from: (sql) =>
    batchesFrom(
      sql,
      sql`true
        ${channels === null ? sql`` : sql`and batch.channel_id = any(${[...channels]}::text[])`}
        ${filterConditions<'batches'>(sql, filters, {
          channel: (channel) => sql`batch.channel_id = ${channel}`,
          campaign: (campaign) => sql`batch.campaign_id = ${campaign}::bigint`,
          employer: (employer) => sql`campaign.employer_id = ${employer}::bigint`,
          state: (state) => sql`${stateColumn(sql, now)} = any(${state})`,
          expiring: () => isExpiring(sql, now),
        })}
        ${search === undefined ? sql`` : sql`and (strpos(lower(batch.note || ' ' || coalesce(campaign.name, '')), ${search.toLowerCase()}) > 0 or batch.id::text = ${search})`}
        ${ids === undefined ? sql`` : sql`and batch.id = any(${ids.map(Number)}::bigint[])`}`,
    ),
  id: (sql) => sql`batch.id`,
  sorts: {
    made_at: { by: (sql) => sql`batch.created_at`, type: 'timestamptz' },
    points: { by: (sql) => sql`batch.points`, type: 'bigint' },
    valid_until: { by: (sql) => sql`least(batch.valid_until, '9999-01-01')`, type: 'timestamptz' },
  },
  defaultSort: defaultSorts.batches,
})

const isExpiring = (sql: Queries, now: Date) => sql`
  exists (select from voucher join voucher_balance on voucher_id = voucher.id
    where batch_id = batch.id and voucher.valid_until > ${now}
      and voucher.valid_until < ${new Date(now.getTime() + EXPIRING_DAYS * DAY_MS)}
      and ended_at is null and blocked_at is null and available > 0)`

/** The same states as in `stateOf`. */
const stateColumn = (sql: Queries, now: Date) => sql`
  case when undone_at is not null then 'undone' when to_make > 0 then 'being-made' when ${isExporting(sql, now)} then 'under-way'
    when batch.valid_until <= ${now} then 'expired'
    when not exists (select from voucher where batch_id = batch.id and lookup is not null) then 'waiting'
    when exported_at is null and batch.staff_id is not null then 'not-handed-over' else 'handed-over' end`

export const markBatchExported = (
  sql: Queries,
  { id, now, staffId }: { id: number; now: Date; staffId: number },
) => sql`
  update voucher_batch set exported_at = ${now}, exported_by = ${staffId}, version = version + 1
  where id = ${id}`

export const lockBalancesOfBatch = (sql: Queries, id: number) => sql`
  select from voucher_balance where voucher_id in (select id from voucher where batch_id = ${id})
  order by voucher_id for update`

export const lockVouchersOfBatch = (sql: Queries, id: number) =>
  sql`select from voucher where batch_id = ${id} order by id for update`

export const isExport = (sql: Queries, id: number, exportId: string) =>
  sql`batch_id = ${id} and id = ${exportId}::uuid`
