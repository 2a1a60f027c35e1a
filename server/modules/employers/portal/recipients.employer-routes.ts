import type { FastifyInstance } from 'fastify'

import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { addRecipient, correctRecipientEmail, people } from '#contract/employers/portal.employer.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { addToBatch } from '#server/modules/vouchers/batches/add-to-batch.ts'
import { lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import { keysetPage } from '#server/lists/keyset-page.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import { refuseOverEmployerLimit } from '#server/modules/employers/voucher-limit.ts'
import {
  serveEmployer,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import {
  ownsBatch,
  listBatchOfRecipient,
  lockBalanceOfRecipient,
  lockVoucherOfRecipient,
  lockBouncedRecipient,
  type RecipientRow,
  type RecipientSort,
  belongsToEmployer,
  peopleList,
  findRecipient,
  recipientAnswer,
} from '#server/modules/employers/portal/recipients.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  queueInvitation,
  reopenBatchMails,
  saveCorrectedAddress,
} from '#server/modules/vouchers/batches/recipient-mail.sql.ts'

/**
 * The recipients of the employer's vouchers. Nothing here reveals who activated a voucher: only the anonymous statistics
 * show activations.
 */
export function employerRecipientRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, people, handlePeople)

  serveEmployer(app, portal, addRecipient, handleAddRecipient)

  serveEmployer(app, portal, correctRecipientEmail, handleCorrectRecipientEmail)
}

async function handlePeople(input: ParsedInput<typeof people>, { read }: VisitorCaller) {
  const { rows, ...page } = await read((sql) =>
    keysetPage<RecipientRow, RecipientSort>(sql, peopleList(input), input),
  )
  return { items: rows.map(recipientAnswer), ...page }
}

async function handleAddRecipient(
  { batch: id, reason, allow_second, ...fields }: ParsedInput<typeof addRecipient>,
  { visitor, now, read, write, audit }: VisitorCaller,
) {
  if (!(await read((sql) => ownsBatch(sql, id)))) return refuseEmployer('not-found')
  const person = { ...fields, kind: 'own' as const, words: '' }
  const added = await write(async (sql) => {
    const batch = await lockBatch(sql, Number(id), now)
    if (!batch || !(await belongsToEmployer(sql, batch.campaign_id, visitor.employerId)))
      return refuseEmployer('not-found')
    const refusal = await refuseOverEmployerLimit(sql, batch, {
      employerId: visitor.employerId,
      now,
    })
    if (refusal) return refusal
    const created = await addToBatch(sql, batch, person, {
      now,
      reason,
      allowSecond: allow_second,
    })
    if (refused(created)) return created
    // In a batch that is sent by mail, the new recipient gets a mail as well. Otherwise staff export one more code.
    if (person.email !== '' && batch.send_at !== null) {
      await queueInvitation(sql, created.recipient)
      await reopenBatchMails(sql, batch.id)
    }
    audit({
      action: 'employer.colleague-added',
      subjectKind: 'employer',
      subjectId: String(visitor.employerId),
      channelId: batch.channel_id,
      reason,
      after: {
        batch: id,
        recipient: String(created.recipient),
        points: batch.points,
        name: person.name,
        email: person.email,
      },
      personal: ['name', 'email'],
    })
    return created
  })
  return refused(added) ? added : read((sql) => findRecipient(sql, added.recipient))
}

async function handleCorrectRecipientEmail(
  { recipient, was, email }: ParsedInput<typeof correctRecipientEmail>,
  { visitor, now, read, write, audit }: VisitorCaller,
) {
  const [ownBatch] = await read((sql) => listBatchOfRecipient(sql, recipient))
  if (!ownBatch) return refuseEmployer('not-found')
  const corrected = await write(async (sql) => {
    // Batch, balance, voucher, recipient: the lock order used everywhere.
    const batch = await lockBatch(sql, ownBatch.batch_id, now)
    if (!batch || !(await belongsToEmployer(sql, batch.campaign_id, visitor.employerId)))
      return refuseEmployer('not-found')
    await lockBalanceOfRecipient(sql, recipient)
    await lockVoucherOfRecipient(sql, recipient)
    const bounced = await lockBouncedRecipient(sql, recipient)
    if (bounced?.mail_state !== 'bounced') return refuseEmployer('no-longer-possible')
    if (bounced.shown_email !== was) return refuseEmployer('changed-since')
    // If the recipient has activated the voucher meanwhile, its code is not mailed to another address. The response is
    // the same, because the employer must not learn of the activation.
    await saveCorrectedAddress(sql, { email, claimed: bounced.claimed, recipient })
    if (!bounced.claimed) await reopenBatchMails(sql, batch.id)
    await updateBounceTasks(sql, batch.id, now)
    audit({
      action: 'employer.address-corrected',
      subjectKind: 'employer',
      subjectId: String(visitor.employerId),
      channelId: batch.channel_id,
      before: { email: was },
      after: { batch: String(batch.id), recipient, email },
      personal: ['email'],
    })
    return { corrected: true }
  })
  return refused(corrected) ? corrected : read((sql) => findRecipient(sql, Number(recipient)))
}
