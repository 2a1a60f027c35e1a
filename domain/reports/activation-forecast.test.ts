import fc from 'fast-check'
import { expect, it } from 'vitest'

import { forecastActivations, runningTotal } from '#domain/reports/activation-forecast.ts'

it('continues with the daily share of the last two weeks (PRODUCT-2)', () => {
  // One day: 10 of 100. So a tenth of the 90 follows, then a tenth of the 81.
  expect(forecastActivations({ vouchers: 100, days: [10], daysLeft: 3 })).toEqual([
    expect.closeTo(19),
    expect.closeTo(27.1),
    expect.closeTo(34.39),
  ])
})

it('ignores a peak that is more than two weeks old (PRODUCT-2)', () => {
  const quiet = Array.from({ length: 14 }, () => 0)
  expect(forecastActivations({ vouchers: 100, days: [60, ...quiet], daysLeft: 2 })).toEqual([
    60, 60,
  ])
})

it('is empty after the end, without vouchers, and when all are activated', () => {
  expect(forecastActivations({ vouchers: 9, days: [4], daysLeft: -3 })).toEqual([])
  expect(forecastActivations({ vouchers: 0, days: [], daysLeft: 1 })).toEqual([0])
  expect(forecastActivations({ vouchers: 4, days: [1, 3], daysLeft: 2 })).toEqual([4, 4])
})

it('never falls and never exceeds the number of vouchers (PRODUCT-2)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(50), { maxLength: 60 }),
      fc.nat(500),
      fc.nat(120),
      (days, more, daysLeft) => {
        const activated = runningTotal(days).at(-1) ?? 0
        const vouchers = activated + more
        const curve = [activated, ...forecastActivations({ vouchers, days, daysLeft })]
        for (const [at, value] of curve.entries()) {
          expect(value).toBeGreaterThanOrEqual((curve[at - 1] ?? 0) - 1e-6)
          expect(value).toBeLessThanOrEqual(vouchers + 1e-6)
        }
      },
    ),
  )
})

it('returns the running total of each day', () => {
  expect(runningTotal([1, 0, 4])).toEqual([1, 1, 5])
})
