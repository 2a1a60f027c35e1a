import type { FastifyInstance } from 'fastify'

import { changeBatch, undoBatchChange } from '#contract/vouchers/batches.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { isLongerThanAllowed, isShorterThanUsual } from '#domain/vouchers/batch-validity.ts'
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
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  deleteOldBatchChanges,
  insertBatchChange,
  lockBatchChange,
  markChangeUndone,
  hasPicture,
  saveBatchFields,
  type Fields,
  same,
  saveUnwrappedSender,
  moveEnd,
} from '#server/modules/vouchers/batches/batch-change.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const PERSONAL = ['sender_name', 'sender_message', 'sender_messages']

/** The fields of a batch besides points and recipients; each change can be undone for seven days. */
export function batchChangeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, changeBatch, handleChangeBatch)

  serveStaff(app, backoffice, undoBatchChange, handleUndoBatchChange)
}

async function handleChangeBatch(
  { id, version, ...input }: ParsedInput<typeof changeBatch>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const row = await changeable(caller, id, version)
  if (refused(row)) return row
  const stands = fieldsOf(row)
  const wanted = changedBy(stands, input)
  const by = { now, staffId: colleague.id }
  const problem = endProblem(row, wanted, now) ?? (await write(sql, row, wanted, by))
  if (problem) return problem
  await deleteOldBatchChanges(sql, new Date(now.getTime() - CHANGE_UNDO_MS))
  await insertBatchChange(sql, { id: row.id, staffId: colleague.id, now, stands, wanted })
  audit({
    ...subjectOf(row),
    action: 'batch.changed',
    before: stands,
    after: wanted,
    personal: PERSONAL,
  })
  return shown(sql, row.id, now)
}

async function handleUndoBatchChange(
  { id, version, change }: ParsedInput<typeof undoBatchChange>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const row = await changeable(caller, id, version)
  if (refused(row)) return row
  const done = await lockBatchChange(sql, row.id, change)
  if (!done || done.undone_at) return refuseStaff('nothing-to-undo')
  if (done.at.getTime() + CHANGE_UNDO_MS <= now.getTime()) return refuseStaff('too-late')
  const stands = fieldsOf(row)
  const changed = FIELDS.filter((field) => !same(done.before[field], done.after[field]))
  // Fields that a colleague has changed since stay.
  const left = changed.filter((field) => !same(stands[field], done.after[field]))
  const back = changed.filter((field) => !left.includes(field))
  if (back.length === 0) return refuseStaff('changed-since')
  const wanted: Fields = { ...stands }
  for (const field of back) Object.assign(wanted, { [field]: done.before[field] })
  const problem = await write(sql, row, wanted, { now, staffId: colleague.id })
  if (problem) return problem
  await markChangeUndone(sql, now, change)
  audit({
    ...subjectOf(row),
    action: 'batch.change-undone',
    before: stands,
    after: { ...wanted, left },
    personal: PERSONAL,
  })
  return { ...(await shown(sql, row.id, now)), left }
}

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

/** The same rules as for a new batch: a limited time, and a reason for a short one. */
function endProblem(row: BatchRow, { valid_until, short_reason }: Fields, now: Date) {
  if (valid_until === lastDayOf(row.valid_until, row.zone)) return null
  if (isLongerThanAllowed({ from: dayAt(now.getTime(), row.zone), until: valid_until }))
    return refuseStaff('ends-too-late', { field: 'valid_until' })
  const from = dayAt(row.created_at.getTime(), row.zone)
  return isShorterThanUsual({ from, until: valid_until }) && short_reason === ''
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
    if (row.is_exporting) return refuseStaff('codes-under-way')
    const until = valid_until === null ? null : new Date(endOfDay(valid_until, row.zone))
    if (until && (until <= by.now || (row.valid_from && until <= row.valid_from)))
      return refuseStaff('ends-too-soon', { field: 'valid_until' })
    await moveEnd(sql, row, until, by)
  }
  if (values.sender_image !== null) {
    const picture = await hasPicture(sql, values.sender_image)
    if (!picture) return refuseStaff('unknown-picture', { field: 'sender_image' })
  }
  await saveUnwrappedSender(sql, row, values, by.now)
  await saveBatchFields(sql, row.id, values)
  return null
}
