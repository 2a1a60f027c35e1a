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

  it('goes from placed by released and shipped to delivered (PAY-5)', () => {
    expect(from('placed')).toEqual(['released', 'cancelled'])
    expect(from('released')).toEqual(['shipped', 'delivered', 'cancelled'])
    expect(from('shipped')).toEqual(['delivered'])
  })

  it('stays delivered and stays cancelled (PAY-5)', () => {
    expect(from('delivered')).toEqual([])
    expect(from('cancelled')).toEqual([])
  })

  it('never comes back to a state it left (PAY-5)', () => {
    const state = fc.constantFrom(...ORDER_STATES)
    fc.assert(
      fc.property(fc.array(state, { maxLength: 30 }), (wishes) => {
        const seen = [ORDER_STATES[0] as (typeof ORDER_STATES)[number]]
        for (const wish of wishes) {
          if (canMoveOrder(seen.at(-1) ?? 'placed', wish)) seen.push(wish)
        }
        expect(new Set(seen).size).toBe(seen.length)
      }),
    )
  })
})

describe('the lines of a released order', () => {
  it('move each on its own, and never back (PAY-6)', () => {
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

  // Digital, sent by us, sent by a supplier: each ends by a word of its own, in any order.
  it.each([
    ['nothing has moved', 'waiting', 'waiting', 'waiting', 'released'],
    ['the mail is out', 'delivered', 'waiting', 'waiting', 'released'],
    ['the parcel has left', 'delivered', 'shipped', 'waiting', 'released'],
    ['the supplier was first', 'waiting', 'shipped', 'delivered', 'released'],
    ['only the parcel is on its way', 'delivered', 'shipped', 'delivered', 'shipped'],
    ['all has come', 'delivered', 'delivered', 'delivered', 'delivered'],
    ['what is left has come', 'delivered', 'cancelled', 'delivered', 'delivered'],
    ['what is left is on its way', 'cancelled', 'shipped', 'cancelled', 'shipped'],
    ['what is left waits', 'cancelled', 'delivered', 'waiting', 'released'],
    ['nothing is left', 'cancelled', 'cancelled', 'cancelled', 'cancelled'],
  ] as const)(
    'of a mixed order say where it stands when %s (B20)',
    (_, code, ours, theirs, state) => {
      expect(orderStateOfLines([code, ours, theirs])).toBe(state)
    },
  )

  it('do not depend on their order (PAY-6)', () => {
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
