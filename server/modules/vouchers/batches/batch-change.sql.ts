import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { BatchRow } from '#server/modules/vouchers/batches/batch.sql.ts'
import { restoreExpiredPoints } from '#server/modules/vouchers/expiry/expire-vouchers.timer.ts'

export type BatchFields = Pick<
  BatchRow,
  | 'note'
  | 'sender_name'
  | 'sender_message'
  | 'sender_messages'
  | 'sender_alt'
  | 'sender_image'
  | 'short_reason'
  | 'remind_days'
  | 'unclaimed_rule'
> & { valid_until: string | null }

/** Sorts the languages of a text, so that equal texts give equal strings. */
const comparable = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value ?? null)

export const isSame = (a: unknown, b: unknown) => comparable(a) === comparable(b)

const SENDER_FIELDS = [
  'sender_name',
  'sender_message',
  'sender_messages',
  'sender_alt',
  'sender_image',
] as const satisfies readonly (keyof BatchFields)[]

/**
 * Saves the sender before a change, if a recipient has activated a voucher since the last one: recipients keep seeing the
 * sender of the time when they activated.
 */
export async function backUpSender(
  sql: Queries,
  row: BatchRow,
  updated: Omit<BatchFields, 'valid_until'>,
  now: Date,
) {
  if (SENDER_FIELDS.every((field) => isSame(row[field], updated[field]))) return
  await sql`
    insert into sender_backup (batch_id, until, name, words, words_in, picture, alt)
    select id, ${now}, sender_name, sender_message, sender_messages, sender_image, sender_alt
    from voucher_batch batch where id = ${row.id}
      and exists (
        select from voucher_activation join voucher on voucher.id = voucher_id
        where batch_id = batch.id
          and voucher_activation.at > coalesce((select max(until) from sender_backup where batch_id = batch.id), '-infinity'))`
}

/** Changes the end date of a batch and of its vouchers. A voucher whose own end date was changed keeps it. */
export async function changeEndDate(
  sql: Queries,
  row: BatchRow,
  until: Date | null,
  by: { now: Date; staffId: number },
) {
  const before = row.valid_until
  // Orders lock the balance first: a concurrent order is complete, or sees the new date.
  await sql`
    select from voucher_balance where voucher_id in (select id from voucher where batch_id = ${row.id})
    order by voucher_id for update`
  await sql`
    update voucher set valid_until = coalesce(${until}::timestamptz, 'infinity')
    where batch_id = ${row.id} and valid_until = coalesce(${before}::timestamptz, 'infinity')`
  await sql`
    update voucher_batch set valid_until = coalesce(${until}::timestamptz, 'infinity') where id = ${row.id}`
  // Restores points that expired with the old end.
  const revived = await sql<{ id: number }[]>`
    select id from voucher where batch_id = ${row.id} and ended_at is not null and valid_until > ${by.now} order by id`
  await restoreExpiredPoints(
    sql,
    revived.map(({ id }) => id),
    by,
  )
}

export const deleteOldBatchChanges = (sql: Queries, at: Date) =>
  sql`delete from batch_change where at < ${at}`

export const insertBatchChange = (
  sql: Queries,
  {
    id,
    staffId,
    now,
    current,
    updated,
  }: { id: number; staffId: number; now: Date; current: BatchFields; updated: BatchFields },
) => sql`
  insert into batch_change (batch_id, staff_id, at, before, after)
  values (${id}, ${staffId}, ${now}, ${sql.json(current)}, ${sql.json(updated)})`

export async function lockBatchChange(sql: Queries, id: number, change: string) {
  const [row] = await sql<
    { at: Date; before: BatchFields; after: BatchFields; undone_at: Date | null }[]
  >`
    select at, before, after, undone_at from batch_change
    where id = ${change}::bigint and batch_id = ${id} for update`
  return row
}

export const markChangeUndone = (sql: Queries, now: Date, change: string) =>
  sql`update batch_change set undone_at = ${now} where id = ${change}::bigint`

export async function hasPicture(sql: Queries, senderImage: string) {
  const [row] = await sql`select from picture where hash = ${senderImage}`
  return row !== undefined
}

export const saveBatchFields = (
  sql: Queries,
  id: number,
  values: {
    note: string
    short_reason: string
    sender_name: string
    sender_message: string
    sender_messages: Partial<Record<Language, string>>
    sender_alt: string
    sender_image: string | null
    unclaimed_rule: ('billed' | 'half' | 'not-billed') | null
    remind_days: number | null
  },
) => sql`
  update voucher_batch set ${sql(values)}, version = version + 1 where id = ${id}`
