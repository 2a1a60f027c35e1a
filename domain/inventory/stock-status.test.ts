import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isSoldOut, stockStatus } from './stock-status.ts'

describe('the stock label', () => {
  it.each([
    [null, 'in-stock', '#CDEEE7'],
    [100, 'in-stock', '#CDEEE7'],
    [6, 'in-stock', '#CDEEE7'],
    [5, 'few-left', '#FFCA6F'],
    [1, 'few-left', '#FFCA6F'],
    [0, 'sold-out', '#FF686C'],
    [-1, 'sold-out', '#FF686C'],
  ])('shows a stock of %s as %s in %s (DETAIL-2)', (available, status, colour) => {
    expect(stockStatus(available)).toEqual({ status, colour })
  })

  it('is derived from its colour (DETAIL-2)', () => {
    const colours = [null, 6, 5, 0].map((available) => stockStatus(available).colour)
    expect(colours.map(isSoldOut)).toEqual([false, false, false, true])
  })

  it('turns orange at the limit of the channel (DETAIL-2)', () => {
    expect(stockStatus(10, 10).status).toBe('few-left')
    expect(stockStatus(1, 0).status).toBe('in-stock')
  })

  it('is sold out only if nothing is left (DETAIL-2)', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 50 }), fc.nat(20), (available, lowAt) => {
        expect(stockStatus(available, lowAt).status === 'sold-out').toBe(available <= 0)
      }),
    )
  })
})
