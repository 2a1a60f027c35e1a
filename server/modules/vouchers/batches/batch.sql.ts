import type { StaffResponse } from '#contract/client.staff.ts'
import type { UNCLAIMED_RULES } from '#contract/employers/employers.staff.ts'
import type { Language } from '#domain/language.ts'
import { lastDayBefore, dayAt, daysBetween } from '#domain/time/zone-days.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'

type UnclaimedRule = (typeof UNCLAIMED_RULES)[number]

export type BatchRow = {
  id: number
  channel_id: string
  zone: string
  campaign_id: number | null
  campaign_name: string | null
  employer: { id: string; name: string } | null
  points: number
  note: string
  created_by: { id: number | null; name: string | null }
  created_at: Date
  valid_from: Date | null
  valid_until: Date | null
  short_reason: string
  sender_name: string
  sender_message: string
  sender_messages: Partial<Record<Language, string>>
  sender_alt: string
  sender_image: string | null
  exported_at: Date | null
  exported_by: { id: number; name: string } | null
  undone_at: Date | null
  held_at: Date | null
  send_at: Date | null
  send_per_minute: number
  send_paused_at: Date | null
  send_ended_at: Date | null
  remind_days: number | null
  unclaimed_rule: UnclaimedRule | null
  campaign_rule: UnclaimedRule | null
  version: number
  totals: Totals
  bounced: number
  /** Whether its codes are being exported right now. */
  is_exporting: boolean
  now: Date
  /** Vouchers that a background job has yet to create. */
  to_make: number
  creation_job_id: number | null
}

/** Numbers of vouchers, and sums of their points. */
type Totals = {
  count: number
  with_code: number
  claimed: number
  granted: number
  spent: number
  expired: number
  left: number
}

/** An export without progress for this long was interrupted by a process that died. */
export const EXPORT_TIMEOUT_MS = 120_000

/** The columns of a BatchRow, with `batchesFrom`. Pages and actions use the same row, so they agree on its state. */
export const batchColumns = (sql: Queries, now: Date) => sql`
  batch.id,
  batch.channel_id,
  channel.time_zone as zone,
  batch.campaign_id,
  campaign.name as campaign_name,
  case when employer.id is not null then jsonb_build_object('id', employer.id::text, 'name', employer.name) end as employer,
  batch.points,
  batch.note,
  jsonb_build_object('id', creator.id, 'name', creator.name) as created_by,
  batch.created_at,
  nullif(batch.valid_from, '-infinity') as valid_from,
  nullif(batch.valid_until, 'infinity') as valid_until,
  short_reason, sender_name, sender_message, sender_messages, sender_alt, sender_image,
  exported_at,
  case when exporter.id is not null then jsonb_build_object('id', exporter.id, 'name', exporter.name) end as exported_by,
  undone_at, batch.held_at,
  send_at, send_per_minute, send_paused_at, send_ended_at,
  batch.remind_days,
  batch.unclaimed_rule,
  campaign.unclaimed_rule as campaign_rule,
  batch.version,
  (select jsonb_build_object(
      'count', count(*),
      'with_code', count(lookup),
      'claimed', count(*) filter (where exists (
        select from voucher_activation where voucher_activation.voucher_id = voucher.id)),
      'granted', coalesce(sum(granted), 0),
      'spent', coalesce(sum(spent), 0),
      'expired', coalesce(sum(expired), 0),
      'left', coalesce(sum(available), 0))
    from voucher join voucher_balance on voucher_balance.voucher_id = voucher.id
    where voucher.batch_id = batch.id) as totals,
  (select count(*)::integer from recipient where batch_id = batch.id and mail_state = 'bounced') as bounced,
  batch.to_make, batch.creation_job_id, ${isExporting(sql, now)} as is_exporting,
  ${now}::timestamptz as now`

export const isExporting = (sql: Queries, now: Date) => sql`
  exists (select from code_export where batch_id = batch.id and state = 'open'
    and seen_at > ${new Date(now.getTime() - EXPORT_TIMEOUT_MS)})`

