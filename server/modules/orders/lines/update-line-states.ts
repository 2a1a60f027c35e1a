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
 * Moves the selected lines of a locked order to a state, if their own state allows it, and updates the order's state.
 * Returns the lines that moved.
 */
export async function moveLines(
  sql: Transaction,
  order: OrderRow,
  isSelected: (line: OrderLine) => boolean,
  to: 'shipped' | 'delivered',
): Promise<OrderLine[]> {
  const moved = order.lines.filter(
    (line) =>
      // An unavailable line is not in the parcel, whatever state the warehouse reports for the order.
      !line.isBeingReplaced &&
      isSelected(line) &&
      line.state !== 'placed' &&
      canMoveLine(lineState(line.state), to),
  )
  await saveLineStates(
    sql,
    order.number,
    moved.map(({ line }) => line),
    to,
  )
  const states = order.lines.map((line) => (moved.includes(line) ? to : lineState(line.state)))
  const state = orderStateOfLines(states)
  if (canMoveOrder(order.state, state)) await saveOrderState(sql, order.number, state)
  return moved
}

/** The database distinguishes lines before and after submission. The domain rules call both 'waiting'. */
export function lineState(state: OrderState): LineState {
  return state === 'placed' || state === 'released' ? 'waiting' : state
}
