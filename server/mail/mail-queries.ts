import type { Fragment, Queries, Transaction } from '#server/db/database.ts'
import type { MailTemplate } from '#server/books/queue-mail.ts'

export type MailRow = {
  id: string
  template: MailTemplate
  /** The number of the order that it is about, or what else it is about; and what of it. */
  subjectId: string
  channelId: string
  language: string
  recipient: string
  createdAt: Date
  /** Whose order it is about, and what decides when it may leave; null where it is about none. */
  about: MailAbout | null
}

export type MailAbout = {
  voucherId: number
  /** A later mail tells all that this one would. */
  isToldLater: boolean
  /** Mails about earlier changes of the order; of those that wait none will leave but one that is leaving right now. */
  changesBefore: number
  changeableUntilMs: number
  /** What the holder caused lately. */
  sentLately: number
  lastSentMs: number
}

/** Whoever holds a voucher causes these, to an address of his choice. The others the shop itself causes. */
export const CAUSED_BY_HOLDER: MailTemplate[] = [
  'order-confirmation',
  'order-changed',
  'order-cancelled',
  'withdrawal-receipt',
]

/** Of those asked for the ones that wait; without what has been dealt with, or is being sent by somebody else. */
export async function lockQueuedMails(
  sql: Transaction,
  ids: string[],
  paceSince: Date,
): Promise<MailRow[]> {
  const change = (mail: Fragment) =>
    sql`case when ${mail}.template = 'order-changed' then split_part(${mail}.subject_id, ':', 2)::integer end`
  // The mail about a change shows the whole order as it is; what was cancelled is neither new nor changed.
  return sql<MailRow[]>`
    select mail.id, template, subject_id as "subjectId", mail.channel_id as "channelId", mail.language, recipient,
      created_at as "createdAt",
      case when orders.number is not null then jsonb_build_object(
        'voucherId', orders.voucher_id,
        'isToldLater', template in ('order-changed', 'order-confirmation') and exists (
          select from mail later
          where split_part(later.subject_id, ':', 1) = orders.number and later.month = orders.month
            and later.state <> 'refused'
            and (later.template = 'order-cancelled'
              or mail.template = 'order-changed' and ${change(sql`later`)} > ${change(sql`mail`)})),
        'changesBefore', case when template = 'order-changed' then (
          select count(*) filter (where earlier.state = 'sent')
            + least(1, count(*) filter (where earlier.state = 'queued'))
          from mail earlier
          where split_part(earlier.subject_id, ':', 1) = orders.number and earlier.month = orders.month
            and ${change(sql`earlier`)} < ${change(sql`mail`)}) else 0 end,
        'changeableUntilMs', extract(epoch from changeable_until) * 1000,
        'sentLately', lately.sent, 'lastSentMs', coalesce(extract(epoch from lately.last) * 1000, 0)) end as about
    from mail
      left join orders on orders.number = split_part(mail.subject_id, ':', 1) and template <> 'service-request'
      left join lateral (
        select count(*) as sent, max(other.sent_at) as last
        from orders own join mail other on split_part(other.subject_id, ':', 1) = own.number
          and other.month = own.month
        where own.voucher_id = orders.voucher_id and other.template = any(${CAUSED_BY_HOLDER})
          and other.sent_at > ${paceSince}
      ) lately on true
    where mail.id = any(${ids}::uuid[]) and mail.state = 'queued'
    order by created_at, mail.id
    for update of mail skip locked`
}

/** How a try ended, and how it is noted. */
export type MailNote = { id: string; state: 'queued' | 'sent' | 'refused'; error: string | null }

export async function saveMailNotes(sql: Transaction, notes: MailNote[], at: Date) {
  if (notes.length === 0) return
  await sql`
    update mail set state = note.state, tries = tries + 1, last_error = note.error,
      sent_at = case when note.state = 'sent' then ${at}::timestamptz end
    from unnest(${notes.map(({ id }) => id)}::uuid[], ${notes.map(({ state }) => state)}::text[],
      ${notes.map(({ error }) => error)}::text[]) as note (id, state, error)
    where mail.id = note.id`
}

export async function saveMailsReplaced(sql: Transaction, ids: string[]) {
  if (ids.length > 0) await sql`update mail set state = 'replaced' where id = any(${ids}::uuid[])`
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
