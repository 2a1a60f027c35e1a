import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  correctRecipientEmail,
  correctRecipient,
  undoRevocation,
  letterForRecipient,
  mailRecipient,
  revokeRecipient,
} from '#contract/vouchers/gift-mails.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { unifyDepartments } from '#domain/vouchers/recipient-list.ts'
import type { BatchRow } from '#server/modules/vouchers/batches/batch.sql.ts'
import { lockOwnBatch, subjectOf } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endHolderSessions } from '#server/modules/sessions/end-sessions.ts'
import { revokeCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import { listDepartments } from '#server/modules/vouchers/batches/recipient.sql.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { findRecipient } from '#server/modules/vouchers/batches/batch-recipient.sql.ts'
import {
  saveRecipientAddress,
  updateRecipientDetails,
  saveVoucherLanguage,
  blockVoucher,
  unblockVoucher,
  findVoucherOfRecipient,
  lockBalance,
  lockVoucherRow,
  lockRecipient,
  type MailRecipient,
  sendNewCode,
  clearMail,
} from '#server/modules/vouchers/invitations/recipient-invitation.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** A second click within this time sends no second mail. */
const MIN_RESEND_INTERVAL_MS = 10_000

/** Actions on one recipient: correct their data, send a new code, switch to a letter, or revoke the voucher. */
export function recipientInvitationRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, correctRecipientEmail, handleCorrectRecipientEmail)

  serveStaff(app, backoffice, correctRecipient, handleCorrectRecipient)

  serveStaff(app, backoffice, mailRecipient, handleMailRecipient)

  serveStaff(app, backoffice, letterForRecipient, handleLetterForRecipient)

  serveStaff(app, backoffice, revokeRecipient, handleRevokeRecipient)

  serveStaff(app, backoffice, undoRevocation, handleUndoRevocation)
}

async function handleCorrectRecipientEmail(
  { id, recipient, email, was, send }: ParsedInput<typeof correctRecipientEmail>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const found = await lockOwnRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, person } = found
  if (person.email !== was) return refuseStaff('changed-since')
  if (send) {
    const obstacle = findMailObstacle(batch, { ...person, email }, now)
    if (obstacle) return refuseStaff(obstacle)
  }
  await saveRecipientAddress(sql, person.id, email)
  if (send && !(await sendNewCode(sql, batch, person, caller))) return refuseStaff('codes-limit')
  audit({
    ...subjectOf(batch),
    action: 'batch.address-corrected',
    before: { email: was },
    after: { recipient, email, sent: send },
    personal: ['email'],
  })
  return findRecipient(sql, person.id)
}

async function handleCorrectRecipient(
  { id, recipient, was, ...corrected }: ParsedInput<typeof correctRecipient>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await lockOwnRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, person } = found
  // A running export has checked the names already.
  if (batch.is_exporting) return refuseStaff('codes-under-way')
  const { campaign_id: campaignId } = batch
  const departments = await listDepartments(sql, {
    batchId: batch.id,
    campaignId,
    exceptRecipient: person.id,
  })
  const { name, department, language, words } =
    unifyDepartments([corrected], departments)[0] ?? corrected
  const updated = await updateRecipientDetails(sql, {
    id: person.id,
    name,
    department,
    language,
    words,
    wasName: was.name,
    wasDepartment: was.department,
    wasLanguage: was.language,
    wasWords: was.words,
  })
  if (updated.count === 0) return refuseStaff('changed-since')
  // Other mails about the voucher use its language.
  await saveVoucherLanguage(sql, language, person.voucher_id)
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-corrected',
    before: { recipient, ...was },
    after: { recipient, name, department, language, words },
    personal: ['name', 'words'],
  })
  return findRecipient(sql, person.id)
}

async function handleMailRecipient(
  { id, recipient, reason }: ParsedInput<typeof mailRecipient>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const found = await lockOwnRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, person } = found
  const obstacle = findMailObstacle(batch, person, now)
  if (obstacle) return refuseStaff(obstacle)
  if (!(await sendNewCode(sql, batch, person, caller))) return refuseStaff('codes-limit')
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-mailed',
    reason,
    before: { mail: person.mail_state },
    after: { recipient },
  })
  return findRecipient(sql, person.id)
}

async function handleLetterForRecipient(
  { id, recipient, reason }: ParsedInput<typeof letterForRecipient>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const found = await lockOwnRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, person } = found
  if (!['waiting', 'bounced'].includes(person.mail_state) || person.leaving || person.claimed)
    return refuseStaff('no-longer-possible')
  await clearMail(sql, person, 'none', now)
  await revokeCodes(sql, [person.voucher_id], { now, staffId: colleague.id, reason })
  await updateBounceTasks(sql, batch.id, now)
  audit({
    ...subjectOf(batch),
    action: 'batch.switched-to-letter',
    reason,
    before: { mail: person.mail_state },
    after: { recipient },
  })
  return findRecipient(sql, person.id)
}

async function handleRevokeRecipient(
  { id, recipient, reason }: ParsedInput<typeof revokeRecipient>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const found = await lockOwnRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, person } = found
  if (person.mail_state === 'revoked' || person.blocked || person.leaving)
    return refuseStaff('no-longer-possible')
  if (person.claimed) return refuseStaff('already-activated')
  await clearMail(sql, person, 'revoked')
  await revokeCodes(sql, [person.voucher_id], { now, staffId: colleague.id, reason })
  await blockVoucher(sql, now, person.voucher_id)
  await endHolderSessions(sql, [person.voucher_id])
  await updateBounceTasks(sql, batch.id, now)
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-revoked',
    reason,
    before: { mail: person.mail_state },
    after: { recipient },
  })
  return findRecipient(sql, person.id)
}

async function handleUndoRevocation(
  { id, recipient, reason }: ParsedInput<typeof undoRevocation>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await lockOwnRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, person } = found
  if (person.mail_state !== 'revoked') return refuseStaff('no-longer-possible')
  await clearMail(sql, person, 'none')
  await unblockVoucher(sql, person.voucher_id)
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-restored',
    reason,
    before: { mail: 'revoked' },
    after: { recipient },
  })
  return findRecipient(sql, person.id)
}

/** Locks batch, balance, voucher and recipient, in the order used everywhere. */
async function lockOwnRecipient(caller: StaffCaller, id: string, recipientId: string) {
  const { sql, now } = caller
  const batch = await lockOwnBatch(caller, id)
  if (refused(batch)) return batch
  const voucher = await findVoucherOfRecipient(sql, batch.id, recipientId)
  if (!voucher) return refuseStaff('not-found')
  if (batch.undone_at) return refuseStaff('batch-undone')
  await lockBalance(sql, voucher.voucher_id)
  await lockVoucherRow(sql, voucher.voucher_id)
  const person = await lockRecipient(sql, now, recipientId)
  return person ? { batch, person } : refuseStaff('not-found')
}

function findMailObstacle(batch: BatchRow, person: MailRecipient, now: Date) {
  if (person.email === '') return 'no-addresses'
  if (batch.to_make > 0) return 'being-made'
  if (batch.held_at) return 'waits-for-second'
  if (batch.is_exporting) return 'codes-under-way'
  if (batch.valid_until && batch.valid_until <= now) return 'batch-over'
  if (person.mail_state === 'revoked' || person.blocked) return 'no-longer-possible'
  const since =
    person.mail_tried_at === null ? Infinity : now.getTime() - person.mail_tried_at.getTime()
  return person.leaving || since < MIN_RESEND_INTERVAL_MS ? 'sent-just-now' : null
}
