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
import { ownBatch } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import { settleBounced } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { endSessionsOf } from '#server/modules/sessions/end-sessions.ts'
import { voidCodes } from '#server/modules/vouchers/revoked-codes.sql.ts'
import { departmentsOf } from '#server/modules/vouchers/batches/recipient.sql.ts'
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
  type Person,
  mailAgain,
  eraseMail,
} from '#server/modules/vouchers/invitations/recipient-invitation.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** A second click within this time sends no second mail. */
const AGAIN_AFTER_MS = 10_000

/** The mail of one recipient: correct the address, send it again, replace it by a letter, or cancel it. */
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
  const found = await ownRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, one } = found
  if (one.email !== was) return refuseStaff('changed-since')
  if (send) {
    const why = whyNotMailed(batch, { ...one, email }, now)
    if (why) return refuseStaff(why)
  }
  await saveRecipientAddress(sql, one.id, email)
  if (send && !(await mailAgain(sql, batch, one, caller))) return refuseStaff('codes-limit')
  audit({
    ...subjectOf(batch),
    action: 'batch.address-corrected',
    before: { email: was },
    after: { recipient, email, sent: send },
    personal: ['email'],
  })
  return findRecipient(sql, one.id)
}

async function handleCorrectRecipient(
  { id, recipient, was, ...shall }: ParsedInput<typeof correctRecipient>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await ownRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, one } = found
  // An export in progress checked every name before its first code.
  if (batch.is_exporting) return refuseStaff('codes-under-way')
  const { campaign_id: campaignId } = batch
  const spelt = await departmentsOf(sql, { batchId: batch.id, campaignId, but: one.id })
  const { name, department, language, words } = unifyDepartments([shall], spelt)[0] ?? shall
  const done = await updateRecipientDetails(sql, {
    id: one.id,
    name,
    department,
    language,
    words,
    wasName: was.name,
    wasDepartment: was.department,
    wasLanguage: was.language,
    wasWords: was.words,
  })
  if (done.count === 0) return refuseStaff('changed-since')
  // The voucher's other mails, about staff sessions and granted points, use the same language.
  await saveVoucherLanguage(sql, language, one.voucher_id)
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-corrected',
    before: { recipient, ...was },
    after: { recipient, name, department, language, words },
    personal: ['name', 'words'],
  })
  return findRecipient(sql, one.id)
}

async function handleMailRecipient(
  { id, recipient, reason }: ParsedInput<typeof mailRecipient>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const found = await ownRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, one } = found
  const why = whyNotMailed(batch, one, now)
  if (why) return refuseStaff(why)
  if (!(await mailAgain(sql, batch, one, caller))) return refuseStaff('codes-limit')
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-mailed',
    reason,
    before: { mail: one.mail_state },
    after: { recipient },
  })
  return findRecipient(sql, one.id)
}

async function handleLetterForRecipient(
  { id, recipient, reason }: ParsedInput<typeof letterForRecipient>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const found = await ownRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, one } = found
  if (!['waiting', 'bounced'].includes(one.mail_state) || one.leaving || one.claimed)
    return refuseStaff('no-longer-possible')
  await eraseMail(sql, one, 'none', now)
  await voidCodes(sql, [one.voucher_id], { now, staffId: colleague.id, reason })
  await settleBounced(sql, batch.id, now)
  audit({
    ...subjectOf(batch),
    action: 'batch.switched-to-letter',
    reason,
    before: { mail: one.mail_state },
    after: { recipient },
  })
  return findRecipient(sql, one.id)
}

async function handleRevokeRecipient(
  { id, recipient, reason }: ParsedInput<typeof revokeRecipient>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const found = await ownRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, one } = found
  if (one.mail_state === 'revoked' || one.blocked || one.leaving)
    return refuseStaff('no-longer-possible')
  if (one.claimed) return refuseStaff('already-activated')
  await eraseMail(sql, one, 'revoked')
  await voidCodes(sql, [one.voucher_id], { now, staffId: colleague.id, reason })
  await blockVoucher(sql, now, one.voucher_id)
  await endSessionsOf(sql, [one.voucher_id])
  await settleBounced(sql, batch.id, now)
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-revoked',
    reason,
    before: { mail: one.mail_state },
    after: { recipient },
  })
  return findRecipient(sql, one.id)
}

async function handleUndoRevocation(
  { id, recipient, reason }: ParsedInput<typeof undoRevocation>,
  caller: SignedIn,
) {
  const { sql, audit } = caller
  const found = await ownRecipient(caller, id, recipient)
  if (refused(found)) return found
  const { batch, one } = found
  if (one.mail_state !== 'revoked') return refuseStaff('no-longer-possible')
  await eraseMail(sql, one, 'none')
  await unblockVoucher(sql, one.voucher_id)
  audit({
    ...subjectOf(batch),
    action: 'batch.recipient-restored',
    reason,
    before: { mail: 'revoked' },
    after: { recipient },
  })
  return findRecipient(sql, one.id)
}

/** Locks batch, balance and voucher, in the sequence used everywhere. */
async function ownRecipient(caller: StaffCaller, id: string, recipient: string) {
  const { sql, now } = caller
  const batch = await ownBatch(caller, id)
  if (refused(batch)) return batch
  const known = await findVoucherOfRecipient(sql, batch.id, recipient)
  if (!known) return refuseStaff('not-found')
  if (batch.undone_at) return refuseStaff('batch-undone')
  await lockBalance(sql, known.voucher_id)
  await lockVoucherRow(sql, known.voucher_id)
  const one = await lockRecipient(sql, now, recipient)
  return one ? { batch, one } : refuseStaff('not-found')
}

function whyNotMailed(batch: BatchRow, one: Person, now: Date) {
  if (one.email === '') return 'no-addresses'
  if (batch.to_make > 0) return 'being-made'
  if (batch.held_at) return 'waits-for-second'
  if (batch.is_exporting) return 'codes-under-way'
  if (batch.valid_until && batch.valid_until <= now) return 'batch-over'
  if (one.mail_state === 'revoked' || one.blocked) return 'no-longer-possible'
  const since = one.mail_tried_at === null ? Infinity : now.getTime() - one.mail_tried_at.getTime()
  return one.leaving || since < AGAIN_AFTER_MS ? 'sent-just-now' : null
}

const subjectOf = ({ id, channel_id }: BatchRow) => ({
  subjectKind: 'batch',
  subjectId: String(id),
  channelId: channel_id,
})
