import type { MailTemplate } from '#domain/mail/mails.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'

/** Cancels queued mails about these subjects. `subjects` is a query of subject ids. */
export const dropQueuedMails = (sql: Queries, template: MailTemplate, subjects: Fragment) => sql`
  update mail set state = 'replaced'
  where template = ${template} and state = 'queued' and subject_id in (${subjects})`

/** Marks a mail as replaced by another one. */
export const replaceMail = (
  sql: Queries,
  { template, subjectId, month }: { template: MailTemplate; subjectId: string; month: string },
) => sql`
  update mail set state = 'replaced'
  where template = ${template} and subject_id = ${subjectId} and month = ${month}`

/** Returns false if no sent mail has this id. */
export async function markBounced(sql: Queries, id: string, error: string): Promise<boolean> {
  const refused = await sql`
    update mail set state = 'refused', last_error = ${error} where id = ${id} and state = 'sent'`
  return refused.count > 0
}

/** Queues a bounced mail with a corrected address. The caller queues the job that sends it. */
export const requeueBouncedMail = (sql: Queries, { id, to }: { id: string; to: string }) => sql`
  update mail set state = 'queued', recipient = ${to}, leaving_until = null
  where id = ${id} and state = 'refused'`

/** The confirmation of an order from before the shop opened. */
export const insertSentConfirmation = (
  sql: Queries,
  mail: {
    number: string
    month: string
    voucherId: number
    channelId: string
    language: string
    recipient: string
    at: Date
  },
) => sql`
  insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, state, tries,
    created_at, sent_at)
  values ('order-confirmation', ${mail.number}, ${mail.month}, ${mail.voucherId}, ${mail.channelId},
    ${mail.language}, ${mail.recipient}, 'sent', 1, ${mail.at}, ${mail.at})`
