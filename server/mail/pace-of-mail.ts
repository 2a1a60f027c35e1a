import { changeMailDue, holderMailDue, PACED_OVER_MS } from '#domain/mail-pace.ts'
import type { Queries } from '#server/db/database.ts'
import type { MailRow } from '#server/mail/mail-queries.ts'
import type { MailTemplate } from '#server/books/queue-mail.ts'

/** Whoever holds a voucher causes these, to an address of his choice. The others the shop itself causes. */
const CAUSED_BY_HOLDER: MailTemplate[] = [
  'order-confirmation',
  'order-changed',
  'order-cancelled',
  'withdrawal-receipt',
]

/** 'replaced': a later mail tells all that this one would. A date: it does not leave before. */
export async function paceOf(
  sql: Queries,
  mail: MailRow,
  now: Date,
): Promise<'now' | 'replaced' | Date> {
  const { template, createdAt } = mail
  if (!CAUSED_BY_HOLDER.includes(template)) return 'now'
  if (await isToldLater(sql, mail)) return 'replaced'
  const dues = [holderMailDue(await sentLately(sql, mail, now)) ?? 0]
  if (template === 'order-changed') {
    dues.push(changeMailDue({ atMs: createdAt.getTime(), ...(await changesBefore(sql, mail)) }))
  }
  const due = Math.max(...dues)
  return due > now.getTime() ? new Date(due) : 'now'
}

/** The mail about a change shows the whole order as it is; what was cancelled is neither new nor changed. */
async function isToldLater(sql: Queries, { template, subjectId }: MailRow) {
  if (template !== 'order-changed' && template !== 'order-confirmation') return false
  const { number, place } = aboutOf(subjectId)
  const [later] = await sql`
    select from mail
    where split_part(subject_id, ':', 1) = ${number} and state <> 'refused'
      and (template = 'order-cancelled'
        or ${template} = 'order-changed' and ${changeIn(sql)} > ${place})
    limit 1`
  return later !== undefined
}

/** Of those that wait none will leave but one that is leaving right now. */
async function changesBefore(sql: Queries, { id, subjectId }: MailRow) {
  const { number, place } = aboutOf(subjectId)
  const [row] = await sql<{ before: number; changeableUntil: Date }[]>`
    select changeable_until as "changeableUntil", (
      select (count(*) filter (where state = 'sent')
        + least(1, count(*) filter (where state = 'queued')))::integer
      from mail
      where split_part(subject_id, ':', 1) = ${number} and ${changeIn(sql)} < ${place}) as before
    from orders where number = ${number}`
  if (!row) throw new Error(`mail ${id} is about an unknown order`)
  return { before: row.before, changeableUntilMs: row.changeableUntil.getTime() }
}

async function sentLately(sql: Queries, { subjectId }: MailRow, now: Date) {
  const [row] = await sql<{ sent: number; last: Date | null }[]>`
    select count(*)::integer as sent, max(mail.sent_at) as last
    from orders join mail on split_part(mail.subject_id, ':', 1) = orders.number
    where orders.voucher_id = (
        select voucher_id from orders where number = ${aboutOf(subjectId).number})
      and template in ${sql(CAUSED_BY_HOLDER)}
      and mail.sent_at > ${new Date(now.getTime() - PACED_OVER_MS)}`
  return { sent: row?.sent ?? 0, lastMs: row?.last?.getTime() ?? 0 }
}

/** Which change of its order a mail is about; nothing for those about anything else. */
const changeIn = (sql: Queries) =>
  sql`case when template = 'order-changed' then split_part(subject_id, ':', 2)::integer end`

/** The order, and which of its changes. */
function aboutOf(subjectId: string) {
  const [number = '', place = ''] = subjectId.split(':')
  return { number, place: Number(place) || 0 }
}
