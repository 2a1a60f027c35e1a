import { afterAll, beforeAll, expect, it } from 'vitest'

import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let holder: TestHolder
let spliId: string
beforeAll(async () => {
  shop = await testShop()
  holder = await shop.holder()
  spliId = (await shop.gift()).spliId
})
afterAll(() => shop.stop())

async function change(key: string) {
  const response = await shop.request('/rest/shopping_cart', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${holder.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ spli_id: spliId, quantity: 1 }),
  })
  return { status: response.status, body: await response.json() }
}

it.each([
  ['is empty', ''],
  ['is longer than any key', 'k'.repeat(256)],
])('refuses a write whose Idempotency-Key %s, and changes nothing (WIRE-11)', async (_, key) => {
  expect(await change(key)).toMatchObject({
    status: 400,
    body: { success: false, error: { code: 'invalid-input', field: 'Idempotency-Key' } },
  })
  expect((await holder.done('readCart', {})).response.shopping_cart_items).toEqual([])
})
