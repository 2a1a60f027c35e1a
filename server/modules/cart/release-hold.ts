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
 * Cancels the cart's open payment, if there is one. The caller holds the locks of balance and cart, and publishes the
 * events.
 */
export async function releaseHold(context: TransactionContext, sql: Transaction, cart: CartRow) {
  if (!cart.payment) return
  const payment = await findHeldPayment(sql, cart.guid)
  if (payment) await releaseHoldOf(context, sql, payment)
}

/**
 * Returns points and units, and cancels the payment at the provider. Money that still arrives is handled: the payment
 * is polled until the provider reports its end. Events are published after the commit.
 */
export async function releaseHoldOf(
  context: TransactionContext,
  sql: Transaction,
  payment: Payment,
) {
  await releaseHeldPoints(context, sql, payment)
  await markPaymentReleased(sql, payment.key)
  if (payment.id) {
    await context.jobs.send(sql, [{ name: 'cancel-payment', data: { key: payment.key } }])
  }
}

export async function releaseHeldPoints(
  context: TransactionContext,
  sql: Transaction,
  payment: Payment,
) {
  await notifyLater(sql)
  if (payment.reservation_id !== null) {
    const {
      voucher_id: voucherId,
      points,
      reservation_id: reservation,
      cart_guid: cartGuid,
    } = payment
    const at = context.ports.clock.now()
    const reserved = { voucherId, points, reservation, cartGuid }
    await releasePoints(sql, reserved, { paymentId: payment.id, at })
  }
  await releaseReservedStock(sql, payment.key)
  await notify(sql, 'voucher', String(payment.voucher_id))
}
