import { detailText, type TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { acceptOpenChargebacks } from '#server/modules/payments/chargeback.sql.ts'
import { lockPayments, pollPaymentsNow } from '#server/modules/payments/payment.sql.ts'
import { queueRefund, settleRefundsByNote } from '#server/modules/payments/refund.sql.ts'

const subjectsOf = (cases: readonly TaskRow[]) => cases.map(({ subject }) => subject)

type UnmatchedPayment = {
  key: string
  id: string | null
  cents: number
  remaining: number
  is_pending: boolean
  failed: string | null
}

/** The remaining amount of an unmatched payment, whether refunds are pending, and the last failed refund. */
const findUnmatchedPayments = (sql: Queries, cases: readonly TaskRow[]) => sql<UnmatchedPayment[]>`
  select key, id, cents, cents - payment_returned_cents(key) as remaining,
    exists (select from refund where payment_key = payment.key
      and state in ('waiting', 'queued', 'pending', 'processing')) as is_pending,
    (select refund.key from refund where payment_key = payment.key and reason = 'no-order' and settled_note is null
      and state in ('failed', 'canceled', 'refused')
      and not exists (select from refund repeat where repeat.repeats = refund.key)
      order by created_at desc limit 1) as failed
  from payment where key = any(${subjectsOf(cases)}::uuid[]) and outcome = 'refunded' order by created_at, key`

/** The preview: the remaining amount is refunded, or the provider is asked about pending refunds. */
export async function rowsOfPayments(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  return (await findUnmatchedPayments(sql, cases)).map(
    ({ id, key, cents, remaining, is_pending }) => {
      const isRefundable = !is_pending && remaining > 0
      return {
        what: isRefundable ? 'refund' : 'payment',
        subject: id ?? key,
        cents: isRefundable ? remaining : cents,
        order: null,
        before: is_pending ? 'on-its-way' : 'without-order',
        after: isRefundable ? 'goes-back' : 'asked-now',
      }
    },
  )
}

/** Refunds the remaining amount. As for every refund, the provider is asked first and the result is polled. */
export async function refundUnmatchedPayments(
  { shop, sql, now }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  const keys = subjectsOf(cases)
  await lockPayments(sql, keys)
  await pollPaymentsNow(sql, keys, now)
  for (const { key, remaining, is_pending, failed } of await findUnmatchedPayments(sql, cases)) {
    if (is_pending || remaining <= 0) continue
    const refund = { paymentKey: key, cents: remaining, reason: 'no-order', repeats: failed }
    await queueRefund(shop, sql, refund)
  }
}

type FailedRefund = {
  key: string
  payment_key: string
  cents: number
  reason: string
  credit_number: string | null
  state: string
  order_number: string | null
}

/** Refunds that failed, were not settled in another way or repeated, and are still owed. */
const findFailedRefunds = (sql: Queries, cases: readonly TaskRow[]) => sql<FailedRefund[]>`
  select refund.key, payment_key, refund.cents, refund.reason, refund.credit_number, refund.state, payment.order_number
  from refund join payment on payment.key = payment_key
  where refund.key = any(${subjectsOf(cases)}::uuid[]) and refund.state in ('failed', 'canceled', 'refused')
    and settled_note is null and not exists (select from refund repeat where repeat.repeats = refund.key)
    and payment_returned_cents(payment_key) + refund.cents <= payment.cents
  order by refund.created_at, refund.key`

export async function rowsOfRefunds(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const refunds = await findFailedRefunds(sql, cases)
  return refunds.map(({ key, cents, state, order_number }) => ({
    what: 'refund',
    subject: order_number ?? key,
    cents,
    order: order_number,
    before: state,
    after: 'refunded-again',
  }))
}

/** Repeats failed refunds. The database allows one repeat of each, and never refunds more than was paid. */
export async function repeatRefunds({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const payments = [...new Set(cases.map((row) => detailText(row, 'payment')))].sort()
  await lockPayments(sql, payments)
  for (const failed of await findFailedRefunds(sql, cases)) {
    const { key, payment_key: paymentKey, cents, reason, credit_number: creditNumber } = failed
    await queueRefund(shop, sql, { paymentKey, cents, reason, creditNumber, repeats: key })
  }
}

/** The money was returned in another way, which the note explains. */
export async function settleRefunds({ sql, note }: ResolutionContext, cases: readonly TaskRow[]) {
  await settleRefundsByNote(sql, subjectsOf(cases), note)
}

export async function rowsOfChargebacks(
  sql: Queries,
  cases: readonly TaskRow[],
): Promise<ResolveRow[]> {
  const rows = await sql<{ id: string; cents: number; order_number: string | null }[]>`
    select chargeback.id, chargeback.cents, order_number
    from chargeback join payment on payment.key = payment_key
    where chargeback.id = any(${subjectsOf(cases)}::text[])
      and not exists (select from chargeback_end where chargeback_id = chargeback.id)
    order by at, chargeback.id`
  return rows.map(({ id, cents, order_number }) => ({
    what: 'chargeback',
    subject: order_number ?? id,
    cents,
    order: order_number,
    before: 'stands',
    after: 'accepted',
  }))
}

/** Accepts the loss. The note says who reviewed it and why. */
export async function acceptChargebacks(
  { sql, now, note }: ResolutionContext,
  cases: readonly TaskRow[],
) {
  await acceptOpenChargebacks(sql, subjectsOf(cases), { note, at: now })
}
