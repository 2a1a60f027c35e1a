import type { Queries } from '#server/platform/db/database.ts'
import { orderLineName } from '#server/modules/orders/order-line-names.sql.ts'
import { findVoucherPage, personOf } from '#server/modules/support/voucher-page/voucher-page.sql.ts'
import { type ThreadRow, withoutName } from '#server/modules/support/inbox/inbox-list.sql.ts'

export type FoundThread = ThreadRow & {
  version: number
  body: string
  whole: string | null
  left_out: number
  at: Date
  voucher_id: number | null
  channel_name: string
  time_zone: string
}

const threadColumns = (sql: Queries) => sql`
  service_request.id, service_request.channel_id, subject, service_request.name, email, service_request.language, source,
  service_request.state, owner_id, (select staff.name from staff where staff.id = owner_id) as owner_name, snoozed_until,
  since, version, body, whole, left_out, at, voucher_id, channel.name as channel_name, time_zone`

export async function findThread(sql: Queries, id: string): Promise<FoundThread | undefined> {
  const [row] = await sql<FoundThread[]>`
    select ${threadColumns(sql)} from service_request join channel on channel.id = channel_id
    where service_request.id = ${Number(id)}`
  return row
}

/** Serializes writes to a thread. */
export async function lockThread(sql: Queries, id: string): Promise<FoundThread | undefined> {
  const [row] = await sql<FoundThread[]>`
    select ${threadColumns(sql)} from service_request join channel on channel.id = channel_id
    where service_request.id = ${Number(id)} for update of service_request`
  return row
}

type MessageRow = {
  id: number
  kind: 'in' | 'out' | 'note' | 'automatic'
  at: Date
  staff_id: number | null
  staff_name: string | null
  from_address: string
  from_name: string
  body: string
  whole: string | null
  left_out: number
  mail: MailOfThread | null
}
type MailOfThread = { state: 'queued' | 'sent' | 'refused'; to: string; said: string }
type Attachment = { id: number; message_id: number; name: string; type: string; bytes: number }

/** Whether the sender was erased. Nothing is added to the thread or sent from it any more. */
export const isErased = ({ email }: Pick<FoundThread, 'email'>) => email === ''

/** The first question and all later messages, with the state of the mails that contain them. */
export async function listMessages(sql: Queries, thread: FoundThread) {
  const mailOf = (template: string, id: string) => sql`
    (select jsonb_build_object('state', mail.state, 'to', case when recipient like 'erased %' then '' else recipient end, 'said', coalesce(last_error, ''))
      from mail where split_part(subject_id, ':', 1) = ${sql.unsafe(id)} and template = ${template}
        and mail.state <> 'replaced' order by created_at desc limit 1)`
  const [confirmation] = await sql<{ mail: MailOfThread | null }[]>`
    select ${mailOf('service-received', `'${thread.id}'`)} as mail`
  const rows = await sql<MessageRow[]>`
    select message.id, kind, message.at, staff_id, staff.name as staff_name, from_address, from_name, body, whole, left_out,
      case when kind = 'out' then ${mailOf('service-answer', 'message.id::text')} end as mail
    from service_message message left join staff on staff.id = staff_id
    where request_id = ${thread.id} order by message.id`
  const attachments = await sql<Attachment[]>`
    select id, coalesce(message_id, 0) as message_id, name, type, octet_length(bytes) as bytes
    from service_attachment where request_id = ${thread.id} order by id`
  const first: MessageRow = {
    id: 0,
    kind: 'in',
    at: thread.at,
    staff_id: null,
    staff_name: null,
    from_address: '',
    from_name: thread.name,
    body: withoutName(thread),
    whole: thread.whole,
    left_out: thread.left_out,
    mail: confirmation?.mail ?? null,
  }
  return [first, ...rows].map((row) => ({
    id: String(row.id),
    kind: row.kind,
    at: row.at.toISOString(),
    by: row.staff_id === null ? null : { id: String(row.staff_id), name: row.staff_name ?? '' },
    from: row.from_name || row.from_address || thread.email,
    stranger:
      row.from_address !== '' && row.from_address.toLowerCase() !== thread.email.toLowerCase(),
    body: row.body,
    whole: row.whole,
    attachments: attachments
      .filter(({ message_id }) => message_id === row.id)
      .map(({ id, name, type, bytes }) => ({ id: String(id), name, type, bytes })),
    left_out: row.left_out,
    mail: row.mail,
  }))
}

type OrderOfThread = {
  number: string
  at: Date
  state: string
  points: number
  cents: number
  gifts: { name: string; quantity: number }[]
  parcels: { code: string; carrier: string; link: string | null; state: string }[]
}

/** The holder with their latest orders, shown beside the thread. */
export async function findThreadHolder(
  sql: Queries,
  { voucher_id }: FoundThread,
  { now, language }: { now: Date; language: string },
) {
  const row = voucher_id === null ? undefined : await findVoucherPage(sql, voucher_id, now)
  if (!row) return null
  const orders = await sql<OrderOfThread[]>`
    select number, placed_at as at, state, points_paid as points, cents_paid as cents,
      (select coalesce(jsonb_agg(jsonb_build_object('name', ${orderLineName(sql, language)}, 'quantity', quantity) order by line), '[]')
        from order_line where order_number = number) as gifts,
      (select coalesce(jsonb_agg(jsonb_build_object('code', code, 'carrier', carrier, 'link', link, 'state', parcel.state)
          order by sent_at, code), '[]')
        from parcel where order_number = number) as parcels
    from orders where voucher_id = ${row.id} order by placed_at desc, number desc limit 5`
  return {
    id: String(row.id),
    name: personOf(row).name,
    last3: row.last3,
    state: row.state,
    available: row.available,
    valid_until: row.valid_until?.toISOString() ?? null,
    orders: orders.map(({ at, ...order }) => ({ ...order, at: at.toISOString() })),
  }
}
