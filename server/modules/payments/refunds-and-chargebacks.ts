import {
  isFailedRefund,
  isRefundEnded,
  refundAfter,
  type RefundState,
} from '#domain/payments/refund-state.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Payment } from '#server/modules/payments/payment.sql.ts'
import { queueRefund, type Refund } from '#server/modules/payments/refund.sql.ts'
import type { ProviderPayment, ProviderRefund } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/** Saved in a transaction and published after its commit. */
export type RefundEvent =
  | { what: 'refund'; payment: string; refund: string; cents: number; state: RefundState }
  | { what: 'chargeback' | 'reversal'; payment: string; chargeback: string; cents: number }

/**
 * Saves the refunds and chargebacks that the provider reports: the progress of our own refunds, and those made at the
 * provider. The caller holds the payment's lock. A repeated or late report changes nothing.
 */
export async function saveRefundsAndChargebacks(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  paymentKey: string,
  reported: ProviderPayment,
): Promise<RefundEvent[]> {
  const moneyEvents: RefundEvent[] = []
  if (reported.refunds.length > 0) {
    const known = await sql<Refund[]>`select * from refund where payment_key = ${paymentKey}`
    for (const refund of reported.refunds) {
      const own =
        known.find(({ provider_id: id }) => id === refund.id) ??
        known.find(({ provider_id: id, key }) => id === null && key === refund.key)
      const event = own
        ? await saveRefundState(shop, sql, own, refund)
        : await insertRefundOfProvider(shop, sql, paymentKey, refund)
      if (event) moneyEvents.push(event)
    }
  }
  const now = shop.ports.clock.now()
  for (const { id, cents, reason, at, reversedAt } of reported.chargebacks) {
    const addEvent = (what: 'chargeback' | 'reversal') =>
      moneyEvents.push({ what, payment: paymentKey, chargeback: id, cents })
    const inserted = await sql`
      insert into chargeback (id, payment_key, cents, reason, at, received_at)
      values (${id}, ${paymentKey}, ${cents}, ${reason}, ${at}, ${now})
      on conflict (id) do nothing`
    if (inserted.count > 0) {
      addEvent('chargeback')
      await stopExcessRefunds(shop, sql, paymentKey)
    }
    if (reversedAt === null) continue
    const reversed = await sql`
      insert into chargeback_end (chargeback_id, kind, at) values (${id}, 'reversed', ${reversedAt})
      on conflict do nothing`
    if (reversed.count > 0) addEvent('reversal')
  }
  return moneyEvents
}

/**
 * A chargeback can make the returned amount higher than the payment. Then the jobs of refunds that the provider has
 * accepted but not paid out run again, and stop those refunds.
 */
async function stopExcessRefunds(shop: Pick<Shop, 'jobs'>, sql: Transaction, paymentKey: string) {
  const refunds = await sql<{ key: string }[]>`
    select refund.key from refund join payment on payment.key = payment_key
    where payment_key = ${paymentKey} and refund.state in ('queued', 'pending')
      and payment_returned_cents(payment_key) > payment.cents order by refund.created_at desc`
  await shop.jobs.send(
    sql,
    refunds.map(({ key }) => ({ name: 'refund' as const, data: { key } })),
  )
}

/** Saves the provider's state of one of our refunds. The caller holds the payment's lock. */
export async function saveRefundState(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  refund: Refund,
  reported: ProviderRefund,
): Promise<RefundEvent | undefined> {
  const { key, payment_key: payment, cents } = refund
  const state = refundAfter(refund.state, reported.state)
  if (state === refund.state && refund.provider_id !== null) return undefined
  await sql`
    update refund set state = ${state}, provider_id = ${reported.id}, done_at = ${endedAt(shop, state)}
    where key = ${key}`
  return { what: 'refund', payment, refund: key, cents, state }
}

