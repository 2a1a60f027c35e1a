import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  canMoveLine,
  canMoveOrder,
  LINE_STATES,
  ORDER_STATES,
  orderStateOfLines,
} from './order-state.ts'

describe('an order', () => {
  const from = (state: (typeof ORDER_STATES)[number]) =>
    ORDER_STATES.filter((to) => canMoveOrder(state, to))

  it('goes from placed through released and shipped to delivered (PAY-5)', () => {
    expect(from('placed')).toEqual(['released', 'cancelled'])
    expect(from('released')).toEqual(['shipped', 'delivered', 'cancelled'])
    expect(from('shipped')).toEqual(['delivered'])
  })

  it('stays delivered or cancelled (PAY-5)', () => {
    expect(from('delivered')).toEqual([])
    expect(from('cancelled')).toEqual([])
  })

  it('never returns to an earlier state (PAY-5)', () => {
    const state = fc.constantFrom(...ORDER_STATES)
    fc.assert(
      fc.property(fc.array(state, { maxLength: 30 }), (states) => {
        const seen = [ORDER_STATES[0] as (typeof ORDER_STATES)[number]]
        for (const next of states) {
          if (canMoveOrder(seen.at(-1) ?? 'placed', next)) seen.push(next)
        }
        expect(new Set(seen).size).toBe(seen.length)
      }),
    )
  })
})

describe('the lines of a submitted order', () => {
  it('change state independently, and never return to an earlier one (PAY-6)', () => {
    const from = (state: (typeof LINE_STATES)[number]) =>
      LINE_STATES.filter((to) => canMoveLine(state, to))
    expect(from('waiting')).toEqual(['shipped', 'delivered', 'cancelled'])
    expect(from('shipped')).toEqual(['delivered'])
    expect([...from('delivered'), ...from('cancelled')]).toEqual([])
  })

  it('give the order the state of its slowest line that was not cancelled (PAY-6)', () => {
    expect(orderStateOfLines(['waiting', 'delivered'])).toBe('released')
    expect(orderStateOfLines(['shipped', 'delivered'])).toBe('shipped')
    expect(orderStateOfLines(['delivered', 'cancelled'])).toBe('delivered')
    expect(orderStateOfLines(['cancelled', 'cancelled'])).toBe('cancelled')
    expect(orderStateOfLines([])).toBe('released')
  })

  // A digital gift, one from our warehouse and one from a supplier: each is reported separately, in any sequence.
  it.each([
    ['nothing was sent', 'waiting', 'waiting', 'waiting', 'released'],
    ['the code was mailed', 'delivered', 'waiting', 'waiting', 'released'],
    ['the parcel has left', 'delivered', 'shipped', 'waiting', 'released'],
    ['the supplier was first', 'waiting', 'shipped', 'delivered', 'released'],
    ['only the parcel is in transit', 'delivered', 'shipped', 'delivered', 'shipped'],
    ['everything was delivered', 'delivered', 'delivered', 'delivered', 'delivered'],
    [
      'the lines that were not cancelled were delivered',
      'delivered',
      'cancelled',
      'delivered',
      'delivered',
    ],
    [
      'the line that was not cancelled is in transit',
      'cancelled',
      'shipped',
      'cancelled',
      'shipped',
    ],
    ['a line that was not cancelled waits', 'cancelled', 'delivered', 'waiting', 'released'],
    ['all lines were cancelled', 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
  ] as const)(
    'of a mixed order determine its state: %s (B20)',
    (_, digital, warehouse, supplier, state) => {
      expect(orderStateOfLines([digital, warehouse, supplier])).toBe(state)
    },
  )

  it('give the same state in any sequence (PAY-6)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LINE_STATES)), (lines) => {
        expect(orderStateOfLines(lines.toReversed())).toBe(orderStateOfLines(lines))
        expect(orderStateOfLines(lines) === 'released').toBe(
          lines.length === 0 || lines.includes('waiting'),
        )
      }),
    )
  })
})
