import type { CartRow } from '#server/modules/cart/cart.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notify, notifyLater } from '#server/platform/db/change-events.ts'
import { findHeldPayment, type Payment } from '#server/modules/payments/payment.sql.ts'
import type { TransactionContext } from '#server/platform/db/transaction-context.ts'

/** Gives up the cart's open payment, if there is one. The caller holds the locks of balance and cart, and announces it. */
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
  await sql`update payment set outcome = 'let-go', reservation_id = null where key = ${payment.key}`
  if (payment.id) {
    await context.jobs.send(sql, [{ name: 'cancel-payment', data: { key: payment.key } }])
  }
}

export async function releaseHeldPoints(
  context: TransactionContext,
  sql: Transaction,
  payment: Payment,
) {
  const now = context.ports.clock.now()
  await notifyLater(sql)
  if (payment.reservation_id !== null) {
    await sql`
      insert into ledger (voucher_id, kind, points, ends_id, cart_guid, payment_id, at)
      values (${payment.voucher_id}, 'release', ${payment.points}, ${payment.reservation_id},
        ${payment.cart_guid}, ${payment.id}, ${now})`
  }
  // Locks stock rows by sku, in the order used everywhere; the delete alone would lock them in any order.
  await sql`
    select from stock where sku in (
      select sku from stock_reservation where payment_key = ${payment.key}
    ) order by sku for update`
  await sql`delete from stock_reservation where payment_key = ${payment.key}`
  await notify(sql, 'voucher', String(payment.voucher_id))
}
