import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  canMove,
  isFinal,
  PAYMENT_STATES,
  paymentAfter,
  type PaymentState,
  paymentStateOf,
} from './payment-state.ts'

const state = fc.constantFrom(...PAYMENT_STATES)

describe('a payment', () => {
  it.each(PAYMENT_STATES)('is %s when the provider reports it (PAY-3)', (status) => {
    expect(paymentStateOf(status)).toBe(status)
  })

  it.each(['authorized', 'cancelled', 'PAID', 'paid ', '', 'constructor'])(
    'is pending, never paid, when the provider says %j (PAY-3)',
    (status) => {
      expect(paymentStateOf(status)).toBe('pending')
    },
  )

  it('is paid only for the status paid (PAY-5)', () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        expect(paymentStateOf(status) === 'paid').toBe(status === 'paid')
      }),
    )
  })

  it('has the final states paid, canceled, expired and failed (PAY-5)', () => {
    expect(PAYMENT_STATES.filter(isFinal)).toEqual(['paid', 'canceled', 'expired', 'failed'])
  })

  it('changes from open to any state, and from pending to a final one (PAY-5)', () => {
    const from = (start: PaymentState) => PAYMENT_STATES.filter((to) => canMove(start, to))
    expect(from('open')).toEqual(['pending', 'paid', 'canceled', 'expired', 'failed'])
    expect(from('pending')).toEqual(['paid', 'canceled', 'expired', 'failed'])
  })

  it('keeps its final state, whatever is reported later (PAY-5)', () => {
    fc.assert(
      fc.property(fc.array(state), (news) => {
        let now: PaymentState = 'open'
        for (const next of news) {
          const before: PaymentState = now
          now = paymentAfter(before, next)
          if (isFinal(before)) expect(now).toBe(before)
          if (before !== 'open') expect(now).not.toBe('open')
        }
        expect(now).toBe(news.find(isFinal) ?? (news.includes('pending') ? 'pending' : 'open'))
      }),
    )
  })

  it('does not change when the same report arrives twice (PAY-5)', () => {
    fc.assert(
      fc.property(state, state, (now, news) => {
        const once = paymentAfter(now, news)
        expect(paymentAfter(once, news)).toBe(once)
      }),
    )
  })
})
