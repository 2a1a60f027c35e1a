import type { Fragment, Queries, Transaction } from '#server/platform/db/database.ts'
import { type MailTemplate, MAILS_BY_HOLDER, ORDER_MAILS } from '#domain/mail/mails.ts'

export type MailRow = {
  id: string
  template: MailTemplate
  /** The id of the mail's subject, for example an order number, then details after colons. */
  subjectId: string
  channelId: string
  language: string
  recipient: string
  createdAt: Date
  /** The order that the mail is about, with the data that decides when it is sent; null without an order. */
  about: MailAbout | null
}

export type MailAbout = {
  voucherId: number
  /** A later mail contains everything in this one. */
  isRepeatedLater: boolean
  /** Mails about earlier changes of the order that were sent. All queued ones count as one, because they are replaced. */
  changesBefore: number
  changeableUntilMs: number
  /** Mails that the holder has caused in the last 24 hours, including those being sent now. */
  sentRecently: number
  lastSentMs: number
}

/**
 * Leases queued mails until `until`, one per holder. The lease is a column, so no lock or transaction stays open. Skips
 * mails that another process is leasing at this moment.
 */
export async function leaseMails(
  sql: Queries,
  ids: string[],
  { now, until, rateSince }: { now: Date; until: Date; rateSince: Date },
): Promise<MailRow[]> {
  const change = (mail: Fragment) =>
    sql`case when ${mail}.template = 'order-changed' then split_part(${mail}.subject_id, ':', 2)::integer end`
  // A time in the far future was saved before the clock was set back.
  const farAhead = new Date(2 * until.getTime() - now.getTime())
  const isFree = (mail: Fragment) =>
    sql`(${mail}.leaving_until is null or ${mail}.leaving_until <= ${now} or ${mail}.leaving_until > ${farAhead})`
  // A confirmation or change is not sent if a later change or the cancellation of the order is queued.
  const rows = await sql<MailRow[]>`
    with first as (
      select distinct on (coalesce(orders.voucher_id::text, mail.id::text)) mail.id, mail.month, orders.number,
        orders.voucher_id, orders.changeable_until
      from mail
        left join orders on orders.number = split_part(mail.subject_id, ':', 1) and template in ${sql(ORDER_MAILS)}
      where mail.id = any(${ids}::uuid[]) and mail.state = 'queued' and ${isFree(sql`mail`)}
      order by coalesce(orders.voucher_id::text, mail.id::text), mail.created_at, mail.id
    ), free as (
      select mail.id as free_id, mail.month as free_month, first.number, first.voucher_id, first.changeable_until
      from first cross join lateral (
        select id, month from mail
        where mail.id = first.id and mail.month = first.month and mail.state = 'queued' and ${isFree(sql`mail`)}
        for update skip locked
      ) mail
    )
    update mail set leaving_until = ${until}
    from free
      left join lateral (
        select count(*) as sent, max(coalesce(other.sent_at, ${now}::timestamptz)) as last
        from orders own cross join lateral (
          -- "offset 0" makes PostgreSQL look them up order by order. Otherwise it would read a whole month without statistics.
          select * from mail where split_part(subject_id, ':', 1) = own.number and month = own.month offset 0
        ) other
        where own.voucher_id = free.voucher_id and other.template = any(${MAILS_BY_HOLDER}::text[])
          and (other.sent_at > ${rateSince} or other.state = 'queued' and not ${isFree(sql`other`)})
      ) lately on true
    -- The ids are repeated, because they keep PostgreSQL from reading a whole month for the join.
    where mail.id = any(${ids}::uuid[]) and mail.id = free_id and mail.month = free_month
    returning mail.id, template, subject_id as "subjectId", mail.channel_id as "channelId", mail.language, recipient,
      created_at as "createdAt",
      case when free.number is not null then jsonb_build_object(
        'voucherId', free.voucher_id,
        'isRepeatedLater', template in ('order-changed', 'order-confirmation') and exists (
          select from mail later
          where split_part(later.subject_id, ':', 1) = free.number and later.month = free_month and later.state <> 'refused'
            and (later.template = 'order-cancelled'
              or mail.template = 'order-changed' and ${change(sql`later`)} > ${change(sql`mail`)})),
        'changesBefore', case when template = 'order-changed' then (
          select count(*) filter (where earlier.state = 'sent')
            + least(1, count(*) filter (where earlier.state = 'queued'))
          from mail earlier
          where split_part(earlier.subject_id, ':', 1) = free.number and earlier.month = free_month
            and ${change(sql`earlier`)} < ${change(sql`mail`)}) else 0 end,
        'changeableUntilMs', extract(epoch from free.changeable_until) * 1000,
        'sentRecently', lately.sent, 'lastSentMs', coalesce(extract(epoch from lately.last) * 1000, 0)) end as about`
  return [...rows].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Those of these mails that are still queued, with the end of their lease. */
export async function findQueuedMails(sql: Queries, ids: string[]) {
  return sql<{ id: string; until: Date | null }[]>`
    select id, leaving_until as until from mail where id = any(${ids}::uuid[]) and state = 'queued'`
}

/** The result of one attempt to send a mail. */
export type SendResult = { id: string; state: 'queued' | 'sent' | 'refused'; error: string | null }

/**
 * A sent mail is saved as sent, even if the lease was lost. A failure counts only for the process that still has the
 * lease, so it cannot take the mail from another process.
 */
export async function saveSendResults(sql: Queries, results: SendResult[], at: Date, until: Date) {
  if (results.length === 0) return
  await sql`
    update mail set state = result.state, tries = tries + 1, last_error = result.error,
      sent_at = case when result.state = 'sent' then ${at}::timestamptz end,
      leaving_until = case when leaving_until = ${until} then null else leaving_until end
    from unnest(${results.map(({ id }) => id)}::uuid[], ${results.map(({ state }) => state)}::text[],
      ${results.map(({ error }) => error)}::text[]) as result (id, state, error)
    where mail.id = result.id and mail.state = 'queued'
      and (result.state <> 'queued' or leaving_until = ${until})`
}

/** Returns leased mails to the queue (`later`) or marks them as replaced. */
export async function releaseLeases(
  sql: Transaction,
  { replaced, later, until }: { replaced: string[]; later: string[]; until: Date },
) {
  await sql`
    update mail set leaving_until = null,
      state = case when id = any(${replaced}::uuid[]) then 'replaced' else state end
    where id = any(${[...replaced, ...later]}::uuid[]) and state = 'queued' and leaving_until = ${until}`
}

export type FoundQuestion = {
  id: number
  email: string
  subject: string
  body: string
  latestOrder: string | null
}

export async function findQuestion(sql: Queries, id: string): Promise<FoundQuestion | undefined> {
  const [question] = await sql<FoundQuestion[]>`
    select id, email, subject, body,
      (select number from orders where voucher_id = service_request.voucher_id
        order by placed_at desc, number desc limit 1) as "latestOrder"
    from service_request where id = ${id}::bigint`
  return question
}

/** A session in which a colleague acted as the recipient. */
export type FoundImpersonation = { at: Date; ends_at: Date; reason: string }

export async function findActing(
  sql: Queries,
  id: string,
): Promise<FoundImpersonation | undefined> {
  const [row] = await sql<FoundImpersonation[]>`
    select at, ends_at, reason from impersonation where id = ${id}::bigint`
  return row
}

export type FoundInvitation = {
  id: string
  token_hash: Buffer
  name: string
  /** '' for the back office. */
  employer: string
  invited_by: string
  ends_at: Date
}

export async function findInvitation(
  sql: Queries,
  id: string,
): Promise<FoundInvitation | undefined> {
  const [row] = await sql<FoundInvitation[]>`
    select staff_invitation.id, token_hash, staff.name, '' as employer, coalesce(inviter.name, '') as invited_by, ends_at
    from staff_invitation join staff on staff.id = staff_id left join staff inviter on inviter.id = invited_by
    where staff_invitation.id = ${id}::uuid`
  return row
}

export async function findEmployerInvitation(
  sql: Queries,
  id: string,
): Promise<FoundInvitation | undefined> {
  const [row] = await sql<FoundInvitation[]>`
    select invitation.id, token_hash, invited.name, employer.name as employer, inviter.name as invited_by, ends_at
    from employer_invitation invitation join employer_user invited on invited.id = employer_user_id
      join employer on employer.id = invited.employer_id join staff inviter on inviter.id = invited_by
    where invitation.id = ${id}::uuid`
  return row
}

type PurchaseMailLine = {
  line: number
  name: string
  variant: string
  sku: string
  quantity: number
}

/** The open lines of a purchase order, and the link that this mail contains. */
export async function findPurchaseMail(sql: Queries, number: string, place: number) {
  const [row] = await sql<
    {
      number: string
      token_hash: Buffer
      lines: PurchaseMailLine[]
    }[]
  >`
    select number, token_hash,
      (select coalesce(jsonb_agg(jsonb_build_object('line', line, 'name', name, 'variant', variant, 'sku', sku,
          'quantity', quantity) order by line), '[]')
        from purchase_order_line line where line.number = purchase_link.number and state = 'open') as lines
    from purchase_link where number = ${number} and place = ${place}`
  return row
}

/** The withdrawn line. A supplier that received a file has no link. */
export async function findWithdrawnMail(
  sql: Queries,
  number: string,
  place: number,
  lineNumber: number,
) {
  const [row] = await sql<{ token_hash: Buffer | null; lines: PurchaseMailLine[] }[]>`
    select
      (select token_hash from purchase_link link where link.number = line.number and place = ${place}) as token_hash,
      jsonb_build_array(jsonb_build_object('line', line, 'name', name, 'variant', variant, 'sku', sku,
        'quantity', quantity)) as lines
    from purchase_order_line line where number = ${number} and line = ${lineNumber} and state = 'gone'`
  return row
}

/** The templates of mails by their ids. Unknown ids are left out. */
export async function findTemplates(
  sql: Queries,
  ids: readonly string[],
): Promise<Map<string, MailTemplate>> {
  const rows = await sql<{ id: string; template: MailTemplate }[]>`
    select id::text, template from mail where id::text = any(${[...ids]}::text[])`
  return new Map(rows.map(({ id, template }) => [id, template]))
}

export type FoundReminder = {
  name: string
  senderName: string
  points: number
  until: Date
  mailedAt: Date | null
}

/** An expired voucher and the points that expired with it. */
export async function findExpiredVoucher(sql: Queries, id: string) {
  const [row] = await sql<{ name: string; points: number; until: Date }[]>`
    select coalesce(nullif(recipient.name, ''), first_name) as name, points, voucher_expiry.valid_until as until
    from voucher_expiry join voucher on voucher.id = voucher_expiry.voucher_id
      left join recipient on recipient.voucher_id = voucher.id
    where voucher_expiry.id = ${id}::bigint`
  return row
}

export async function findReminder(sql: Queries, id: string): Promise<FoundReminder | undefined> {
  const [row] = await sql<FoundReminder[]>`
    select recipient.name, sender_name as "senderName", available as points, voucher.valid_until as until,
      case when mail_state = 'sent' then mailed_at end as "mailedAt"
    from recipient join voucher on voucher.id = recipient.voucher_id join voucher_balance on voucher_balance.voucher_id = voucher.id
      join voucher_batch on voucher_batch.id = voucher.batch_id
    where recipient.id = ${id}::bigint`
  return row
}
