import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { creditAlone, splitCredit, vatBack } from './credit.ts'

describe('what is given back', () => {
  it('is money first, then points: the card would have been asked for less', () => {
    expect(splitCredit(1, { points: 9, cents: 1000 }, 'card')).toEqual({ points: 0, cents: 500 })
    expect(splitCredit(3, { points: 9, cents: 500 }, 'card')).toEqual({ points: 2, cents: 500 })
    expect(splitCredit(3, { points: 9, cents: 0 }, 'card')).toEqual({ points: 3, cents: 0 })
  })

  it('is in the end what was paid, in however many steps', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9)),
        fc.nat(9),
        fc.constantFrom('card', 'points'),
        (steps, euros, first) => {
          const total = steps.reduce((sum, points) => sum + points, 0)
          const centsPaid = Math.min(total, euros) * 500
          const given = { points: 0, cents: 0 }
          for (const points of steps) {
            const owed = {
              points: total - centsPaid / 500 - given.points,
              cents: centsPaid - given.cents,
            }
            const credit = splitCredit(points, owed, first) ?? { points: -1, cents: -1 }
            expect(credit.points * 500 + credit.cents).toBe(points * 500)
            expect(credit.points).toBeGreaterThanOrEqual(0)
            expect(credit.cents).toBeGreaterThanOrEqual(0)
            given.points += credit.points
            given.cents += credit.cents
          }
          expect(given).toEqual({ points: total - centsPaid / 500, cents: centsPaid })
        },
      ),
    )
  })
})

it('is refused where less was paid than is asked for, and points first where the channel says so (DESK-30)', () => {
  expect(splitCredit(3, { points: 2, cents: 500 }, 'points')).toEqual({ points: 2, cents: 500 })
  expect(splitCredit(4, { points: 2, cents: 500 }, 'points')).toBeUndefined()
  expect(splitCredit(4, { points: 2, cents: 500 }, 'card')).toBeUndefined()
})

it('gives back all of the VAT of each rate in the end, in however many steps (DESK-30, DESK-31)', () => {
  const lines = [
    { points: 3, quantity: 1, vatCountry: 'NL', vatBp: 2100 },
    { points: 2, quantity: 2, vatCountry: 'NL', vatBp: 900 },
  ]
  const paid = { cents: 2000, lines }
  const steps = [500, 1000, 500]
  const back = steps.map((now, at) =>
    vatBack(
      paid,
      steps.slice(0, at).reduce((sum, one) => sum + one, 0),
      now,
    ),
  )
  const sum = (bp: number, of: 'cents' | 'vatCents') =>
    back.flat().reduce((all, one) => all + (one.bp === bp ? one[of] : 0), 0)
  const whole = vatBack(paid, 0, 2000)
  for (const { bp, cents, vatCents } of whole)
    expect([sum(bp, 'cents'), sum(bp, 'vatCents')]).toEqual([cents, vatCents])
  expect(vatBack({ cents: 0, lines }, 0, 0)).toEqual([])
})

it('lets a role give back so much on one order alone, in whatever parts (DESK-30)', () => {
  expect(creditAlone('service', 30)).toBe(10)
  expect(creditAlone('service', 60)).toBe(0)
  expect(creditAlone('reader', 0)).toBe(0)
})
