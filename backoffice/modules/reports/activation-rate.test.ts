import { expect, it } from 'vitest'

import { activationRates } from '#backoffice/modules/reports/activation-rate.ts'

const point = (claimed: number, opened = 0) => ({
  at: '2026-11-01',
  orders: 9,
  spent: 9,
  paid: 9,
  claimed,
  opened,
})
const sums = { orders: 27, spent: 27, paid: 27, claimed: 3, usable: 10, activated: 6 }

it('ends at the activation rate of the period, not at the activations of its last day (PRODUCT-1)', () => {
  expect(activationRates({ points: [point(0), point(2), point(1)], sums })).toEqual([0.3, 0.5, 0.6])
})

it('falls on a day with new vouchers, because it is the share of those that can be used (PRODUCT-1)', () => {
  // Four of five, then five more vouchers and two activations: six of ten.
  expect(activationRates({ points: [point(0), point(2, 5)], sums })).toEqual([0.8, 0.6])
})

it('has no rates where no voucher could be used', () => {
  const none = { ...sums, usable: 0, activated: 0 }
  expect(activationRates({ points: [point(0), point(0)], sums: none })).toEqual([])
})
