import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import type { Queries } from '#server/platform/db/database.ts'

export async function findSentMail(sql: Queries, mail: string, number: string) {
  const [row] = await sql<{ template: string; subject_id: string; copies: number; last: Date }[]>`
    select template, subject_id,
      (select max(copy) + 1 from mail other where other.template = mail.template
        and other.subject_id = mail.subject_id and other.month = mail.month) as copies,
      (select max(created_at) from mail other where other.template = mail.template
        and other.subject_id = mail.subject_id and other.month = mail.month) as last
    from mail where id = ${mail} and split_part(subject_id, ':', 1) = ${number}
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

export async function insertOrderNote(
  sql: Queries,
  { number, staffId, body, now }: { number: string; staffId: number; body: string; now: Date },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into order_note (order_number, staff_id, body, at)
    values (${number}, ${staffId}, ${body}, ${now}) returning id`
  return row
}
