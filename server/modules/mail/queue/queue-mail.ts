import { MAILS, type MailSubject, type MailTemplate } from '#domain/mail/mails.ts'
import type { Fragment, Queries } from '#server/platform/db/database.ts'
import type { TransactionContext } from '#server/platform/db/transaction-context.ts'

/** `subjectId` identifies the subject, so that the mail can be rendered again for each attempt. */
export type NewMail = {
  template: MailTemplate
  subjectId: string
  channelId: string
  language: string
  /** An empty address is queued too and fails on sending, so that staff see the missing address. */
  recipient: string
}

/**
 * Queues a mail in the caller's transaction. The same mail to the same address is queued only once, because it is stored
 * in the month of its subject, which never changes.
 */
export async function queueMail(context: TransactionContext, sql: Queries, mail: NewMail) {
  const { template, subjectId, channelId, language, recipient } = mail
  const [row] = await sql<{ id: string }[]>`
    insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, created_at)
    select ${template}, ${subjectId}, about.month, about.voucher_id, ${channelId}, ${language}, ${recipient},
      ${context.ports.clock.now()}::timestamptz
    from (${subjectOf(sql, mail)}) as about
    on conflict do nothing returning id`
  if (row) await context.jobs.send(sql, [{ name: 'send-mail', data: { id: row.id } }])
}

/**
 * Queues a mail again because its subject has changed: a queued mail will show the change, a sent mail is sent again.
 * Part of a transaction that locks the subject.
 */
export async function requeueMail(context: TransactionContext, sql: Queries, mail: NewMail) {
  const { template, subjectId, channelId, language, recipient } = mail
  const isSameMail = sql`template = ${template} and subject_id = ${subjectId} and recipient = ${recipient}
    and month = (select about.month from (${subjectOf(sql, mail)}) as about)`
  // The sender skips locked mails and reads them after the commit.
  const waiting = await sql`
    select from mail where ${isSameMail} and state = 'queued' and leaving_until is null for update`
  if (waiting.count > 0) return
  const [row] = await sql<{ id: string }[]>`
    insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, created_at, copy)
    select ${template}, ${subjectId}, about.month, about.voucher_id, ${channelId}, ${language}, ${recipient},
      ${context.ports.clock.now()}::timestamptz, coalesce((select max(copy) + 1 from mail where ${isSameMail}), 0)
    from (${subjectOf(sql, mail)}) as about
    returning id`
  if (row) await context.jobs.send(sql, [{ name: 'send-mail', data: { id: row.id } }])
}

const subjectOf = (sql: Queries, { template, subjectId }: NewMail) =>
  SUBJECTS[MAILS[template].about](sql, subjectId)

/** The month and the voucher of the record that a mail is about, by its `subject_id`. */
const SUBJECTS: Record<MailSubject, (sql: Queries, id: string) => Fragment> = {
  order: (sql, id) =>
    sql`select month, voucher_id from orders where number = split_part(${id}, ':', 1)`,
  question: (sql, id) =>
    sql`select month_of(at) as month, voucher_id from service_request where id = ${id}::bigint`,
  answer: (sql, id) => sql`
    select month_of(service_message.at) as month, voucher_id
    from service_message join service_request on service_request.id = request_id
    where service_message.id = ${id}::bigint`,
  recipient: (sql, id) =>
    sql`select month_of(reminded_at) as month, voucher_id from recipient where id = ${id}::bigint`,
  'voucher-expiry': (sql, id) => sql`
    select month_of(at) as month, voucher_id from voucher_expiry where id = substr(${id}, 7)::bigint`,
  impersonation: (sql, id) => sql`
    select month_of(at) as month, voucher_id from impersonation
    where id = split_part(${id}, ':', 2)::bigint`,
  'impersonation-day': (sql, id) => sql`
    select month_of(made_at) as month, null::bigint as voucher_id from impersonation_summary
    where day = split_part(${id}, ':', 2)::date`,
  'staff-invitation': (sql, id) => sql`
    select month_of(made_at) as month, null::bigint as voucher_id from staff_invitation
    where id = ${id}::uuid`,
  'employer-invitation': (sql, id) => sql`
    select month_of(made_at) as month, null::bigint as voucher_id from employer_invitation
    where id = ${id}::uuid`,
  'password-reset': (sql, id) => sql`
    select month_of(made_at) as month, null::bigint as voucher_id from password_reset
    where id = split_part(${id}, ':', 2)::uuid`,
  'account-notice': (sql, id) => sql`
    select month_of(at) as month, null::bigint as voucher_id from account_notice
    where id = split_part(${id}, ':', 2)::bigint`,
}
