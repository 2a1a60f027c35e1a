import {
  canMoveLine,
  canMoveOrder,
  type LineState,
  type OrderState,
  orderStateOfLines,
} from '#domain/orders/order-state.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import {
  type OrderLine,
  type OrderRow,
  saveLineStates,
  saveOrderState,
} from '#server/modules/orders/order.sql.ts'

/**
 * Moves those of these lines that can move, for a locked order. The order has the state of its slowest line. Returns
 * the lines that moved.
 */
export async function moveLines(
  sql: Transaction,
  order: OrderRow,
  which: (line: OrderLine) => boolean,
  to: 'shipped' | 'delivered',
): Promise<OrderLine[]> {
  const moving = order.lines.filter(
    (line) =>
      // An unavailable line is not in the parcel, whatever state the warehouse reports for the order.
      !line.fallen &&
      which(line) &&
      line.state !== 'placed' &&
      canMoveLine(lineState(line.state), to),
  )
  await saveLineStates(
    sql,
    order.number,
    moving.map(({ line }) => line),
    to,
  )
  const states = order.lines.map((line) => (moving.includes(line) ? to : lineState(line.state)))
  const state = orderStateOfLines(states)
  if (canMoveOrder(order.state, state)) await saveOrderState(sql, order.number, state)
  return moving
}

/** A line waits before and after it is submitted. The database distinguishes the two, the domain rules do not. */
export function lineState(state: OrderState): LineState {
  return state === 'placed' || state === 'released' ? 'waiting' : state
}
