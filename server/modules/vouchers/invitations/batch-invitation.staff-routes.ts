import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  cancelBatchMails,
  setBatchMailRate,
  sendBatchMails,
} from '#contract/vouchers/gift-mails.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import {
  changeable,
  shown,
  subjectOf,
} from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { takeOffTheMail } from '#server/modules/vouchers/invitations/cancel-invitations.ts'
import { codesStay } from '#server/modules/vouchers/code-export/code-approval.ts'
import { orderMails, sendAtOf } from '#server/modules/vouchers/invitations/schedule-invitations.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  retryFailedMails,
  saveMailPace,
  isWaitingInBatch,
  cancelBatchSending,
} from '#server/modules/vouchers/invitations/batch-invitation.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Mails with the codes of a batch: schedule, pause, resume or cancel them. */
export function batchInvitationRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, sendBatchMails, handleSendBatchMails)

  serveStaff(app, backoffice, setBatchMailRate, handleSetBatchMailRate)

  serveStaff(app, backoffice, cancelBatchMails, handleCancelBatchMails)
}

async function handleSendBatchMails(
  { id, version, at, per_minute }: ParsedInput<typeof sendBatchMails>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const row = await changeable(caller, id, version)
  if (refused(row)) return row
  const sendAt = sendAtOf(row, at, now)
  if (refused(sendAt)) return sendAt
  const mails = await orderMails(sql, row, { sendAt, per_minute }, { staffId: colleague.id, now })
  if (refused(mails)) return mails
  audit({
    ...subjectOf(row),
    action: 'batch.mails-scheduled',
    after: { mails, at: sendAt.toISOString(), per_minute },
  })
  return shown(sql, row.id, now)
}

async function handleSetBatchMailRate(
  { id, version, paused, per_minute }: ParsedInput<typeof setBatchMailRate>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const row = await changeable(caller, id, version)
  if (refused(row)) return row
  if (row.send_at === null || row.send_ended_at !== null) return refuseStaff('nothing-waits')
  await saveMailPace(sql, { id: row.id, paused, now, perMinute: per_minute })
  const isResumed = row.send_paused_at !== null
  // Without a change, the call retries the failed mails.
  if (!paused && (isResumed || per_minute === row.send_per_minute))
    await retryFailedMails(sql, row.id)
  audit({
    ...subjectOf(row),
    action: paused ? 'batch.mails-paused' : 'batch.mails-resumed',
    before: { paused: row.send_paused_at !== null, per_minute: row.send_per_minute },
    after: { paused, per_minute },
  })
  return shown(sql, row.id, now)
}

async function handleCancelBatchMails(
  { id, version, reason }: ParsedInput<typeof cancelBatchMails>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const row = await changeable(caller, id, version)
  if (refused(row)) return row
  const { taken } = await takeOffTheMail(sql, {
    which: isWaitingInBatch(sql, row.id),
    now,
    reason: 'mail cancelled',
  })
  if (taken.length === 0) return refuseStaff('nothing-waits')
  await codesStay(sql, row.id, taken.length * row.points)
  await cancelBatchSending(sql, row.id, now)
  audit({
    ...subjectOf(row),
    action: 'batch.mails-cancelled',
    reason,
    before: { mails: taken.length, at: row.send_at?.toISOString() ?? null },
  })
  return shown(sql, row.id, now)
}
