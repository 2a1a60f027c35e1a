import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { creditWithoutApproval, splitCredit, vatBack } from './credit.ts'
import { vatShares } from '#domain/finance/vat-amounts.ts'

describe('the split of a refund', () => {
  it('refunds the card first, then points, if the channel prefers the card', () => {
    expect(splitCredit(1, { points: 9, cents: 1000 }, 'card')).toEqual({ points: 0, cents: 500 })
    expect(splitCredit(3, { points: 9, cents: 500 }, 'card')).toEqual({ points: 2, cents: 500 })
    expect(splitCredit(3, { points: 9, cents: 0 }, 'card')).toEqual({ points: 3, cents: 0 })
  })

  it('refunds exactly what was paid, in any number of steps', () => {
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

it('is refused if less is owed, and refunds points first if the channel prefers points (DESK-30)', () => {
  expect(splitCredit(3, { points: 2, cents: 500 }, 'points')).toEqual({ points: 2, cents: 500 })
  expect(splitCredit(4, { points: 2, cents: 500 }, 'points')).toBeUndefined()
  expect(splitCredit(4, { points: 2, cents: 500 }, 'card')).toBeUndefined()
})

type Rated = { line: number; points: number; quantity: number; vatCountry: string; vatBp: number }
const rated = (line: number, points: number, quantity: number, vatBp: number): Rated => ({
  line,
  points,
  quantity,
  vatCountry: 'NL',
  vatBp,
})
const unitsOf = (line: number, quantity = 1) => [{ line, quantity }]

/** Books credits in sequence, each on top of the earlier ones. */
function creditedBy(
  paid: { cents: number; lines: Rated[] },
  steps: { cents: number; units: { line: number; quantity: number }[] }[],
) {
  const back = new Map<number, { country: string; bp: number; cents: number; vatCents: number }>()
  let cents = 0
  const each = steps.map((step) => {
    const shares = vatBack(paid, { cents, vat: [...back.values()] }, step)
    cents += step.cents
    for (const share of shares) {
      const known = back.get(share.bp) ?? { cents: 0, vatCents: 0 }
      back.set(share.bp, {
        ...share,
        cents: share.cents + known.cents,
        vatCents: share.vatCents + known.vatCents,
      })
    }
    return shares
  })
  return { each, all: [...back.values()].sort((a, b) => a.bp - b.bp) }
}

it('refunds the VAT of a line at its own rate, and at the other rates if no euros of that rate are left (DESK-30, DESK-31)', () => {
  const paid = { cents: 2000, lines: [rated(1, 2, 1, 2100), rated(2, 1, 2, 900)] }
  const { each, all } = creditedBy(paid, [
    { cents: 500, units: unitsOf(2) },
    { cents: 1000, units: unitsOf(1) },
    { cents: 500, units: unitsOf(2) },
  ])
  const at = (bp: number, cents: number, vatCents: number) => ({
    country: 'NL',
    bp,
    cents,
    vatCents,
  })
  expect(each).toEqual([[at(900, 500, 41)], [at(2100, 1000, 174)], [at(900, 500, 42)]])
  expect(all).toEqual(vatShares(2000, paid.lines).sort((a, b) => a.bp - b.bp))
  // The card is refunded first: the refund of this line exceeds the card's share of it.
  expect(creditedBy(paid, [{ cents: 1500, units: unitsOf(1, 1) }]).all).toEqual([
    at(900, 500, 41),
    at(2100, 1000, 174),
  ])
  expect(
    vatBack({ cents: 0, lines: paid.lines }, { cents: 0, vat: [] }, { cents: 0, units: [] }),
  ).toEqual([])
  // Nothing is returned for an unknown rate.
  const unknown = { ...rated(3, 2, 1, 0), vatCountry: null, vatBp: null }
  const old = { cents: 1000, lines: [rated(1, 2, 1, 2100), unknown] }
  expect(vatBack(old, { cents: 0, vat: [] }, { cents: 500, units: unitsOf(3) })).toEqual([])
})

it('refunds all VAT of each rate in total and never more, in any number of steps (DESK-30, DESK-31)', () => {
  const bps = fc.constantFrom(2100, 900, 0)
  const line = fc.record({
    points: fc.integer({ min: 1, max: 9 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    bp: bps,
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.nat(40),
      fc.array(fc.nat(100), { maxLength: 20 }),
      fc.constantFrom('card', 'points'),
      (drawn, euros, picks, first) => {
        const lines = drawn.map(({ points, quantity, bp }, at) =>
          rated(at + 1, points, quantity, bp),
        )
        const whole = lines.reduce((sum, { points, quantity }) => sum + points * quantity, 0)
        const paid = { cents: Math.min(whole, euros) * 500, lines }
        const units = lines.flatMap(({ line: at, points, quantity }) =>
          Array.from({ length: quantity }, () => ({ line: at, points })),
        )
        for (const pick of picks) units.push(...units.splice(pick % units.length, 1))
        const owed = { points: whole - paid.cents / 500, cents: paid.cents }
        const steps = units.map((unit) => {
          const split = splitCredit(unit.points, owed, first) ?? { points: 0, cents: 0 }
          owed.points -= split.points
          owed.cents -= split.cents
          return { cents: split.cents, units: unitsOf(unit.line) }
        })
        const { each, all } = creditedBy(paid, steps)
        const charged = vatShares(paid.cents, lines).sort((a, b) => a.bp - b.bp)
        expect(all).toEqual(charged)
        for (const [at, shares] of each.entries()) {
          const cents = shares.reduce((sum, share) => sum + share.cents, 0)
          expect(cents).toBe(steps[at]?.cents)
          expect(shares.every(({ vatCents }) => vatCents >= 0)).toBe(true)
        }
      },
    ),
  )
})

it('limits what a role can refund on one order without approval, over all refunds together (DESK-30)', () => {
  expect(creditWithoutApproval('service', 30)).toBe(10)
  expect(creditWithoutApproval('service', 60)).toBe(0)
  expect(creditWithoutApproval('reader', 0)).toBe(0)
})
