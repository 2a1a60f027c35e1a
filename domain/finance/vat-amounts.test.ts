import { expect, it } from 'vitest'

import { eurosByLine, vatCentsOf, vatShares, vatWithin } from './vat-amounts.ts'

it('rounds the VAT of each rate once, half a cent up, and distributes every cent (DESK-31)', () => {
  expect(vatWithin(1000, 2100)).toBe(174)
  expect(vatWithin(1000, 900)).toBe(83)
  expect(vatWithin(1000, 0)).toBe(0)
  // Exactly half: 3 cents at 20 % hold half a cent.
  expect(vatWithin(3, 2000)).toBe(1)
  const lines = [
    { points: 4, quantity: 1, vatCountry: 'NL', vatBp: 2100 },
    { points: 1, quantity: 2, vatCountry: 'NL', vatBp: 900 },
    { points: 1, quantity: 1, vatCountry: 'NL', vatBp: 2100 },
  ]
  expect(eurosByLine(1000, lines)).toEqual([571, 286, 143])
  expect(vatShares(1000, lines)).toEqual([
    { country: 'NL', bp: 2100, cents: 714, vatCents: 124 },
    { country: 'NL', bp: 900, cents: 286, vatCents: 24 },
  ])
  expect(vatCentsOf(1000, lines)).toBe(148)
  for (let cents = 0; cents < 3000; cents += 7) {
    expect(eurosByLine(cents, lines).reduce((sum, one) => sum + one, 0)).toBe(cents)
  }
})

it('skips a line without a stored rate (DESK-31)', () => {
  const known = { points: 1, quantity: 1, vatCountry: 'NL', vatBp: 2100 }
  const unknown = { points: 1, quantity: 1, vatCountry: null, vatBp: null }
  expect(vatCentsOf(1000, [known, unknown])).toBeNull()
  expect(vatCentsOf(0, [unknown])).toBe(0)
  expect(eurosByLine(500, [{ points: 0, quantity: 3 }])).toEqual([0])
})
