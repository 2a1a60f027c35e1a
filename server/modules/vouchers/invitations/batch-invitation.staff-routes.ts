import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  cancelBatchMails,
  setBatchMailRate,
  sendBatchMails,
} from '#contract/vouchers/gift-mails.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import {
  lockChangeableBatch,
  readBatchDetails,
  subjectOf,
} from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { cancelMails } from '#server/modules/vouchers/invitations/cancel-invitations.ts'
import { subtractCancelledCodes } from '#server/modules/vouchers/code-export/code-approval.ts'
import {
  scheduleMails,
  findSendTime,
} from '#server/modules/vouchers/invitations/schedule-invitations.ts'
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
  const row = await lockChangeableBatch(caller, id, version)
  if (refused(row)) return row
  const sendAt = findSendTime(row, at, now)
  if (refused(sendAt)) return sendAt
  const mails = await scheduleMails(
    sql,
    row,
    { sendAt, per_minute },
    { staffId: colleague.id, now },
  )
  if (refused(mails)) return mails
  audit({
    ...subjectOf(row),
    action: 'batch.mails-scheduled',
    after: { mails, at: sendAt.toISOString(), per_minute },
  })
  return readBatchDetails(sql, row.id, now)
}

async function handleSetBatchMailRate(
  { id, version, paused, per_minute }: ParsedInput<typeof setBatchMailRate>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const row = await lockChangeableBatch(caller, id, version)
  if (refused(row)) return row
  if (row.send_at === null || row.send_ended_at !== null) return refuseStaff('nothing-waits')
  await saveMailPace(sql, { id: row.id, paused, now, perMinute: per_minute })
  const isResumed = row.send_paused_at !== null
  // A call without a change retries the failed mails, as resuming does.
  if (!paused && (isResumed || per_minute === row.send_per_minute))
    await retryFailedMails(sql, row.id)
  audit({
    ...subjectOf(row),
    action: paused ? 'batch.mails-paused' : 'batch.mails-resumed',
    before: { paused: row.send_paused_at !== null, per_minute: row.send_per_minute },
    after: { paused, per_minute },
  })
  return readBatchDetails(sql, row.id, now)
}

async function handleCancelBatchMails(
  { id, version, reason }: ParsedInput<typeof cancelBatchMails>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const row = await lockChangeableBatch(caller, id, version)
  if (refused(row)) return row
  const { cancelled } = await cancelMails(sql, {
    condition: isWaitingInBatch(sql, row.id),
    now,
    reason: 'mail cancelled',
  })
  if (cancelled.length === 0) return refuseStaff('nothing-waits')
  await subtractCancelledCodes(sql, row.id, cancelled.length * row.points)
  await cancelBatchSending(sql, row.id, now)
  audit({
    ...subjectOf(row),
    action: 'batch.mails-cancelled',
    reason,
    before: { mails: cancelled.length, at: row.send_at?.toISOString() ?? null },
  })
  return readBatchDetails(sql, row.id, now)
}
