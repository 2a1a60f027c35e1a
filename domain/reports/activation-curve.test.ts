import { expect, it } from 'vitest'

import { activationCurve } from '#domain/reports/activation-curve.ts'
import { addDays } from '#domain/time/zone-days.ts'

const FIRST = '2026-11-01'
const curve = (past: number, ahead: number | null) => {
  const today = addDays(FIRST, past - 1)
  return activationCurve({
    vouchers: 100,
    days: Array.from({ length: past }, () => 1),
    first_day: FIRST,
    today,
    last_day: ahead === null ? null : addDays(today, ahead),
  })
}

it('gives no forecast before a week of activations (PRODUCT-2)', () => {
  expect(curve(6, 30)).toMatchObject({ forecast: { likely: [], low: [], high: [] }, isEarly: true })
  expect(curve(7, 30).forecast.likely).toHaveLength(30)
  expect(curve(3, null).isEarly).toBe(false)
  expect(curve(3, -1).isEarly).toBe(false)
})

it('ends on the last day, or as far as a chart of days reaches (PRODUCT-3)', () => {
  expect(curve(10, 38).days.at(-1)).toBe(addDays(FIRST, 9 + 38))
  expect(curve(10, 700).days).toHaveLength(91)
})

it('continues a chart of weeks in whole weeks, so that the forecast begins where the total ends (PRODUCT-2)', () => {
  for (const ahead of [3, 10, 60, 700]) {
    const { days, activated, forecast } = curve(100, ahead)
    expect(activated).toHaveLength(100)
    expect(forecast.likely.length % 7).toBe(0)
    expect(days).toHaveLength(100 + forecast.likely.length)
  }
  expect(curve(100, 700).forecast.likely).toHaveLength(119)
})
