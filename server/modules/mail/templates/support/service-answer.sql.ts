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
