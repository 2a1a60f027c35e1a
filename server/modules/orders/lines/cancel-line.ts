import { canMoveOrder, orderStateOfLines } from '#domain/orders/order-state.ts'
import {
  findOrder,
  type OrderRow,
  saveLineStates,
  saveOrderState,
} from '#server/modules/orders/order.sql.ts'
import {
  type ReplacementOffer,
  endReplacementOffer,
} from '#server/modules/orders/replacements/replacement-offer.sql.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { startReplacement } from '#server/modules/orders/replacements/start-replacement.ts'
import { lineState } from '#server/modules/orders/lines/update-line-states.ts'
import { returnStock } from '#server/modules/orders/cancel-order.ts'
import { moveStock } from '#server/modules/inventory/stock.sql.ts'

type Units = { sku: string; quantity: number }

/**
 * Writes off units that an order took from stock and that no longer exist: one movement returns them, another writes
 * them off. The stock level stays the same.
 */
export async function writeOffUnits(
  sql: Transaction,
  order: OrderRow,
  { sku, quantity }: Units,
  { at, reason }: { at: Date; reason: 'order' | 'cancel' },
) {
  const { number, month, voucherId } = order
  const move = { sku, order_number: number, month, voucher_id: voucherId, at }
  await moveStock(sql, [
    { ...move, quantity, reason },
    { ...move, quantity: -quantity, reason: 'damaged' },
  ])
}

/** Cancels a credited line that will not be delivered. An order without other lines is cancelled, too. */
export async function cancelLine(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  order: OrderRow,
  line: number,
  goods: 'written-off' | 'shelf' = 'written-off',
) {
  const at = shop.ports.clock.now()
  const cancelled = order.lines.find((orderLine) => orderLine.line === line)
  if (!cancelled) throw new Error(`order ${order.number} has no line ${line}`)
  if (goods === 'shelf') await returnStock(sql, { ...order, lines: [cancelled] }, at)
  else if (cancelled.tookStock) await writeOffUnits(sql, order, cancelled, { at, reason: 'cancel' })
  await saveLineStates(sql, order.number, [line], 'cancelled')
  const states = order.lines.map((orderLine) =>
    orderLine.line === line ? 'cancelled' : lineState(orderLine.state),
  )
  const state = orderStateOfLines(states)
  if (state === 'cancelled') {
    await saveOrderState(sql, order.number, state)
    await sql`
      insert into order_cancellation (order_number, kind, cart_guid, left_out, at)
      values (${order.number}, 'fell-away', null, '[]', ${at})`
  } else if (canMoveOrder(order.state, state)) await saveOrderState(sql, order.number, state)
}

/**
 * Ends replacement offers for credited units, and starts new ones for the remaining units. Runs in the transaction of
 * the credit, under its lock of the order.
 */
export async function endObsoleteOffers(shop: Shop, sql: Transaction, number: string) {
  const order = await findOrder(sql, number)
  if (!order) return
  const at = shop.ports.clock.now()
  for (const { line, credited, quantity, isBeingReplaced } of order.lines) {
    if (!isBeingReplaced || credited === 0) continue
    const [open] = await sql<Pick<ReplacementOffer, 'id' | 'cause' | 'note'>[]>`
      select id, cause, note from replacement_offer where order_number = ${number} and line = ${line} and outcome is null`
    if (!open) continue
    await endReplacementOffer(sql, open.id, { outcome: 'overtaken', at })
    const changed = await findOrder(sql, number)
    if (!changed) return
    if (credited === quantity) await cancelLine(shop, sql, changed, line)
    else {
      const { cause, note } = open
      await startReplacement(shop, sql, changed, {
        line,
        quantity: quantity - credited,
        cause,
        note,
        staffId: null,
      })
    }
  }
}
