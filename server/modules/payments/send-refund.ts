import type { Transaction } from '#server/platform/db/database.ts'
import {
  type RefundEvent,
  saveRefundState,
  saveRefusedRefund,
  logRefundEvents,
} from '#server/modules/payments/refunds-and-chargebacks.ts'
import { findRefund, type Refund } from '#server/modules/payments/refund.sql.ts'
import { findPayment, lockPayment, type Payment } from '#server/modules/payments/payment.sql.ts'
import { reconcilePayment } from '#server/modules/payments/reconcile-payment.ts'
import { ServiceRefused } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/**
 * Sends a refund to the provider once; safe to repeat after an interruption. The provider is polled first: so a refund
 * whose response was lost is found by its key, and money that was returned in another way is not refunded again. A
 * refund that the provider has already accepted is stopped if a chargeback has made it too high.
 */
export async function sendRefund(shop: Shop, key: string): Promise<void> {
  const { sql, ports, log } = shop
  const before = await findRefund(sql, key)
  if (before?.state === 'queued' || before?.state === 'pending') return stopIfExcess(shop, before)
  if (before?.state !== 'waiting') return
  await reconcilePayment(shop, before.payment_key)

  const payment = await findPayment(sql, before.payment_key)
  const refund = await findRefund(sql, key)
  if (refund?.state !== 'waiting') return
  if (!payment?.id) throw new Error(`refund ${key} has no payment at the provider`)
  const left = await leftAtProvider(shop, payment)
  if (left < refund.cents) {
    log.error({ refund: key, left }, 'refund exceeds the remaining payment')
    return saveResult(shop, refund, saveRefusedRefund)
  }
  try {
    const sent = await ports.payments.refund({
      id: payment.id,
      key,
      cents: refund.cents,
      description: `Refund ${payment.cart_guid.slice(0, 8)}`,
    })
    await saveResult(shop, refund, (shop, sql, current) =>
      saveRefundState(shop, sql, current, sent),
    )
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw error
    log.error({ err: error, refund: key }, 'payment provider rejected refund')
    await saveResult(shop, refund, saveRefusedRefund)
  }
}

/** Asks the provider to stop an accepted refund if refunds and chargebacks together exceed the payment. */
async function stopIfExcess(shop: Shop, { payment_key: key, provider_id: refundId }: Refund) {
  const { sql, ports, log } = shop
  const payment = await findPayment(sql, key)
  if (!payment?.id || refundId === null) return
  const [row] = await sql<{ returned: number }[]>`select payment_returned_cents(${key}) as returned`
  if (!row || row.returned <= payment.cents) return
  log.warn({ payment: key, refund: refundId }, 'refund stopped by a chargeback')
  await ports.payments.stopRefund({ id: payment.id, refundId })
  await reconcilePayment(shop, key)
}

/** The amount at the provider that is neither refunded nor charged back. */
async function leftAtProvider(
  { sql }: Pick<Shop, 'sql'>,
  { key, cents }: Payment,
): Promise<number> {
  const [row] = await sql<{ returned: number; waiting: number }[]>`
    select payment_returned_cents(${key}) as returned,
      (select coalesce(sum(cents), 0)::integer from refund
        where payment_key = ${key} and state = 'waiting') as waiting`
  if (!row) throw new Error('query of the refunds returned no row')
  return cents - row.returned + row.waiting
}

/**
 * Saves the result of a request. Another process may have changed the refund meanwhile, so it is read again under the
 * payment's lock.
 */
async function saveResult(
  shop: Shop,
  { key, payment_key: paymentKey }: Refund,
  save: (shop: Shop, sql: Transaction, current: Refund) => Promise<RefundEvent | undefined>,
) {
  const moneyEvent = await shop.sql.begin(async (sql) => {
    await lockPayment(sql, paymentKey)
    const current = await findRefund(sql, key)
    if (!current) throw new Error(`refund ${key} not found`)
    if (save === saveRefusedRefund && current.state !== 'waiting') return undefined
    const saved = await save(shop, sql, current)
    await sql`
      update payment set next_poll_at = least(next_poll_at, ${inOneMinute(shop)}) where key = ${paymentKey}`
    return saved
  })
  if (moneyEvent) logRefundEvents(shop, [moneyEvent])
}

const inOneMinute = ({ ports }: Pick<Shop, 'ports'>) =>
  new Date(ports.clock.now().getTime() + 60_000)
