import type { FastifyInstance } from 'fastify'

import { changeBatch, undoBatchChange } from '#contract/vouchers/batches.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { endsLate, endsSoon } from '#domain/vouchers/batch-validity.ts'
import { dayAt, endOfDay } from '#domain/time/zone-days.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  type BatchRow,
  CHANGE_UNDO_MS,
  lastDayOf,
} from '#server/modules/vouchers/batches/batch.sql.ts'
import {
  changeable,
  shown,
  subjectOf,
} from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { giveExpiredBack } from '#server/modules/vouchers/expiry/expire-vouchers.jobs.ts'
import { serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'

const PERSONAL = ['sender_name', 'sender_message', 'sender_messages']

/** The fields of a batch besides points and recipients; each change can be undone for seven days. */
export function batchChangeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, changeBatch, async ({ id, version, ...asked }, asker) => {
    const { sql, now, colleague, audit } = asker
    const row = await changeable(asker, id, version)
    if (refused(row)) return row
    const stands = fieldsOf(row)
    const wanted = changedBy(stands, asked)
    const by = { now, staffId: colleague.id }
    const problem = endProblem(row, wanted, now) ?? (await write(sql, row, wanted, by))
    if (problem) return problem
    await sql`delete from batch_change where at < ${new Date(now.getTime() - CHANGE_UNDO_MS)}`
    await sql`
      insert into batch_change (batch_id, staff_id, at, before, after)
      values (${row.id}, ${colleague.id}, ${now}, ${sql.json(stands)}, ${sql.json(wanted)})`
    audit({
      ...subjectOf(row),
      action: 'batch.changed',
      before: stands,
      after: wanted,
      personal: PERSONAL,
    })
    return shown(sql, row.id, now)
  })

  serveStaff(app, backoffice, undoBatchChange, async ({ id, version, change }, asker) => {
    const { sql, now, colleague, audit } = asker
    const row = await changeable(asker, id, version)
    if (refused(row)) return row
    const [done] = await sql<{ at: Date; before: Fields; after: Fields; undone_at: Date | null }[]>`
      select at, before, after, undone_at from batch_change
      where id = ${change}::bigint and batch_id = ${row.id} for update`
    if (!done || done.undone_at) return refuseStaff('nothing-to-undo')
    if (done.at.getTime() + CHANGE_UNDO_MS <= now.getTime()) return refuseStaff('too-late')
    const stands = fieldsOf(row)
    const changed = FIELDS.filter((field) => !same(done.before[field], done.after[field]))
    // What a colleague has written over it since stays.
    const left = changed.filter((field) => !same(stands[field], done.after[field]))
    const back = changed.filter((field) => !left.includes(field))
    if (back.length === 0) return refuseStaff('changed-since')
    const wanted: Fields = { ...stands }
    for (const field of back) Object.assign(wanted, { [field]: done.before[field] })
    const problem = await write(sql, row, wanted, { now, staffId: colleague.id })
    if (problem) return problem
    await sql`update batch_change set undone_at = ${now} where id = ${change}::bigint`
    audit({
      ...subjectOf(row),
      action: 'batch.change-undone',
      before: stands,
      after: { ...wanted, left },
      personal: PERSONAL,
    })
    return { ...(await shown(sql, row.id, now)), left }
  })
}

type Fields = Pick<
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

const FIELDS = [
  'valid_until',
  'note',
  'short_reason',
  'remind_days',
  'unclaimed_rule',
  'sender_name',
  'sender_message',
  'sender_messages',
  'sender_alt',
  'sender_image',
] as const satisfies readonly (keyof Fields)[]

/** Omitted fields stay unchanged. */
function changedBy(
  stands: Fields,
  asked: { [Field in keyof Fields]?: Fields[Field] | undefined },
): Fields {
  const wanted = { ...stands }
  for (const field of FIELDS) {
    if (asked[field] !== undefined) Object.assign(wanted, { [field]: asked[field] })
  }
  return wanted
}

function fieldsOf(row: BatchRow): Fields {
  const { note, sender_name, sender_message, sender_messages, sender_alt, sender_image } = row
  const { short_reason, remind_days, unclaimed_rule } = row
  return {
    valid_until: lastDayOf(row.valid_until, row.zone),
    note,
    short_reason,
    remind_days,
    unclaimed_rule,
    sender_name,
    sender_message,
    sender_messages,
    sender_alt,
    sender_image,
  }
}

/** The order of languages is irrelevant. */
const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : JSON.stringify(value ?? null)
const same = (one: unknown, other: unknown) => plain(one) === plain(other)

/** As where it is made: not for ever, and with a reason where it is short. */
function endProblem(row: BatchRow, { valid_until, short_reason }: Fields, now: Date) {
  if (valid_until === lastDayOf(row.valid_until, row.zone)) return null
  if (endsLate({ from: dayAt(now.getTime(), row.zone), until: valid_until }))
    return refuseStaff('ends-too-late', { field: 'valid_until' })
  const from = dayAt(row.made_at.getTime(), row.zone)
  return endsSoon({ from, until: valid_until }) && short_reason === ''
    ? refuseStaff('needs-reason', { field: 'short_reason' })
    : null
}

async function write(
  sql: Queries,
  row: BatchRow,
  { valid_until, ...values }: Fields,
  by: { now: Date; staffId: number },
) {
  if (valid_until !== lastDayOf(row.valid_until, row.zone)) {
    if (row.under_way) return refuseStaff('codes-under-way')
    const until = valid_until === null ? null : new Date(endOfDay(valid_until, row.zone))
    if (until && (until <= by.now || (row.valid_from && until <= row.valid_from)))
      return refuseStaff('ends-too-soon', { field: 'valid_until' })
    await moveEnd(sql, row, until, by)
  }
  if (values.sender_image !== null) {
    const [picture] = await sql`select from picture where hash = ${values.sender_image}`
    if (!picture) return refuseStaff('unknown-picture', { field: 'sender_image' })
  }
  await keepUnwrapped(sql, row, values, by.now)
  await sql`
    update voucher_batch set ${sql(values)}, version = version + 1 where id = ${row.id}`
  return null
}

const SENDERS = [
  'sender_name',
  'sender_message',
  'sender_messages',
  'sender_alt',
  'sender_image',
] as const satisfies readonly (keyof Fields)[]

/**
 * Recipients who activated since the last change have unwrapped their gift: for them the old sender stays until they
 * are erased.
 */
async function keepUnwrapped(
  sql: Queries,
  row: BatchRow,
  wanted: Omit<Fields, 'valid_until'>,
  now: Date,
) {
  if (SENDERS.every((field) => same(row[field], wanted[field]))) return
  await sql`
    insert into sender_backup (batch_id, until, name, words, words_in, picture, alt)
    select id, ${now}, sender_name, sender_message, sender_messages, sender_image, sender_alt
    from voucher_batch batch where id = ${row.id}
      and exists (
        select from voucher_activation join voucher on voucher.id = voucher_id
        where batch_id = batch.id
          and voucher_activation.at > coalesce((select max(until) from sender_backup where batch_id = batch.id), '-infinity'))`
}

/** Changes the expiry of a batch and of its vouchers with the same expiry; a voucher extended by hand keeps its own. */
async function moveEnd(
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
  // Points that ended with the end that it had come back.
  const ended = await sql<{ id: number }[]>`
    select id from voucher where batch_id = ${row.id} and ended_at is not null and valid_until > ${by.now} order by id`
  await giveExpiredBack(
    sql,
    ended.map(({ id }) => id),
    by,
  )
}
