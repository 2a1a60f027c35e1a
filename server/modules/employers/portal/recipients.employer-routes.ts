import type { FastifyInstance } from 'fastify'

import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { addRecipient, correctRecipientEmail, people } from '#contract/employers/portal.employer.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { addToBatch } from '#server/modules/vouchers/batches/add-to-batch.ts'
import { lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { updateBounceTasks } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import { keysetPage } from '#server/lists/keyset-page.ts'
import type { EmployerPortalServer } from '#server/modules/employers/portal/employer-portal.ts'
import { exceedsEmployerLimit } from '#server/modules/employers/voucher-limit.ts'
import {
  serveEmployer,
  type VisitorCaller,
} from '#server/modules/employers/portal/serve-employer-endpoint.ts'
import {
  listEmployerBatch,
  listBatchOfRecipient,
  lockBalanceOfRecipient,
  lockVoucherOfRecipient,
  lockBouncedRecipient,
  type Row,
  type Sort,
  isOf,
  peopleList,
  findOwn,
  personOf,
} from '#server/modules/employers/portal/recipients.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  queueInvitation,
  reopenBatchMails,
  saveCorrectedAddress,
} from '#server/modules/vouchers/batches/recipient-mail.sql.ts'

/**
 * Recipients that the employer added. Only the restricted statistics show whether vouchers are used: nothing here
 * reveals who activated one.
 */
export function employerRecipientRoutes(app: FastifyInstance, portal: EmployerPortalServer) {
  serveEmployer(app, portal, people, handlePeople)

  serveEmployer(app, portal, addRecipient, handleAddRecipient)

  serveEmployer(app, portal, correctRecipientEmail, handleCorrectRecipientEmail)
}

async function handlePeople(input: ParsedInput<typeof people>, { read }: VisitorCaller) {
  const { rows, ...page } = await read((sql) =>
    keysetPage<Row, Sort>(sql, peopleList(input), input),
  )
  return { items: rows.map(personOf), ...page }
}

async function handleAddRecipient(
  { batch: id, reason, allow_second, ...given }: ParsedInput<typeof addRecipient>,
  { who, now, read, write, audit }: VisitorCaller,
) {
  const own = await read((sql) => listEmployerBatch(sql, id))
  if (own.count === 0) return refuseEmployer('not-found')
  const person = { ...given, kind: 'own' as const, words: '' }
  const added = await write(async (sql) => {
    const batch = await lockBatch(sql, Number(id), now)
    if (!batch || !(await isOf(sql, batch.campaign_id, who.employerId)))
      return refuseEmployer('not-found')
    const over = await exceedsEmployerLimit(sql, batch, { employerId: who.employerId, now })
    if (refused(over)) return over
    const done = await addToBatch(sql, batch, person, {
      now,
      reason,
      allowSecond: allow_second,
    })
    if (refused(done)) return done
    // In a batch sent by mail, the new recipient gets a mail too; otherwise the back office exports one more
    // code.
    if (person.email !== '' && batch.send_at !== null) {
      await queueInvitation(sql, done.recipient)
      await reopenBatchMails(sql, batch.id)
    }
    audit({
      action: 'employer.colleague-added',
      subjectKind: 'employer',
      subjectId: String(who.employerId),
      channelId: batch.channel_id,
      reason,
      after: {
        batch: id,
        recipient: String(done.recipient),
        points: batch.points,
        name: person.name,
        email: person.email,
      },
      personal: ['name', 'email'],
    })
    return done
  })
  return refused(added) ? added : read((sql) => findOwn(sql, added.recipient))
}

async function handleCorrectRecipientEmail(
  { recipient, was, email }: ParsedInput<typeof correctRecipientEmail>,
  { who, now, read, write, audit }: VisitorCaller,
) {
  const [own] = await read((sql) => listBatchOfRecipient(sql, recipient))
  if (!own) return refuseEmployer('not-found')
  const done = await write(async (sql) => {
    // In the lock order used everywhere.
    const batch = await lockBatch(sql, own.batch_id, now)
    if (!batch || !(await isOf(sql, batch.campaign_id, who.employerId)))
      return refuseEmployer('not-found')
    await lockBalanceOfRecipient(sql, recipient)
    await lockVoucherOfRecipient(sql, recipient)
    const one = await lockBouncedRecipient(sql, recipient)
    if (one?.mail_state !== 'bounced') return refuseEmployer('no-longer-possible')
    if (one.known !== was) return refuseEmployer('changed-since')
    // A recipient who has activated the voucher by now keeps its code: no other address gets it, and the employer
    // sees no difference.
    await saveCorrectedAddress(sql, { email, claimed: one.claimed, recipient })
    if (!one.claimed) await reopenBatchMails(sql, batch.id)
    await updateBounceTasks(sql, batch.id, now)
    audit({
      action: 'employer.address-corrected',
      subjectKind: 'employer',
      subjectId: String(who.employerId),
      channelId: batch.channel_id,
      before: { email: was },
      after: { batch: String(batch.id), recipient, email },
      personal: ['email'],
    })
    return { corrected: true }
  })
  return refused(done) ? done : read((sql) => findOwn(sql, Number(recipient)))
}
