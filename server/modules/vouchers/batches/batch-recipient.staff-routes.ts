import type { FastifyInstance } from 'fastify'

import { addRecipient, batchRecipients } from '#contract/vouchers/batch-recipients.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { maskedMail, maskedName } from '#domain/privacy/person-mask.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { addToBatch } from '#server/modules/vouchers/batches/add-to-batch.ts'
import { findBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { lockOwnBatch } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  type RecipientRow,
  recipientList,
  type Recipient,
  findRecipient,
  recipientOf,
} from '#server/modules/vouchers/batches/batch-recipient.sql.ts'

export function batchRecipientRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, batchRecipients, listRecipients)

  serveStaff(app, backoffice, addRecipient, handleAddRecipient)
}

async function handleAddRecipient(
  { id, reason, allow_second, ...person }: ParsedInput<typeof addRecipient>,
  caller: SignedIn,
) {
  const { sql, now, audit } = caller
  const batch = await lockOwnBatch(caller, id)
  if (refused(batch)) return batch
  const added = await addToBatch(sql, batch, person, { now, reason, allowSecond: allow_second })
  if (refused(added)) return added
  audit({
    action: 'batch.colleague-added',
    subjectKind: 'batch',
    subjectId: id,
    channelId: batch.channel_id,
    reason,
    after: {
      recipient: String(added.recipient),
      points: batch.points,
      name: person.name,
      email: person.email,
    },
    personal: ['name', 'email'],
  })
  return findRecipient(sql, added.recipient)
}

async function listRecipients(
  { id, ...query }: ParsedInput<typeof batchRecipients>,
  caller: SignedIn,
) {
  const { sql, now, within, may } = caller
  const batch = await findBatch(sql, Number(id), now)
  if (!batch || !within(batch.channel_id)) return refuseStaff('not-found')
  const isUnmasked = may('personal-data.view')
  const mask = maskFor(isUnmasked)
  return serveList(caller, query, {
    file: `batch-${batch.id}-people`,
    list: recipientList({ ...query, batchId: batch.id, isUnmasked }),
    columns: csvColumns(mask),
    row: (row: RecipientRow) => mask(recipientOf(row)),
  })
}

/** Without the permission to see personal data, names and addresses are masked. */
const maskFor =
  (isUnmasked: boolean) =>
  (person: Recipient): Recipient =>
    isUnmasked
      ? person
      : {
          ...person,
          name: maskedName(person.name),
          email: maskedMail(person.email),
          words: '',
          bounce: '',
        }

const csvColumns = (mask: (person: Recipient) => Recipient) => {
  const column = (key: keyof Recipient) => (row: RecipientRow) => mask(recipientOf(row))[key]
  return {
    name: column('name'),
    department: column('department'),
    email: column('email'),
    language: column('language'),
    kind: column('kind'),
    last3: column('last3'),
    mail: column('mail_state'),
    mailed_at: column('mailed_at'),
    bounced_at: column('bounced_at'),
    ...notInFile('id', 'voucher', 'words', 'mail_state', 'bounce', 'added_reason', 'stopped'),
  }
}
