import type { OrderState } from './order-state.ts'

/** The default for channels without a setting. */
export const DEFAULT_UNDO_MINUTES = 30

const MS_PER_MINUTE = 60_000

/** The end of the undo window, exclusive. */
export function orderUndoUntil(placedAtMs: number, minutes: number): number {
  return placedAtMs + Math.max(0, minutes) * MS_PER_MINUTE
}

/** Whether the recipient may still change or cancel. Submission ends the window early; zero minutes mean none. */
export function isUndoable(order: {
  state: OrderState
  undoUntilMs: number
  nowMs: number
}): boolean {
  return order.state === 'placed' && order.nowMs < order.undoUntilMs
}
