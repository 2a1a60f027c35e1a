import type { CartRow } from '#server/modules/cart/cart.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notify, notifyLater } from '#server/platform/db/change-events.ts'
import {
  findHeldPayment,
  markPaymentReleased,
  type Payment,
  releaseReservedStock,
} from '#server/modules/payments/payment.sql.ts'
import type { TransactionContext } from '#server/platform/db/transaction-context.ts'
import { releasePoints } from '#server/modules/vouchers/ledger.sql.ts'

/**
 * Cancels the cart's open payment, if there is one. The caller holds the locks of balance and cart, and notifies the
 * holder's pages after the commit.
 */
export async function releaseHold(context: TransactionContext, sql: Transaction, cart: CartRow) {
  if (!cart.payment) return
  const payment = await findHeldPayment(sql, cart.guid)
  if (payment) await releaseHoldOf(context, sql, payment)
}

/**
 * Releases the reserved points and units, and queues the cancellation at the provider. The payment is still polled until
 * the provider reports its end, so money that arrives later is found.
 */
export async function releaseHoldOf(
  context: TransactionContext,
  sql: Transaction,
  payment: Payment,
) {
  await releaseReservations(context, sql, payment)
  await markPaymentReleased(sql, payment.key)
  if (payment.id) {
    await context.jobs.send(sql, [{ name: 'cancel-payment', data: { key: payment.key } }])
  }
}

async function releaseReservations(
  context: TransactionContext,
  sql: Transaction,
  payment: Payment,
) {
  await notifyLater(sql)
  if (payment.reservation_id !== null) {
    const reserved = {
      voucherId: payment.voucher_id,
      points: payment.points,
      reservation: payment.reservation_id,
      cartGuid: payment.cart_guid,
    }
    const at = context.ports.clock.now()
    await releasePoints(sql, reserved, { paymentId: payment.id, at })
  }
  await releaseReservedStock(sql, payment.key)
  await notify(sql, 'voucher', String(payment.voucher_id))
}
