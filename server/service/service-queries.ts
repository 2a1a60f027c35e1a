import type { Transaction } from '#server/db/database.ts'

export type ServiceRequest = {
  id: number
  voucherId: number
  channelId: string
  email: string
  subject: string
  body: string
  at: Date
}

/** The questions of one holder come one after the other, so that each sees those before it. */
export async function lockQuestions(sql: Transaction, voucherId: number) {
  await sql`select from voucher where id = ${voucherId} for no key update`
}

/** Newest first. What lies ahead was asked before the clock was set back, and counts no more. */
export async function questionsBetween(
  sql: Transaction,
  voucherId: number,
  since: Date,
  until: Date,
) {
  return sql<Omit<ServiceRequest, 'voucherId' | 'channelId'>[]>`
    select id, email, subject, body, at from service_request
    where voucher_id = ${voucherId} and at > ${since} and at <= ${until} order by at desc, id desc`
}

export async function saveQuestion(sql: Transaction, question: Omit<ServiceRequest, 'id'>) {
  const { voucherId, channelId, email, subject, body, at } = question
  const [row] = await sql<{ id: number }[]>`
    insert into service_request (voucher_id, channel_id, email, subject, body, at)
    values (${voucherId}, ${channelId}, ${email}, ${subject}, ${body}, ${at}) returning id`
  if (!row) throw new Error('the service request was not kept')
  return row.id
}
