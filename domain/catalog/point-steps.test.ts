import fc from 'fast-check'
import { expect, it } from 'vitest'

import { pointSteps, stepsWithGifts } from '#domain/catalog/point-steps.ts'

it('divides the points left into adjoining steps from one point to all points (HOME-2)', () => {
  expect(pointSteps(20)).toEqual([
    { from: 1, to: 5 },
    { from: 6, to: 10 },
    { from: 11, to: 15 },
    { from: 16, to: 20 },
  ])
  expect(pointSteps(5)).toEqual([
    { from: 1, to: 2 },
    { from: 3, to: 5 },
  ])
  for (const few of [0, 1, 2, 3]) expect(pointSteps(few)).toEqual([])
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 500 }), (left) => {
      const steps = pointSteps(left)
      expect(steps[0]?.from).toBe(1)
      expect(steps.at(-1)?.to).toBe(left)
      for (const [at, { from, to }] of steps.entries()) {
        expect(to).toBeGreaterThan(from)
        if (at > 0) expect(from).toBe((steps[at - 1]?.to ?? 0) + 1)
      }
    }),
  )
})

it('omits steps without gifts (SAFE-18, B13)', () => {
  const steps = pointSteps(50)
  expect(stepsWithGifts(steps, [5, 8, 14])).toEqual([
    { from: 1, to: 12 },
    { from: 13, to: 25 },
  ])
  expect(stepsWithGifts(steps, [12, 26, 50])).toEqual([steps[0], steps[2], steps[3]])
  expect(stepsWithGifts(steps, [60])).toEqual([])
})