async function insertRefundOfProvider(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  paymentKey: string,
  { id, cents, state, at }: ProviderRefund,
): Promise<RefundEvent | undefined> {
  const [added] = await sql<{ key: string }[]>`
    insert into refund (payment_key, cents, reason, state, provider_id, created_at, done_at)
    values (${paymentKey}, ${cents}, 'at-provider', ${state}, ${id}, ${at}, ${endedAt(shop, state)})
    on conflict (provider_id) where provider_id is not null do nothing returning key`
  return added && { what: 'refund', payment: paymentKey, refund: added.key, cents, state }
}

/** The provider refused the refund, or no amount is left to refund. */
export async function saveRefusedRefund(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  { key, payment_key: payment, cents }: Refund,
): Promise<RefundEvent> {
  await sql`
    update refund set state = 'refused', done_at = ${shop.ports.clock.now()} where key = ${key}`
  return { what: 'refund', payment, refund: key, cents, state: 'refused' }
}

const endedAt = (shop: Pick<Shop, 'ports'>, state: RefundState) =>
  isRefundEnded(state) ? shop.ports.clock.now() : null

/**
 * Refunds money that belongs to no order, up to the remaining amount. This happens once automatically: if the refund
 * fails, staff decide.
 */
export async function refundOwedMoney(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  payment: Payment,
  reported: ProviderPayment,
): Promise<void> {
  const reason = await refundReason(sql, payment)
  if (!reason) return
  const [row] = await sql<{ returned: number; tried: boolean }[]>`
    select payment_returned_cents(${payment.key}) as returned, exists (
      select from refund where payment_key = ${payment.key} and reason = ${reason}) as tried`
  if (!row || row.tried) return
  const cents =
    Math.min(payment.cents, reported.cents) - Math.max(row.returned, returnedCents(reported))
  if (cents > 0) await queueRefund(shop, sql, { paymentKey: payment.key, cents, reason })
}

/**
 * Sends a refund that was withheld because of a chargeback, once the chargeback is reversed. It runs in the transaction
 * that saves the reversal, and therefore once. If it fails, staff decide, as for refunds that failed before.
 */
export async function refundReversedChargeback(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  payment: Payment,
  reported: ProviderPayment,
): Promise<void> {
  const [row] = await sql<{ owed: number }[]>`select reversal_owed_cents(${payment.key}) as owed`
  const cents = Math.min(row?.owed ?? 0, payment.cents - returnedCents(reported))
  if (cents > 0)
    await queueRefund(shop, sql, { paymentKey: payment.key, cents, reason: 'reversal' })
}

async function refundReason(
  sql: Transaction,
  { outcome, order_number: number }: Payment,
): Promise<'no-order' | 'order-undone' | undefined> {
  if (outcome === 'refunded') return 'no-order'
  const [cancelled] = await sql`select from orders where number = ${number} and state = 'cancelled'`
  return cancelled ? 'order-undone' : undefined
}

/**
 * For refunds and for chargebacks, the provider's total or the sum of its list. The higher one counts, so that no
 * amount is refunded twice.
 */
export function returnedCents(reported: ProviderPayment): number {
  const listed = reported.refunds.filter(({ state }) => !isFailedRefund(state))
  const notReversed = reported.chargebacks.filter(({ reversedAt }) => reversedAt === null)
  return (
    Math.max(reported.refundedCents, sum(listed)) +
    Math.max(reported.chargedBackCents, sum(notReversed))
  )
}

const sum = (amounts: { cents: number }[]) => amounts.reduce((total, { cents }) => total + cents, 0)

/** Counted and logged after the commit. */
export function logRefundEvents(
  { log, metrics }: Pick<Shop, 'log' | 'metrics'>,
  moneyEvents: RefundEvent[],
) {
  for (const event of moneyEvents) {
    if (event.what === 'refund') {
      metrics.refunds.inc({ state: event.state })
      if (isFailedRefund(event.state)) log.error(event, 'refund failed; manual review needed')
      else log.info(event, 'refund state changed')
    } else {
      metrics.chargebacks.inc({ what: event.what })
      if (event.what === 'chargeback') log.error(event, 'chargeback received')
      else log.warn(event, 'chargeback reversed')
    }
  }
}
