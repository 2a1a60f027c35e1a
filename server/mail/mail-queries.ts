import type { Queries, Transaction } from '#server/db/database.ts'
import type { MailTemplate } from '#server/books/queue-mail.ts'

export type MailRow = {
  id: string
  template: MailTemplate
  subjectId: string
  channelId: string
  language: string
  recipient: string
  createdAt: Date
}

/** undefined when it has been dealt with, and also while somebody else is sending it. */
export async function lockQueuedMail(sql: Transaction, id: string): Promise<MailRow | undefined> {
  const [mail] = await sql<MailRow[]>`
    select id, template, subject_id as "subjectId", channel_id as "channelId", language, recipient,
      created_at as "createdAt"
    from mail where id = ${id} and state = 'queued' for update skip locked`
  return mail
}

export async function saveMailSent(sql: Transaction, id: string, at: Date) {
  await sql`
    update mail set state = 'sent', tries = tries + 1, last_error = null, sent_at = ${at}
    where id = ${id}`
}

export async function saveMailReplaced(sql: Transaction, id: string) {
  await sql`update mail set state = 'replaced' where id = ${id}`
}

export async function saveMailFailed(
  sql: Transaction,
  id: string,
  failure: { state: 'queued' | 'refused'; error: string },
) {
  await sql`
    update mail set state = ${failure.state}, tries = tries + 1, last_error = ${failure.error}
    where id = ${id}`
}

export type AskedQuestion = {
  id: number
  email: string
  subject: string
  body: string
  latestOrder: string | null
}

export async function findQuestion(sql: Queries, id: string): Promise<AskedQuestion | undefined> {
  const [question] = await sql<AskedQuestion[]>`
    select id, email, subject, body,
      (select number from orders where voucher_id = service_request.voucher_id
        order by placed_at desc, number desc limit 1) as "latestOrder"
    from service_request where id = ${id}::bigint`
  return question
}
