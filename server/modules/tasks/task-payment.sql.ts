import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { Queries } from '#server/platform/db/database.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type TaskPayment = {
  key: string
  id: string | null
  provider: string
  channel: string
  voucher: string
  last3: string
  order: string | null
  cents: number
  paid_at: Date | null
  day: string | null
  returned: number
  refunds: { cents: number; state: 'queued' | 'done' | 'failed'; at: string }[]
  chargebacks: { cents: number; end: 'reversed' | 'accepted' | null; at: string }[]
}

/** The payments that these tasks are about, with their refunds and chargebacks. */
export async function listTaskPayments(sql: Queries, cases: readonly TaskRow[]) {
  const keys = cases
    .flatMap((task) => [task.subject, detailText(task, 'payment'), detailText(task, 'subject')])
    .filter((key) => UUID.test(key))
  if (keys.length === 0) return []
  const rows = await sql<TaskPayment[]>`
    select payment.key, payment.id, provider, voucher.channel_id as channel, voucher.id::text as voucher, last3,
      order_number as order, cents, settled_at as paid_at,
      to_char(settled_at at time zone channel.time_zone, 'YYYY-MM-DD') as day, coalesce((
        select sum(refund.cents) from refund
        where payment_key = payment.key and refund.state not in ('failed', 'canceled', 'refused')), 0)::integer + coalesce((
        select sum(chargeback.cents) from chargeback where payment_key = payment.key and not exists (
          select from chargeback_end where chargeback_id = chargeback.id and kind = 'reversed')), 0)::integer as returned,
      (select coalesce(jsonb_agg(jsonb_build_object('cents', cents, 'at', coalesce(done_at, created_at), 'state', case
          when state = 'refunded' or settled_note is not null then 'done'
          when state in ('failed', 'canceled', 'refused') then 'failed' else 'queued' end) order by created_at), '[]')
        from refund where payment_key = payment.key) as refunds,
      (select coalesce(jsonb_agg(jsonb_build_object('cents', cents, 'at', at, 'end', (
          select max(kind) from chargeback_end where chargeback_id = chargeback.id)) order by at), '[]')
        from chargeback where payment_key = payment.key) as chargebacks
    from payment join voucher on voucher.id = payment.voucher_id join channel on channel.id = voucher.channel_id
    where payment.key = any(${keys}::uuid[])
      or payment.key in (select payment_key from refund where refund.key = any(${keys}::uuid[]))
    order by settled_at, payment.key limit 20`
  const iso = (at: string | Date) => new Date(at).toISOString()
  return rows.map(({ returned, paid_at, refunds, chargebacks, ...row }) => ({
    ...row,
    paid_at: paid_at && iso(paid_at),
    over: Math.max(0, returned - row.cents),
    refunds: refunds.map((refund) => ({ ...refund, at: iso(refund.at) })),
    chargebacks: chargebacks.map((chargeback) => ({ ...chargeback, at: iso(chargeback.at) })),
  }))
}
