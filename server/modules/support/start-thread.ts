import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { TransactionContext } from '#server/platform/db/transaction-context.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import { saveQuestion, type ServiceRequest } from '#server/modules/support/support-request.sql.ts'

/**
 * Starts a thread in the caller's transaction and notifies the back office. Sends a confirmation mail unless `silent`.
 */
export async function startThread(
  context: TransactionContext,
  sql: Queries,
  question: Omit<ServiceRequest, 'id'>,
  { silent = false } = {},
): Promise<number> {
  const id = await saveQuestion(sql, question)
  if (!silent) {
    await queueMail(context, sql, {
      template: 'service-received',
      subjectId: String(id),
      channelId: question.channelId,
      language: question.language,
      recipient: question.email,
    })
  }
  await notifyThread(sql, id, question.channelId)
  return id
}

/** Notifies open inboxes of a change to a thread that was not made by staff. */
export async function notifyThread(sql: Queries, id: number, channel: string) {
  const change = { kind: 'request', id: String(id), channel, action: null, by: null, name: null }
  await notify(sql, 'backoffice', JSON.stringify(change))
}
