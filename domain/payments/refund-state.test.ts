import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  isFailedRefund,
  isRefundEnded,
  PROVIDER_REFUND_STATES,
  refundAfter,
  type RefundState,
  refundStateOf,
} from './refund-state.ts'

const ALL: RefundState[] = ['waiting', ...PROVIDER_REFUND_STATES, 'refused']
const state = fc.constantFrom(...ALL)

describe('a refund', () => {
  it.each(PROVIDER_REFUND_STATES)('is %s when the provider reports it (A3)', (status) => {
    expect(refundStateOf(status)).toBe(status)
  })

  it('is in progress for an unknown state (A3)', () => {
    expect(refundStateOf('reversed')).toBe('pending')
  })

  it('ends as refunded, or fails in one of three ways (A3)', () => {
    expect(ALL.filter(isFailedRefund)).toEqual(['failed', 'canceled', 'refused'])
    expect(ALL.filter(isRefundEnded)).toEqual(['refunded', 'failed', 'canceled', 'refused'])
  })

  it('is refunded only for the status refunded (A3)', () => {
    fc.assert(
      fc.property(fc.string(), (status) => {
        expect(refundStateOf(status) === 'refunded').toBe(status === 'refunded')
      }),
    )
  })

  it.each<[RefundState, RefundState[]]>([
    ['waiting', ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled', 'refused']],
    ['queued', ['pending', 'processing', 'refunded', 'failed', 'canceled']],
    ['pending', ['processing', 'refunded', 'failed', 'canceled']],
    ['processing', ['refunded', 'failed', 'canceled']],
    ['refunded', ['failed', 'canceled']],
    ['failed', []],
    ['canceled', []],
    ['refused', ['queued', 'pending', 'processing', 'refunded', 'failed', 'canceled']],
  ])('that is %s moves on to %j and to nothing else (A3)', (from, to) => {
    expect(ALL.filter((next) => next !== from && refundAfter(from, next) === next)).toEqual(to)
  })

  it('stays failed or canceled, whatever is reported later (A3)', () => {
    fc.assert(
      fc.property(fc.array(state), state, (reports, late) => {
        let current: RefundState = 'waiting'
        for (const next of reports) current = refundAfter(current, next)
        if (current === 'failed' || current === 'canceled')
          expect(refundAfter(current, late)).toBe(current)
      }),
    )
  })
})
