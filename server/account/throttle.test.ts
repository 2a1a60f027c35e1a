import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ environment: { LOGIN_TRIES_PER_MINUTE: '1' } })
})
afterAll(() => shop.stop())
beforeEach(() => shop.clock.advance(120_000))

/** A burst of wrong codes and right behind it eight right ones; answers how many of those were looked at. */
async function rightAfter(wrong: string[], right: (index: number) => string) {
  let looked = 0
  const tries = wrong.map((address) =>
    shop.shop.throttle.attempt(
      address,
      async () => 'wrong',
      () => true,
    ),
  )
  const late = Array.from({ length: 8 }, (_, index) =>
    shop.shop.throttle.attempt(
      right(index),
      async () => (looked += 1),
      () => false,
    ),
  )
  await Promise.all([...tries, ...late])
  return looked
}

const numbers = (length: number) => Array.from({ length }, (_, index) => index)

it('leaves no gap for a burst from all over the world (LOGIN-5)', async () => {
  // Sixty wrong codes a minute are too many for everybody; so many are counted before the last come to their turn.
  const everywhere = numbers(100).map((index) => `10.0.${index}.1`)
  expect(await rightAfter(everywhere, (index) => `10.1.${index}.1`)).toBe(0)
})

it('leaves no gap for a burst from one subnet, and the others their turn', async () => {
  const near = numbers(10).map((index) => `192.0.2.${index}`)
  expect(await rightAfter(near, (index) => `192.0.2.${index + 100}`)).toBe(0)
  expect(await rightAfter(near, (index) => `198.51.${index}.1`)).toBe(8)
})
