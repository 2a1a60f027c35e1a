import fc from 'fast-check'
import { expect, it } from 'vitest'

import { forecastActivations, runningTotal } from '#domain/reports/activation-forecast.ts'

it('continues with the daily share of the last two weeks (PRODUCT-2)', () => {
  // One day: 10 of 100. So a tenth of the 90 follows, then a tenth of the 81.
  expect(forecastActivations({ vouchers: 100, days: [10], daysLeft: 3 }).likely).toEqual([
    expect.closeTo(19),
    expect.closeTo(27.1),
    expect.closeTo(34.39),
  ])
})

it('ignores a peak that is more than two weeks old (PRODUCT-2)', () => {
  const quiet = Array.from({ length: 14 }, () => 0)
  const { likely } = forecastActivations({ vouchers: 100, days: [60, ...quiet], daysLeft: 2 })
  expect(likely).toEqual([60, 60])
})

it('has limits at the pace of the slower and of the faster half of the last two weeks (PRODUCT-2)', () => {
  const week = (count: number) => Array.from({ length: 7 }, () => count)
  // Old days do not count. No activation in the first week, then 7 of the 93 that are open on average.
  const { low, likely, high } = forecastActivations({
    vouchers: 100,
    days: [0, ...week(0), ...week(1)],
    daysLeft: 1,
  })
  const open = 7 * 100 - (0 + 1 + 2 + 3 + 4 + 5 + 6)
  expect(low).toEqual([7])
  expect(high).toEqual([expect.closeTo(7 + (93 * 7) / open)])
  expect(likely).toEqual([expect.closeTo(7 + (93 * 7) / (open + 700))])
})

it('is empty after the end, without vouchers, and when all are activated', () => {
  const sure = (totals: number[]) => ({ likely: totals, low: totals, high: totals })
  expect(forecastActivations({ vouchers: 9, days: [4], daysLeft: -3 })).toEqual(sure([]))
  expect(forecastActivations({ vouchers: 0, days: [], daysLeft: 1 })).toEqual(sure([0]))
  expect(forecastActivations({ vouchers: 4, days: [1, 3], daysLeft: 2 })).toEqual(sure([4, 4]))
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
        const { low, likely, high } = forecastActivations({ vouchers, days, daysLeft })
        for (const totals of [low, likely, high]) {
          const curve = [activated, ...totals, vouchers]
          for (const [at, value] of curve.entries())
            expect(value).toBeGreaterThanOrEqual((curve[at - 1] ?? 0) - 1e-6)
        }
        for (const [at, value] of likely.entries()) {
          expect(value).toBeGreaterThanOrEqual((low[at] ?? 0) - 1e-6)
          expect(value).toBeLessThanOrEqual((high[at] ?? 0) + 1e-6)
        }
      },
    ),
  )
})

it('returns the running total of each day', () => {
  expect(runningTotal([1, 0, 4])).toEqual([1, 1, 5])
})