/** The tables of `batchColumns`. The condition may use them, too. */
export const batchesFrom = (sql: Queries, where: Fragment) => sql`
  voucher_batch batch
    join channel on channel.id = batch.channel_id
    left join campaign on campaign.id = batch.campaign_id
    left join employer on employer.id = campaign.employer_id
    left join staff creator on creator.id = batch.staff_id
    left join staff exporter on exporter.id = batch.exported_by
  where ${where}`

export async function findBatch(
  sql: Queries,
  id: number,
  now: Date,
): Promise<BatchRow | undefined> {
  const [row] = await sql<BatchRow[]>`
    select ${batchColumns(sql, now)} from ${batchesFrom(sql, sql`batch.id = ${id}`)}`
  return row
}

/** Serializes changes to a batch, its codes and its recipients. */
export async function lockBatch(
  sql: Queries,
  id: number,
  now: Date,
): Promise<BatchRow | undefined> {
  await sql`select from voucher_batch where id = ${id} for no key update`
  return findBatch(sql, id, now)
}

const hasExpired = ({ valid_until, now }: BatchRow) => valid_until !== null && valid_until <= now

export function stateOf(row: BatchRow): StaffResponse<'batches'>['items'][number]['state'] {
  if (row.undone_at) return 'undone'
  if (row.to_make > 0) return 'being-made'
  if (row.is_exporting) return 'under-way'
  if (hasExpired(row)) return 'expired'
  if (row.totals.with_code === 0) return 'waiting'
  // A batch without a creator was created by a command, which also printed its codes.
  const isIssued = row.exported_at !== null || !row.created_by.id
  return isIssued ? 'handed-over' : 'not-handed-over'
}

/** All points of the batch, including vouchers still to be created. */
export const pointsOf = ({ totals, to_make, points }: BatchRow) => totals.granted + to_make * points

const firstDay = (from: Date | null, zone: string) => from && dayAt(from.getTime(), zone)
export const lastDayOf = (until: Date | null, zone: string) =>
  until && lastDayBefore(until.getTime(), zone)

function daysLeftOf(row: BatchRow): number | null {
  const lastDay = lastDayOf(row.valid_until, row.zone)
  if (lastDay === null || hasExpired(row)) return null
  return daysBetween(dayAt(row.now.getTime(), row.zone), lastDay)
}

export const personAnswer = (person: { id: number | null; name: string | null } | null) =>
  person?.id ? { id: String(person.id), name: person.name ?? '' } : null

export function batchAnswer(row: BatchRow): StaffResponse<'batches'>['items'][number] {
  const { zone, campaign_id } = row
  return {
    id: String(row.id),
    channel: row.channel_id,
    campaign:
      campaign_id === null ? null : { id: String(campaign_id), name: row.campaign_name ?? '' },
    employer: row.employer,
    state: stateOf(row),
    points: row.points,
    ...row.totals,
    count: row.totals.count + row.to_make,
    valid_from: firstDay(row.valid_from, zone),
    valid_until: lastDayOf(row.valid_until, zone),
    days_left: daysLeftOf(row),
    note: row.note,
    made_by: personAnswer(row.created_by),
    made_at: row.created_at.toISOString(),
    bounced: row.bounced,
  }
}

/** A change of the batch's fields can be undone for this long. */
export const CHANGE_UNDO_MS = 7 * 24 * 3_600_000

/** A batch can be undone for this long, if none of its codes has been used. */
const UNDO_MS = 7 * 24 * 3_600_000

export const batchUndoUntil = ({ created_at }: BatchRow) => new Date(created_at.getTime() + UNDO_MS)

export function whyNoUndo(
  row: BatchRow,
  now: Date,
): 'undone' | 'being-made' | 'too-late' | 'already-activated' | null {
  if (row.undone_at) return 'undone'
  if (row.to_make > 0) return 'being-made'
  if (row.totals.claimed > 0) return 'already-activated'
  return batchUndoUntil(row) <= now ? 'too-late' : null
}

/** Whether a recipient gets a code when mails to all are scheduled: with an address, without a code and without a pending mail. */
export const canBeMailed = (sql: Queries) => sql`
  mail_state = 'none' and letter_at is null and email <> '' and lookup is null and blocked_at is null`
