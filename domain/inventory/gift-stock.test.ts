import { expect, it } from 'vitest'

import { byUrgency, stockOfGift } from '#domain/inventory/gift-stock.ts'

const level = (part: Partial<Parameters<typeof stockOfGift>[0][number]>) => ({
  on_hand: 5,
  reserved: 1,
  sold: 4,
  days_left: null,
  state: 'fine' as const,
  warehouse: null,
  sales: [0, 2],
  ...part,
})

it('sums up the variants of a gift, and takes the days left from the first variant that sells out (PRODUCT-10)', () => {
  const large = level({ days_left: 9, state: 'at-risk', warehouse: { on_hand: 3 }, sales: [1, 1] })
  const small = level({ on_hand: 0, days_left: 0, state: 'out' })
  expect(stockOfGift([small, large, level({})])).toEqual({
    on_hand: 10,
    reserved: 3,
    sold: 12,
    days_left: 9,
    difference: -2,
    state: 'at-risk',
    sales: [1, 5],
  })
})

it('is sold out only if all variants are, and has no days left if nothing sells (PRODUCT-10)', () => {
  const out = level({ on_hand: 0, days_left: 0, state: 'out' })
  expect(stockOfGift([out, out])).toMatchObject({ days_left: 0, state: 'out', difference: null })
  expect(stockOfGift([out, level({})])).toMatchObject({ days_left: null, state: 'fine' })
})

it('sorts stock that sells out soon before sold-out stock, and sufficient stock last (PRODUCT-10)', () => {
  const fine = level({ days_left: 40 })
  const out = level({ days_left: 0, state: 'out' })
  const low = level({ state: 'low' })
  const later = level({ days_left: 9, state: 'at-risk' })
  const soon = level({ days_left: 2, state: 'at-risk' })
  expect([fine, out, later, low, soon].toSorted(byUrgency)).toEqual([soon, later, low, out, fine])
})
