import { expect, it } from 'vitest'

import { orderFrom, wrapped } from '#contract/shared/preview-messages.ts'

const ORIGIN = 'https://shop.example'
const shop = {}
const order = { kind: 'go', page: '/products' } as const
const event = (part: object) => ({ data: wrapped(order), origin: ORIGIN, source: shop, ...part })

it('takes a message of the expected window on the own origin (PRODUCT-7)', () => {
  expect(orderFrom(event({}), shop, ORIGIN)).toEqual(order)
})

it.each([
  ['another origin', event({ origin: 'https://elsewhere.example' }), shop],
  ['another window', event({ source: {} }), shop],
  ['no window', event({ source: null }), null],
  ['a script without the mark', event({ data: order }), shop],
  ['text', event({ data: 'giftpoint-preview' }), shop],
])('ignores a message of %s (PRODUCT-7)', (_, wrong, sender) => {
  expect(orderFrom(wrong, sender, ORIGIN)).toBeUndefined()
})
