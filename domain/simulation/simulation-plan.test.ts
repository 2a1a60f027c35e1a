import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { simulatedHolders, wantedGifts } from './simulation-plan.ts'
import { numbersFrom, pickByWeight } from './seeded-numbers.ts'

const ASKED = { holders: 2000, points: 20, firstDay: '2026-12-01', days: 30, seed: 5 }
const CHANNEL = { language: 'de' as const, countries: ['DE', 'NL', 'XX'] }

describe('made-up holders', () => {
  it('are the same for the same draw, and others for another', () => {
    const holders = simulatedHolders(ASKED, CHANNEL)
    expect(simulatedHolders(ASKED, CHANNEL)).toEqual(holders)
    expect(simulatedHolders({ ...ASKED, seed: 6 }, CHANNEL)).not.toEqual(holders)
    expect(new Set(holders.map(({ email }) => email)).size).toBe(2000)
    // The `.invalid` domain ensures that no real person gets these mails.
    expect(holders.filter(({ email }) => !email.endsWith('.invalid'))).toEqual([])
  })

  it('come within the season and live where the channel delivers', () => {
    const holders = simulatedHolders(ASKED, CHANNEL)
    const coming = holders.flatMap(({ comesAt }) => (comesAt === null ? [] : [comesAt]))
    expect(coming.length).toBeGreaterThan(1600)
    expect(coming.length).toBeLessThan(2000)
    expect(Math.min(...coming)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...coming)).toBeLessThan(30 * 24)
    expect(new Set(holders.map(({ country }) => country))).toEqual(new Set(['DE', 'NL']))
    // Every possible event occurs at least once.
    expect(new Set(holders.map(({ payment }) => payment)).size).toBe(5)
    expect(new Set(holders.map(({ undo }) => undo)).size).toBe(3)
  })
})

it('wants gifts that cost no more than someone would pay, no matter what there is', () => {
  const offers = fc.array(fc.record({ spliId: fc.string(), points: fc.nat({ max: 60 }) }))
  fc.assert(
    fc.property(
      offers,
      fc.integer({ min: 1, max: 50 }),
      fc.nat({ max: 4 }),
      fc.nat(),
      (all, points, extra, seed) => {
        const wanted = wantedGifts(all, { points, most: points + extra }, numbersFrom(seed))
        const cost = wanted.reduce((sum, one) => sum + one.points, 0)
        expect(cost).toBeLessThanOrEqual(points + extra)
        expect(wanted.length).toBeLessThanOrEqual(5)
        const affordable = all.some((one) => one.points > 0 && one.points <= points + extra)
        expect(wanted.length > 0).toBe(affordable)
      },
    ),
  )
})

it('picks each as often as it weighs', () => {
  const random = numbersFrom(1)
  const counts = [0, 0, 0]
  for (let at = 0; at < 6000; at += 1) {
    const picked = pickByWeight([0, 1, 2], (one) => one, random) ?? 0
    counts[picked] = (counts[picked] ?? 0) + 1
  }
  expect(counts[0]).toBe(0)
  expect((counts[2] ?? 0) / (counts[1] ?? 1)).toBeCloseTo(2, 0)
  expect(pickByWeight([], () => 1, random)).toBeUndefined()
})
