import type { Language } from '#domain/language.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'

export type ServiceRequest = {
  id: number
  /** null: the sender of a mail may be unknown. */
  voucherId: number | null
  channelId: string
  email: string
  subject: string
  body: string
  at: Date
  language: Language
  source: 'form' | 'chat' | 'mail'
  name: string
  mail: { messageId: string | null; whole: string | null; leftOut: number } | null
}

/** Serializes the questions of one recipient, so that each transaction sees the earlier ones. */
export async function lockQuestions(sql: Transaction, voucherId: number) {
  await sql`select from voucher where id = ${voucherId} for no key update`
}

/** Newest first. Questions in the future were asked before the clock was set back and do not count. */
export async function listQuestionsBetween(
  sql: Transaction,
  voucherId: number,
  since: Date,
  until: Date,
) {
  return sql<Pick<ServiceRequest, 'id' | 'email' | 'subject' | 'body' | 'at'>[]>`
    select id, email, subject, body, at from service_request
    where voucher_id = ${voucherId} and at > ${since} and at <= ${until} order by at desc, id desc`
}

export async function saveQuestion(sql: Queries, question: Omit<ServiceRequest, 'id'>) {
  const { voucherId, channelId, email, subject, body, at } = question
  const { language, source, name, mail } = question
  const [row] = await sql<{ id: number }[]>`
    insert into service_request (
      voucher_id, channel_id, email, subject, body, at, since, language, source, name, mail_message_id,
      whole, left_out)
    values (${voucherId}, ${channelId}, ${email}, ${subject}, ${body}, ${at}, ${at}, ${language}, ${source}, ${name},
      ${mail?.messageId ?? null}, ${mail?.whole ?? null}, ${mail?.leftOut ?? 0}) returning id`
  if (!row) throw new Error('insert of the service request returned no row')
  return row.id
}
