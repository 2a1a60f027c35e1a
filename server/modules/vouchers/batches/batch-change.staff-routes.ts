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
  lockChangeableBatch,
  readBatchDetails,
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
  type BatchFields,
  isSame,
  backUpSender,
  changeEndDate,
} from '#server/modules/vouchers/batches/batch-change.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const PERSONAL = ['sender_name', 'sender_message', 'sender_messages']

/** Changes to the fields of a batch, apart from points and recipients. Each can be undone for seven days. */
export function batchChangeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, changeBatch, handleChangeBatch)

  serveStaff(app, backoffice, undoBatchChange, handleUndoBatchChange)
}

async function handleChangeBatch(
  { id, version, ...input }: ParsedInput<typeof changeBatch>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const row = await lockChangeableBatch(caller, id, version)
  if (refused(row)) return row
  const current = fieldsOf(row)
  const updated = applyInput(current, input)
  const by = { now, staffId: colleague.id }
  const refusal = refuseEndDate(row, updated, now) ?? (await saveFields(sql, row, updated, by))
  if (refusal) return refusal
  await deleteOldBatchChanges(sql, new Date(now.getTime() - CHANGE_UNDO_MS))
  await insertBatchChange(sql, { id: row.id, staffId: colleague.id, now, current, updated })
  audit({
    ...subjectOf(row),
    action: 'batch.changed',
    before: current,
    after: updated,
    personal: PERSONAL,
  })
  return readBatchDetails(sql, row.id, now)
}

async function handleUndoBatchChange(
  { id, version, change }: ParsedInput<typeof undoBatchChange>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const row = await lockChangeableBatch(caller, id, version)
  if (refused(row)) return row
  const saved = await lockBatchChange(sql, row.id, change)
  if (!saved || saved.undone_at) return refuseStaff('nothing-to-undo')
  if (saved.at.getTime() + CHANGE_UNDO_MS <= now.getTime()) return refuseStaff('too-late')
  const current = fieldsOf(row)
  const changed = FIELD_NAMES.filter((field) => !isSame(saved.before[field], saved.after[field]))
  // Fields that a colleague has changed since stay.
  const left = changed.filter((field) => !isSame(current[field], saved.after[field]))
  const restored = changed.filter((field) => !left.includes(field))
  if (restored.length === 0) return refuseStaff('changed-since')
  const updated: BatchFields = { ...current }
  for (const field of restored) Object.assign(updated, { [field]: saved.before[field] })
  const refusal = await saveFields(sql, row, updated, { now, staffId: colleague.id })
  if (refusal) return refusal
  await markChangeUndone(sql, now, change)
  audit({
    ...subjectOf(row),
    action: 'batch.change-undone',
    before: current,
    after: { ...updated, left },
    personal: PERSONAL,
  })
  return { ...(await readBatchDetails(sql, row.id, now)), left }
}

const FIELD_NAMES = [
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
] as const satisfies readonly (keyof BatchFields)[]

/** Omitted fields stay unchanged. */
function applyInput(
  current: BatchFields,
  input: { [Field in keyof BatchFields]?: BatchFields[Field] | undefined },
): BatchFields {
  const updated = { ...current }
  for (const field of FIELD_NAMES) {
    if (input[field] !== undefined) Object.assign(updated, { [field]: input[field] })
  }
  return updated
}

function fieldsOf(row: BatchRow): BatchFields {
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
function refuseEndDate(row: BatchRow, { valid_until, short_reason }: BatchFields, now: Date) {
  if (valid_until === lastDayOf(row.valid_until, row.zone)) return null
  if (isLongerThanAllowed({ from: dayAt(now.getTime(), row.zone), until: valid_until }))
    return refuseStaff('ends-too-late', { field: 'valid_until' })
  const from = dayAt(row.created_at.getTime(), row.zone)
  return isShorterThanUsual({ from, until: valid_until }) && short_reason === ''
    ? refuseStaff('needs-reason', { field: 'short_reason' })
    : null
}

/** Returns a refusal if the end date or the image is invalid. */
async function saveFields(
  sql: Queries,
  row: BatchRow,
  { valid_until, ...values }: BatchFields,
  by: { now: Date; staffId: number },
) {
  if (valid_until !== lastDayOf(row.valid_until, row.zone)) {
    if (row.is_exporting) return refuseStaff('codes-under-way')
    const until = valid_until === null ? null : new Date(endOfDay(valid_until, row.zone))
    if (until && (until <= by.now || (row.valid_from && until <= row.valid_from)))
      return refuseStaff('ends-too-soon', { field: 'valid_until' })
    await changeEndDate(sql, row, until, by)
  }
  if (values.sender_image !== null) {
    if (!(await hasPicture(sql, values.sender_image)))
      return refuseStaff('unknown-picture', { field: 'sender_image' })
  }
  await backUpSender(sql, row, values, by.now)
  await saveBatchFields(sql, row.id, values)
  return null
}
