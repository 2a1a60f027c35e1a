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

it('has no forecast in the first week of activations (PRODUCT-2)', () => {
  expect(curve(6, 30)).toMatchObject({ forecast: { likely: [], low: [], high: [] }, isEarly: true })
  expect(curve(7, 30).forecast.likely).toHaveLength(30)
  expect(curve(3, null).isEarly).toBe(false)
  expect(curve(3, -1).isEarly).toBe(false)
})

it('ends a daily chart on the last day, or after 91 days (PRODUCT-3)', () => {
  expect(curve(10, 38).days.at(-1)).toBe(addDays(FIRST, 9 + 38))
  expect(curve(10, 700).days).toHaveLength(91)
})

it('forecasts complete weeks in a weekly chart, so that the forecast starts where the total ends (PRODUCT-2)', () => {
  for (const ahead of [3, 10, 60, 700]) {
    const { days, activated, forecast } = curve(100, ahead)
    expect(activated).toHaveLength(100)
    expect(forecast.likely.length % 7).toBe(0)
    expect(days).toHaveLength(100 + forecast.likely.length)
  }
  expect(curve(100, 700).forecast.likely).toHaveLength(119)
})
