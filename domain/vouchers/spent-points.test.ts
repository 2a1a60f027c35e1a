import { expect, it } from 'vitest'

import { spentPoints } from '#domain/vouchers/spent-points.ts'

const PLACED = [{ state: 'cancelled' }, { state: 'placed' }]
const cart = (more: { points?: number; limit?: number; expired?: boolean } = {}) => ({
  problems: more.expired ? [{ code: 'voucher-expired' }] : [],
  totals: { voucher_points: more.points ?? 0, order_limit: more.limit ?? 0 },
})

it('finds points spent on an order, with and without payment by card (HOME-5)', () => {
  expect(spentPoints(cart(), PLACED, [1, 8])).toEqual({ byCard: 0 })
  expect(spentPoints(cart({ limit: 2 }), PLACED, [1, 8])).toEqual({ byCard: 2 })
  expect(spentPoints(cart({ points: 3, limit: 3 }), PLACED, [1, 8])).toBeNull()
})

it('offers no payment by card if all gifts cost more (HOME-5)', () => {
  expect(spentPoints(cart({ limit: 2 }), PLACED, [0, 3, 8])).toEqual({ byCard: 0 })
})

it('does not count expired or withdrawn points as spent (HOME-5)', () => {
  expect(spentPoints(cart({ expired: true }), PLACED, [1])).toBeNull()
  expect(spentPoints(cart(), [{ state: 'cancelled' }], [1])).toBeNull()
  expect(spentPoints(cart(), [], [1])).toBeNull()
})
