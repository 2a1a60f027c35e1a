import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { ORDER_STATES } from './order-state.ts'
import { DEFAULT_UNDO_MINUTES, isUndoable, orderUndoUntil } from './undo-window.ts'

const placedAtMs = 1_800_000_000_000
const order = {
  state: 'placed',
  undoUntilMs: orderUndoUntil(placedAtMs, 30),
  nowMs: placedAtMs,
} as const

describe('the undo window', () => {
  it('closes after the channel’s number of minutes (PAY-5)', () => {
    expect(DEFAULT_UNDO_MINUTES).toBe(30)
    expect(orderUndoUntil(placedAtMs, 30)).toBe(placedAtMs + 1_800_000)
  })

  it('is open until its end, exclusive (PAY-5)', () => {
    expect(isUndoable(order)).toBe(true)
    expect(isUndoable({ ...order, nowMs: placedAtMs + 1_799_999 })).toBe(true)
    expect(isUndoable({ ...order, nowMs: placedAtMs + 1_800_000 })).toBe(false)
  })

  it('never opens if the channel allows zero minutes (PAY-5)', () => {
    for (const minutes of [0, -5]) {
      expect(isUndoable({ ...order, undoUntilMs: orderUndoUntil(placedAtMs, minutes) })).toBe(false)
    }
    expect(orderUndoUntil(placedAtMs, -5)).toBe(placedAtMs)
  })

  it('applies only to placed orders, and stays closed once it has closed (PAY-5)', () => {
    const later = fc.nat(10_000_000)
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_STATES),
        fc.nat(120),
        later,
        later,
        (state, minutes, a, b) => {
          const at = (ms: number) =>
            isUndoable({
              state,
              undoUntilMs: orderUndoUntil(placedAtMs, minutes),
              nowMs: placedAtMs + ms,
            })
          const [early, late] = [at(Math.min(a, b)), at(Math.max(a, b))]
          expect(late && !early).toBe(false)
          expect(early && state !== 'placed').toBe(false)
        },
      ),
    )
  })
})
