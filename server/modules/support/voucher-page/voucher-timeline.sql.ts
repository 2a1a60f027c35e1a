import type { Queries } from '#server/platform/db/database.ts'
import { HOLDER_MAILS } from '#domain/mail/mails.ts'

export type TimelineRow = {
  at: Date
  kind: string
  about: string
  who: string | null
  reason: string
  values: Record<string, unknown>
}

/** Older entries are in the lists of orders and the audit. */
export const MAX_TIMELINE_ENTRIES = 200

/** Actions that another source of the timeline contains, or that only read data. */
const NOT_SHOWN = ['personal-data.viewed', 'voucher.noted', 'voucher.impersonated']

/**
 * The history of one voucher, the newest first, each entry from its own table. Entries with free text need the
 * permission to see personal data. A visit is sorted before other entries of the same moment, because it caused them.
 */
export async function findTimeline(
  sql: Queries,
  voucherId: number,
  { showsPersonalData }: { showsPersonalData: boolean },
): Promise<TimelineRow[]> {
  return sql<TimelineRow[]>`
    with own_orders as (select number, placed_at, points_paid, cents_paid from orders where voucher_id = ${voucherId})
    select at, kind, about, staff.name as who, reason, vals as values from (
      ${pointsAndVisits(sql, voucherId)}
      union all ${paymentsAndRefunds(sql, voucherId)}
      union all ${ordersAndWithdrawals(sql, showsPersonalData)}
      union all ${mails(sql, voucherId)}
      union all ${questions(sql, voucherId, showsPersonalData)}
      ${showsPersonalData ? sql`union all ${notes(sql, voucherId)}` : sql``}
      union all ${actions(sql, voucherId)}
    ) entry left join staff on staff.id = staff_id
    order by at desc, kind = 'visit', place desc limit ${MAX_TIMELINE_ENTRIES + 1}`
}

const pointsAndVisits = (sql: Queries, voucherId: number) => sql`
  select at, case kind when 'grant' then 'granted' else 'expired' end as kind, '' as about, '' as reason,
    jsonb_build_object('points', points) as vals, null::bigint as staff_id, id as place
  from ledger where voucher_id = ${voucherId} and kind in ('grant', 'expire') and staff_id is null
  union all
  select at, 'visit', '', '', '{}', null, id from visit where voucher_id = ${voucherId} and impersonation_id is null
  union all
  select created_at, 'visit', '', '', '{}', null, 0 from session
  where voucher_id = ${voucherId} and impersonation_id is null
  union all
  select at, 'acted', '', reason, '{}', staff_id, id from impersonation where voucher_id = ${voucherId}
  union all
  select changed_at, 'cart', '', '', jsonb_build_object('gifts', gifts), null, 0
  from cart join lateral (select sum(quantity) as gifts from cart_line where cart_guid = guid) counted on gifts > 0
  where voucher_id = ${voucherId} and state = 'open'`

const paymentsAndRefunds = (sql: Queries, voucherId: number) => sql`
  select coalesce(settled_at, created_at), 'payment', coalesce(order_number, ''), '',
    jsonb_build_object('cents', cents, 'state', state, 'outcome', outcome), null, 0
  from payment where voucher_id = ${voucherId}
  union all
  select refund.created_at, 'refund', coalesce(order_number, ''), '',
    jsonb_build_object('cents', refund.cents, 'state', refund.state), null, 0
  from refund join payment on payment.key = payment_key where voucher_id = ${voucherId}
  union all
  select ledger.at, 'refund', coalesce(order_number, ''), '', jsonb_build_object('points', points), null, id
  from ledger where voucher_id = ${voucherId} and kind = 'refund'`

const ordersAndWithdrawals = (sql: Queries, showsPersonalData: boolean) => sql`
  select placed_at, 'order', number, '', jsonb_build_object('points', points_paid, 'cents', cents_paid,
    'gifts', (select sum(quantity) from order_line where order_number = number)), (
      select staff_id from order_event where order_number = number and type = 'placed' limit 1), 0
  from own_orders
  union all
  select at, 'order-event', order_number, '', jsonb_build_object('type', type), order_event.staff_id, order_event.id
  from own_orders join order_event on order_number = number
  where type not in ('placed', 'sent-to-warehouse', 'withdrawn')
  union all
  select at, 'withdrawal', order_number, ${showsPersonalData ? sql`withdrawal.reason` : sql`''`},
    jsonb_build_object('points', points), null, 0
  from own_orders join withdrawal on order_number = own_orders.number`

const mails = (sql: Queries, voucherId: number) => sql`
  select coalesce(sent_at, created_at), 'mail', split_part(subject_id, ':', 1), '',
    jsonb_build_object('template', template, 'state', state), null, 0
  from mail where split_part(subject_id, ':', 1) in (select number from own_orders)
    and template in ${sql(HOLDER_MAILS)} and state <> 'replaced'
  union all
  select message.at, 'mail', '', '', jsonb_build_object('template', 'service-answer', 'state', mail.state), message.staff_id,
    message.id
  from service_request request join service_message message on request_id = request.id and kind = 'out'
    join mail on split_part(subject_id, ':', 1) = message.id::text and template = 'service-answer'
  where request.voucher_id = ${voucherId} and mail.state <> 'replaced'
  union all
  select mailed_at, 'mail', '', '', jsonb_build_object('template', 'voucher-invitation', 'state', mail_state), null, 0
  from recipient where voucher_id = ${voucherId} and mailed_at is not null`

const questions = (sql: Queries, voucherId: number, showsPersonalData: boolean) => sql`
  select at, 'question', id::text, '', ${showsPersonalData ? sql`jsonb_build_object('subject', subject)` : sql`'{}'::jsonb`}, null, id
  from service_request where voucher_id = ${voucherId}`

const notes = (sql: Queries, voucherId: number) => sql`
  select at, 'note', coalesce(order_number, ''), '', jsonb_build_object('body', body), staff_id, id from voucher_note where voucher_id = ${voucherId}`

function actions(sql: Queries, voucherId: number) {
  const subject = String(voucherId)
  return sql`
    select at, 'action', id::text, reason, jsonb_build_object('action', action)
      || coalesce(jsonb_build_object('before', before), '{}') || coalesce(jsonb_build_object('after', after), '{}'),
      staff_id, id
    from audit where subject_kind = 'voucher' and subject_id = ${subject} and action <> all(${NOT_SHOWN})
    union all
    select replaced_at, 'action', '', case when staff_id is null then '' else previous.reason end,
      jsonb_build_object('action', 'code.voided'), staff_id, id
    from previous_voucher_code previous
    where voucher_id = ${voucherId} and not exists (
      select from audit where subject_kind = 'voucher' and subject_id = ${subject} and action = 'code.replaced'
        and at = replaced_at)`
}
