import { MOST_ORDERS_AT_ONCE } from '#contract/orders/order-actions.staff.ts'
import type { StaffCaller } from '#server/http/staff/serve-staff-endpoint.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

/** Mails that still describe the current order. */
const CONFIRMING = ['order-confirmation', 'order-changed']

export async function note(
  sql: StaffCaller['sql'],
  numbers: string[],
  { body, staffId, at }: { body: string; staffId: number; at: Date },
) {
  const made = await sql`
    insert into order_note (order_number, staff_id, body, at)
    select number, ${staffId}, ${body}, ${at} from unnest(${numbers}::text[]) number`
  return made.count
}

export const listOrderNumbers = (sql: Queries, list: ListQuery<'placed_at'>) => sql<
  { number: string }[]
>`
  select orders.number from ${list.from(sql)} order by orders.number limit ${MOST_ORDERS_AT_ONCE + 1}`

export const lockOrderRows = (sql: Queries, numbers: string[]) => sql`
  select from orders where number = any(${numbers}::text[]) order by number for no key update`

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
        and template in ${sql(CONFIRMING)}
      order by created_at desc, id desc limit 1) sent
    cross join lateral (
      select max(copy) as copies, max(created_at) as last from mail other
      where other.template = sent.template and other.subject_id = sent.subject_id and other.month = orders.month) before
  where orders.number = any(${numbers}::text[]) and last <= ${last}
  returning id`
