import type { Queries } from '#server/platform/db/database.ts'

export type FoundAnswer = {
  requestId: number
  subject: string
  body: string
  /** The newest message of the recipient at the time of the answer. */
  asked: string
  askedAt: Date
  /** Message ids of the recipient's mails that it answers, oldest first. */
  references: string[]
}

export async function findAnswer(sql: Queries, id: string): Promise<FoundAnswer | undefined> {
  const [row] = await sql<FoundAnswer[]>`
    select request.id as "requestId", subject, answer.body, coalesce(last.body, request.body) as asked,
      coalesce(last.at, request.at) as "askedAt",
      array_remove(array[request.mail_message_id, last.mail_message_id], null) as references
    from service_message answer join service_request request on request.id = request_id
      left join lateral (
        select body, at, mail_message_id from service_message
        where request_id = request.id and kind = 'in' and id < answer.id order by id desc limit 1) last on true
    where answer.id = ${id}::bigint and answer.kind = 'out'`
  return row
}

/** The question, for its confirmation. */
export type RepeatedQuestion = { name: string; subject: string; body: string }

/**
 * Undefined unless an order of the same voucher has the sender's address: a wrong address must not receive the text of a
 * stranger. Also undefined for a mail, because its sender has a copy.
 */
export async function findRepeatedQuestion(
  sql: Queries,
  id: string,
): Promise<RepeatedQuestion | undefined> {
  const [row] = await sql<RepeatedQuestion[]>`
    select name, subject, body from service_request request
    where id = ${id}::bigint and source <> 'mail' and exists (
      select from orders
      where orders.voucher_id = request.voucher_id and lower(orders.person->>'email') = lower(request.email))`
  return row
}
