import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { notify, notifyLater } from '#server/platform/db/change-events.ts'
import { isOrderUndoable } from '#server/modules/orders/order-response.ts'
import {
  findOwnOrder,
  type LeftOutGift,
  lockOwnOrder,
  type OrderRow,
  saveEvent,
  saveLineStates,
  saveOrderState,
} from '#server/modules/orders/order.sql.ts'
import { queueRefund } from '#server/modules/payments/refund.sql.ts'
import { lockPayment } from '#server/modules/payments/payment.sql.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { lockStockLevels, returnUnits } from '#server/modules/inventory/stock.sql.ts'
import { refundPoints } from '#server/modules/vouchers/ledger.sql.ts'

export type OwnOrder = { number: string; voucherId: number }

/** Cancels the order within the undo window. For an order that is already cancelled, it only returns the order. */
export async function cancelOrder(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  ownOrder: OwnOrder,
): Promise<OrderRow | Refusal<'no-such-order' | 'undo-closed'>> {
  const cancelled = await shop.sql.begin(async (sql) => {
    await sql`select from voucher_balance where voucher_id = ${ownOrder.voucherId} for update`
    const order = await lockOrderWithPayment(sql, ownOrder)
    if (!order) return refuse('no-such-order')
    if (order.state === 'cancelled') return order
    if (!isOrderUndoable(order, shop.ports.clock.now())) return refuse('undo-closed')
    await cancelLockedOrder(shop, sql, order, null)
    return (await findOwnOrder(sql, ownOrder.number, ownOrder.voucherId)) ?? refuse('no-such-order')
  })
  notifyHolderChange(shop, ownOrder.voucherId)
  return cancelled
}

/** Cancels a complete order that was not submitted. The caller holds the locks of `lockOrderWithPayment`. */
export async function cancelLockedOrder(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  staffId: number | null,
) {
  await lockStockLevels(sql, skusTakenFromStock(order))
  await reverseOrder(shop, sql, order)
  await saveCancellation(shop, sql, order, {
    kind: 'cancelled',
    cartGuid: null,
    leftOut: [],
    staffId,
  })
}

/** Locks the payment, then the order. The caller holds the balance, and the cart if it needs one. */
export async function lockOrderWithPayment(
  sql: Transaction,
  { number, voucherId }: OwnOrder,
): Promise<OrderRow | undefined> {
  const unlocked = await findOwnOrder(sql, number, voucherId)
  if (!unlocked) return undefined
  if (unlocked.paymentKey !== null) await lockPayment(sql, unlocked.paymentKey)
  return lockOwnOrder(sql, number, voucherId)
}

export const skusTakenFromStock = ({ lines }: OrderRow) => [
  ...new Set(lines.filter((line) => line.tookStock).map((line) => line.sku)),
]

/** Returns points, money and stock that were not returned before, and cancels the order and its lines. */
export async function reverseOrder(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
) {
  const { number, voucherId, captureId, paymentKey, channelId, language, person } = order
  const at = shop.ports.clock.now()
  const points = order.pointsPaid - order.pointsRefunded
  await notifyLater(sql)
  if (captureId !== null && points > 0)
    await refundPoints(sql, order, { points, staffId: null, at })
  if (paymentKey !== null) await refundMoney(shop, sql, order, paymentKey)
  await returnStock(sql, order, at)

  const lines = order.lines.filter((line) => line.state !== 'cancelled')
  await saveLineStates(
    sql,
    number,
    lines.map(({ line }) => line),
    'cancelled',
  )
  await saveOrderState(sql, number, 'cancelled')
  await notify(sql, 'voucher', String(voucherId))
  const mail = { subjectId: number, channelId, language, recipient: person.email }
  await queueMail(shop, sql, { template: 'order-cancelled', ...mail })
}

/** Refunds the amount paid by card that was neither refunded nor charged back. */
async function refundMoney(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  paymentKey: string,
) {
  const [row] = await sql<{ returned: number }[]>`
    select payment_returned_cents(${paymentKey}) as returned`
  const cents = order.centsPaid - (row?.returned ?? 0)
  if (cents > 0) await queueRefund(shop, sql, { paymentKey, cents, reason: 'order-undone' })
}

/** Returns the stock that the order's lines took. */
export async function returnStock(sql: Transaction, order: OrderRow, at: Date) {
  const stockLines = order.lines.filter(
    ({ tookStock, state }) => tookStock && state !== 'cancelled',
  )
  await returnUnits(sql, order, stockLines, { reason: 'cancel', at })
}

export async function saveCancellation(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  { number }: OrderRow,
  {
    kind,
    cartGuid,
    leftOut,
    staffId = null,
  }: {
    kind: 'cancelled' | 'reopened'
    cartGuid: string | null
    leftOut: LeftOutGift[]
    staffId?: number | null
  },
) {
  const at = shop.ports.clock.now()
  await saveEvent(sql, { number, type: kind, staffId, at })
  await sql`
    insert into order_cancellation (order_number, kind, cart_guid, left_out, at)
    values (${number}, ${kind}, ${cartGuid}, ${sql.json(leftOut)}, ${at})`
}
