import type { StaffResponse } from '#contract/client.staff.ts'
import { fileOf } from '#server/modules/media/library/media.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  batchAnswer,
  type BatchRow,
  CHANGE_UNDO_MS,
  EXPORT_TIMEOUT_MS,
  canBeMailed,
  personAnswer,
  batchUndoUntil,
  whyNoUndo,
} from '#server/modules/vouchers/batches/batch.sql.ts'
import { readReminderRule } from '#server/modules/vouchers/invitations/send-reminders.timer.ts'

type Person = { id: number; name: string }

/** The data of the page of a batch. */
export async function batchDetails(
  sql: Queries,
  row: BatchRow,
  now: Date,
): Promise<StaffResponse<'batch'>> {
  const codeExports = await listCodeExports(sql, row.id)
  const people = await countPeople(sql, row.id)
  const approval = await readApprovals(sql, row)
  const noUndo = whyNoUndo(row, now)
  const senderFile = await findSenderFile(sql, row)
  const lastChange = await findLastChange(sql, row.id, now)
  return {
    ...batchAnswer(row),
    time_zone: row.zone,
    held_at: row.held_at?.toISOString() ?? null,
    making: row.to_make > 0 && row.creation_job_id !== null ? String(row.creation_job_id) : null,
    short_reason: row.short_reason,
    unclaimed_rule: row.unclaimed_rule,
    rule_now: row.unclaimed_rule ?? row.campaign_rule ?? 'billed',
    sender_name: row.sender_name,
    sender_message: row.sender_message,
    sender_messages: row.sender_messages,
    sender_alt: row.sender_alt,
    sender_image: row.sender_image,
    sender_file: senderFile,
    last_change: lastChange,
    people: people?.people ?? 0,
    departments: people?.departments ?? 0,
    mails: {
      addresses: people?.addresses ?? 0,
      waiting: people?.waiting ?? 0,
      reserved: people?.reserved ?? 0,
      retrying: people?.retrying ?? 0,
      failure: people?.failure ?? '',
      sent: people?.sent ?? 0,
      bounced: row.bounced,
      revoked: people?.revoked ?? 0,
    },
    send_at: row.send_at?.toISOString() ?? null,
    send_per_minute: row.send_per_minute,
    send_paused_at: row.send_paused_at?.toISOString() ?? null,
    send_ended_at: row.send_ended_at?.toISOString() ?? null,
    reminders: await readReminderRule(sql, row.id, now),
    ...approval,
    exported_at: row.exported_at?.toISOString() ?? null,
    exported_by: personAnswer(row.exported_by),
    hand_overs: codeExports.map((codeExport) => codeExportAnswer(codeExport, now)),
    undone_at: row.undone_at?.toISOString() ?? null,
    undo_until: noUndo ? null : batchUndoUntil(row).toISOString(),
    no_undo: noUndo,
    version: row.version,
  }
}

type CodeExportRow = {
  id: string
  form: 'csv' | 'pdf' | 'large' | 'zip'
  vouchers: number
  made: number
  state: 'open' | 'broken' | 'given' | 'whole'
  by: Person
  started_at: Date
  seen_at: Date
  ended_at: Date | null
}

const listCodeExports = (sql: Queries, batch: number) => sql<CodeExportRow[]>`
  select code_export.id, form, vouchers, state,
    case state when 'open' then (select count(*)::integer from pending_voucher_code where export_id = code_export.id)
      when 'broken' then coalesce(made, 0) else vouchers end as made, jsonb_build_object('id', staff.id, 'name', staff.name) as by, started_at,
    seen_at, ended_at
  from code_export join staff on staff.id = staff_id where batch_id = ${batch}
  order by started_at desc limit 50`

function codeExportAnswer(
  { by, started_at, seen_at, ended_at, state, ...codeExport }: CodeExportRow,
  now: Date,
) {
  const hasTimedOut = state === 'open' && seen_at.getTime() < now.getTime() - EXPORT_TIMEOUT_MS
  return {
    ...codeExport,
    state: hasTimedOut ? ('broken' as const) : state,
    by: personAnswer(by),
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }
}

async function countPeople(sql: Queries, batch: number) {
  const [people] = await sql<
    {
      people: number
      departments: number
      addresses: number
      waiting: number
      reserved: number
      retrying: number
      failure: string | null
      sent: number
      revoked: number
    }[]
  >`
    select count(*)::integer as people,
      count(distinct department) filter (where department <> '')::integer as departments,
      count(*) filter (where ${canBeMailed(sql)})::integer as addresses,
      count(*) filter (where mail_state = 'waiting')::integer as waiting,
      count(*) filter (where mail_state = 'waiting' and lookup is null)::integer as reserved,
      count(*) filter (where mail_state = 'waiting' and bounce <> '')::integer as retrying,
      (array_agg(bounce order by mail_tried_at desc) filter (where mail_state = 'waiting' and bounce <> ''))[1] as failure,
      count(*) filter (where mail_state = 'sent')::integer as sent,
      count(*) filter (where mail_state = 'revoked')::integer as revoked
    from recipient join voucher on voucher.id = voucher_id where recipient.batch_id = ${batch}`
  return people
}

/** The open approval request. Without one, a held batch has the outcome of the last request. */
async function readApprovals(sql: Queries, row: BatchRow) {
  const [open] = await sql<{ id: number; kind: string; by: Person }[]>`
    select approval.id, kind, jsonb_build_object('id', staff.id, 'name', staff.name) as by
    from approval join staff on staff.id = asked_by
    where subject_kind = 'batch' and subject_id = ${String(row.id)} and outcome is null limit 1`
  const [decided] = await sql<{ outcome: 'refused' | 'withdrawn'; by: Person; note: string }[]>`
    select outcome, jsonb_build_object('id', staff.id, 'name', staff.name) as by, note
    from approval join staff on staff.id = decided_by
    where subject_kind = 'batch' and subject_id = ${String(row.id)} and kind = 'batch.give'
      and outcome in ('refused', 'withdrawn')
    order by approval.id desc limit 1`
  return {
    asked: open ? { approval: String(open.id), kind: open.kind, by: personAnswer(open.by) } : null,
    asked_before:
      row.held_at && !open && decided
        ? { outcome: decided.outcome, by: personAnswer(decided.by), note: decided.note }
        : null,
  }
}

/** The file name of the sender's image or film; '' if there is none. */
async function findSenderFile(sql: Queries, row: BatchRow) {
  const [picture] = await sql<{ media_type: string }[]>`
    select media_type from picture where hash = ${row.sender_image}`
  return row.sender_image && picture ? fileOf(row.sender_image, picture.media_type) : ''
}

/** The last change that can still be undone. */
async function findLastChange(sql: Queries, batch: number, now: Date) {
  const [change] = await sql<{ id: number; at: Date; by: Person; fields: string[] }[]>`
    select change.id, at, jsonb_build_object('id', staff.id, 'name', staff.name) as by,
      array(select key from jsonb_each(before) field
        where field.value is distinct from change.after -> field.key order by key) as fields
    from batch_change change join staff on staff.id = staff_id
    where batch_id = ${batch} and undone_at is null and at > ${new Date(now.getTime() - CHANGE_UNDO_MS)}
    order by change.id desc limit 1`
  if (!change || change.fields.length === 0) return null
  return {
    id: String(change.id),
    by: personAnswer(change.by),
    at: change.at.toISOString(),
    fields: change.fields,
  }
}
