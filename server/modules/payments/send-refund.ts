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
 * Sends a refund to the provider once. The provider is asked first: a refund whose answer was lost is found by its
 * key, and money that was returned in another way is not refunded again. Can be repeated after an interruption at any
 * line. If the provider has accepted a refund and a bank has charged back a part of it, the refund is stopped if that
 * is still possible.
 */
export async function sendRefund(shop: Shop, key: string): Promise<void> {
  const { sql, ports, log } = shop
  const known = await findRefund(sql, key)
  if (known?.state === 'queued' || known?.state === 'pending') return stopTwice(shop, known)
  if (known?.state !== 'waiting') return
  await reconcilePayment(shop, known.payment_key)

  const payment = await findPayment(sql, known.payment_key)
  const refund = await findRefund(sql, key)
  if (refund?.state !== 'waiting') return
  if (!payment?.id) throw new Error(`refund ${key} has no payment at the provider`)
  const left = await leftAtProvider(shop, payment)
  if (left < refund.cents) {
    log.error({ refund: key, left }, 'refund exceeds the remaining payment')
    return book(shop, refund, saveRefusedRefund)
  }
  try {
    const sent = await ports.payments.refund({
      id: payment.id,
      key,
      cents: refund.cents,
      description: `Refund ${payment.cart_guid.slice(0, 8)}`,
    })
    await book(shop, refund, (shop, sql, now) => saveRefundState(shop, sql, now, sent))
  } catch (error) {
    if (!(error instanceof ServiceRefused)) throw error
    log.error({ err: error, refund: key }, 'payment provider rejected refund')
    await book(shop, refund, saveRefusedRefund)
  }
}

/**
 * A chargeback was faster: the part of the refund that exceeds the amount paid is stopped, and staff decide about the
 * rest.
 */
async function stopTwice(shop: Shop, { payment_key: key, provider_id: refundId }: Refund) {
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
  if (!row) throw new Error('query of the books returned no row')
  return cents - row.returned + row.waiting
}

/** Another process may have changed the refund during the request, so it is read again under the payment's lock. */
async function book(
  shop: Shop,
  { key, payment_key: paymentKey }: Refund,
  note: (shop: Shop, sql: Transaction, now: Refund) => Promise<RefundEvent | undefined>,
) {
  const moneyEvent = await shop.sql.begin(async (sql) => {
    await lockPayment(sql, paymentKey)
    const now = await findRefund(sql, key)
    if (!now) throw new Error(`refund ${key} not found`)
    if (note === saveRefusedRefund && now.state !== 'waiting') return undefined
    const noted = await note(shop, sql, now)
    await sql`
      update payment set next_poll_at = least(next_poll_at, ${soon(shop)}) where key = ${paymentKey}`
    return noted
  })
  if (moneyEvent) logRefundEvents(shop, [moneyEvent])
}

const soon = ({ ports }: Pick<Shop, 'ports'>) => new Date(ports.clock.now().getTime() + 60_000)
