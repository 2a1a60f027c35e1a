import { expect, it } from 'vitest'

import { curveShape, shareInSteps } from '#domain/employers/campaign-charts.ts'

const SIZE = { width: 100, height: 50 }
const CURVE = {
  people: 40,
  steps: [
    { day: '2026-11-03', came: 10 },
    { day: '2026-11-05', came: 20 },
  ],
  started: '2026-11-01',
  lastDay: '2026-11-11',
  until: '2026-11-06',
}

it('draws the figures as a step chart until the last day, with the position of today (PRODUCT-15)', () => {
  expect(curveShape(CURVE, SIZE)).toEqual({
    line: 'M0 50H20V37.5H40V25H50',
    area: 'M0 50H20V37.5H40V25H50V50Z',
    end: { x: 50, y: 25, activated: 20 },
    from: '2026-11-01',
    to: '2026-11-11',
    today: 50,
    lastDayIsBeyond: false,
  })
})

it('ends on the last day or, without one, on the day of the newest figure (PRODUCT-15)', () => {
  const over = curveShape({ ...CURVE, until: '2026-12-24' }, SIZE)
  expect([over.end.x, over.today, over.to]).toEqual([100, null, '2026-11-11'])
  const endless = curveShape({ ...CURVE, lastDay: null }, SIZE)
  expect([endless.end.x, endless.today, endless.to]).toEqual([100, null, '2026-11-06'])
})

it('ends soon after today if the last day is far ahead (PRODUCT-15)', () => {
  const long = curveShape({ ...CURVE, started: '2026-09-27', lastDay: '2028-11-02' }, SIZE)
  // Forty days have passed, so four are ahead.
  expect([long.from, long.to, long.lastDayIsBeyond]).toEqual(['2026-09-27', '2026-11-10', true])
  expect(long.today).toBeCloseTo((100 * 40) / 44, 1)
})

it('draws a campaign that started today, with and without a figure (PRODUCT-15)', () => {
  const fresh = { ...CURVE, started: '2026-11-06', lastDay: null }
  expect(curveShape({ ...fresh, steps: [] }, SIZE).line).toBe('M0 50H0')
  const early = curveShape({ ...fresh, steps: [{ day: '2026-11-02', came: 5 }] }, SIZE)
  expect([early.from, early.to]).toEqual(['2026-11-01', '2026-11-06'])
})

it('rounds a share down to steps of 5% (PRODUCT-15)', () => {
  expect([
    shareInSteps(5, 12),
    shareInSteps(55, 60),
    shareInSteps(60, 60),
    shareInSteps(0, 0),
  ]).toEqual([40, 90, 100, 0])
})
