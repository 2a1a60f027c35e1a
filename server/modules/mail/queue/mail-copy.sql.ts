import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function findSentMail(sql: Queries, mailId: string, number: string) {
  const [row] = await sql<{ template: string; subject_id: string; copies: number; last: Date }[]>`
    select template, subject_id,
      (select max(copy) + 1 from mail other where other.template = mail.template
        and other.subject_id = mail.subject_id and other.month = mail.month) as copies,
      (select max(created_at) from mail other where other.template = mail.template
        and other.subject_id = mail.subject_id and other.month = mail.month) as last
    from mail where id = ${mailId} and split_part(subject_id, ':', 1) = ${number}
      and template in ${sql(HOLDER_MAILS)}`
  return row
}

export async function insertMailCopy(
  sql: Queries,
  {
    template,
    subjectId,
    month,
    voucherId,
    channelId,
    language,
    email,
    now,
    copies,
  }: {
    template: string
    subjectId: string
    month: string
    voucherId: number
    channelId: string
    language: string
    email: string
    now: Date
    copies: number
  },
) {
  const [row] = await sql<{ id: string }[]>`
    insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, created_at, copy)
    values (${template}, ${subjectId}, ${month}, ${voucherId}, ${channelId},
      ${language}, ${email}, ${now}, ${copies}) returning id`
  return row
}

/** Mails that show the current state of the order when they are sent again. */
const ORDER_STATE_MAILS = ['order-confirmation', 'order-changed']

export const insertMailCopies = (
  sql: Queries,
  { now, numbers, last }: { now: Date; numbers: string[]; last: Date },
) => sql<{ id: string }[]>`
  insert into mail (template, subject_id, month, voucher_id, channel_id, language, recipient, created_at, copy)
  select sent.template, sent.subject_id, orders.month, orders.voucher_id, orders.channel_id, orders.language,
    orders.person ->> 'email', ${now}, copies + 1
  from orders cross join lateral (
      select template, subject_id from mail
      where split_part(subject_id, ':', 1) = orders.number and mail.month = orders.month
        and template in ${sql(ORDER_STATE_MAILS)}
      order by created_at desc, id desc limit 1) sent
    cross join lateral (
      select max(copy) as copies, max(created_at) as last from mail other
      where other.template = sent.template and other.subject_id = sent.subject_id and other.month = orders.month) existing
  where orders.number = any(${numbers}::text[]) and last <= ${last}
  returning id`
