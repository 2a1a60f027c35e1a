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
 * Moves what may move of these lines of a locked order; the order stands where its slowest line stands. Answers
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
      // What fell away is not in the parcel, whatever the warehouse says of the whole.
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

/** A line waits before its release and after it; the database tells the two apart, its rules do not. */
export function lineState(state: OrderState): LineState {
  return state === 'placed' || state === 'released' ? 'waiting' : state
}
