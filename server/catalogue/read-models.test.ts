import { afterAll, beforeAll, expect, it } from 'vitest'

import { refused } from '#contract/refusal.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

it('is read without a connection of those that wait for it, however many wait', async () => {
  const gift = await shop.gift()
  const connections = shop.sql.options.max
  const holders = await Promise.all(Array.from({ length: connections + 8 }, () => shop.holder()))
  await shop.sql`insert into news (topic) values ('catalogue')`
  await shop.shop.news.poll()

  // With a key each is a transaction that holds a connection while it waits for the catalogue.
  const changes = await Promise.all(
    holders.map((holder) =>
      holder.call(
        'changeCart',
        { spli_id: gift.spliId, quantity: 1 },
        { idempotencyKey: 'the first' },
      ),
    ),
  )
  expect(changes.filter((change) => refused(change))).toEqual([])
})
