export const ORDER_STATES = ['placed', 'released', 'shipped', 'delivered', 'cancelled'] as const

export type OrderState = (typeof ORDER_STATES)[number]

/** Possible changes. A digital order is delivered without being shipped, and a carrier may omit the shipping event. */
const moves: Record<OrderState, readonly OrderState[]> = {
  placed: ['released', 'cancelled'],
  released: ['shipped', 'delivered', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

export function canMoveOrder(from: OrderState, to: OrderState): boolean {
  return moves[from].includes(to)
}

export const LINE_STATES = ['waiting', 'shipped', 'delivered', 'cancelled'] as const

/** The state of one line. It can differ from the order's, because lines are sent separately. */
export type LineState = (typeof LINE_STATES)[number]

const lineMoves: Record<LineState, readonly LineState[]> = {
  waiting: ['shipped', 'delivered', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

export function canMoveLine(from: LineState, to: LineState): boolean {
  return lineMoves[from].includes(to)
}

/** The state of a submitted order: the state of its slowest line that is not cancelled. */
export function orderStateOfLines(lines: readonly LineState[]): OrderState {
  const active = lines.filter((line) => line !== 'cancelled')
  if (active.length === 0) return lines.length === 0 ? 'released' : 'cancelled'
  if (active.includes('waiting')) return 'released'
  return active.includes('shipped') ? 'shipped' : 'delivered'
}
