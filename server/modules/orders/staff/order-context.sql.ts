import { HOLDER_MAILS, type HolderMail } from '#domain/mail/mails.ts'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type { OrderState } from '#domain/orders/order-state.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

/** Data of an order's page that is not part of the order itself. */
export type OrderContext = {
  mails: {
    id: string
    kind: HolderMail
    at: Date
    email: string
    state: 'queued' | 'sent' | 'refused'
  }[]
  notes: { id: number; at: Date; staff: string; body: string }[]
  events: { at: Date; type: string; description: string; staff: string | null }[]
  /** What triggers the automatic credit of a withdrawal. */
  creditTrigger: 'goods-back' | 'legal-day'
  /** `end` is 'reversed' also if the chargeback was accepted before; null if it has no end. */
  chargebacks: { at: Date; cents: number; end: string | null }[]
  tasks: { id: number; kind: TaskKind }[]
  purchases: { purchase: string; parcel: string }[]
  /** Who refunded the part of a credit that the shop did not send; see `elsewhere` in the contract. */
  refundedElsewhere: { credit: string; by: 'bank' | 'provider' | 'either' | 'brought' }[]
  waitsForApproval: boolean
  /** The newest other orders with the same voucher. */
  others: { number: string; placed_at: string; state: OrderState; points: number; cents: number }[]
  payment: { provider: string; paid_at: string | null } | null
  tags: string[]
}

const MAX_OTHERS = 5

export const otherOrdersPaymentAndTags = (
  sql: Queries,
  { number, voucherId, paymentKey }: Pick<OrderRow, 'number' | 'voucherId' | 'paymentKey'>,
) => sql<Pick<OrderContext, 'others' | 'payment' | 'tags'>[]>`
  select (
    select coalesce(jsonb_agg(other order by placed_at desc), '[]') from (
      select number, placed_at, state, points_paid as points, cents_paid as cents from orders
      where voucher_id = ${voucherId} and number <> ${number}
      order by placed_at desc limit ${MAX_OTHERS}) other) as others,
    (select jsonb_build_object('provider', provider, 'paid_at', settled_at)
      from payment where key = ${paymentKey}) as payment,
    array(select tag from order_tag where order_number = ${number} order by tag) as tags`

export async function readOrderContext(sql: Queries, order: OrderRow): Promise<OrderContext> {
  const { number, month, paymentKey, channelId } = order
  const [
    mails,
    notes,
    chargebacks,
    tasks,
    purchases,
    refundedElsewhere,
    approvals,
    events,
    channel,
    related,
  ] = await Promise.all([
    // The subject of a mail is the order, or `order:part`.
    sql<OrderContext['mails']>`
      select id, template as kind, coalesce(sent_at, created_at) as at, recipient as email, state from mail
      where split_part(subject_id, ':', 1) = ${number} and month = ${month} and state <> 'replaced'
        and template in ${sql(HOLDER_MAILS)} order by created_at, id`,
    sql<OrderContext['notes']>`
      select order_note.id, at, staff.name as staff, body from order_note join staff on staff.id = staff_id
      where order_number = ${number} order by at, order_note.id`,
    // 'reversed' is the greater word, so it comes before 'accepted'.
    sql<OrderContext['chargebacks']>`
      select at, cents, (select max(kind) from chargeback_end where chargeback_id = id) as end
      from chargeback where payment_key = ${paymentKey} order by at`,
    sql<OrderContext['tasks']>`
      select id, kind from task where order_number = ${number} and closed_at is null order by id`,
    sql<OrderContext['purchases']>`
      select distinct number as purchase, parcel_code as parcel from purchase_order_line
      where order_number = ${number} and parcel_code is not null`,
    sql<OrderContext['refundedElsewhere']>`
      select number as credit, case
          when brought then 'brought'
          when bank = provider then 'either'
          when bank then 'bank'
          else 'provider' end as by
      from credit cross join lateral (
        select exists (select from chargeback where payment_key = ${paymentKey} and chargeback.at <= credit.at) as bank,
          exists (select from refund where payment_key = ${paymentKey} and reason = 'at-provider'
            and created_at <= credit.at) as provider,
          exists (select from refund where payment_key = ${paymentKey} and reason = 'reversal'
            and created_at >= credit.at) as brought) found
      where order_number = ${number} and kind <> 'cancel' and cents_sent < cents_back`,
    sql`
      select from approval where subject_kind = 'order' and subject_id = ${number} and outcome is null`,
    sql<OrderContext['events']>`
      select at, type, description, staff.name as staff from order_event left join staff on staff.id = staff_id
      where order_number = ${number} and month = ${month} order by at, order_event.id`,
    sql<{ trigger: OrderContext['creditTrigger'] }[]>`
      select withdrawal_credit as trigger from channel where id = ${channelId}`,
    otherOrdersPaymentAndTags(sql, order),
  ])
  const { others = [], payment = null, tags = [] } = related[0] ?? {}
  const lists = { mails, notes, chargebacks, tasks, purchases, refundedElsewhere, events }
  const waitsForApproval = approvals.count > 0
  const creditTrigger = channel[0]?.trigger ?? 'goods-back'
  return { ...lists, waitsForApproval, creditTrigger, others, payment, tags: [...tags] }
}
