import { afterAll, beforeAll, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let otherShop: TestShop
beforeAll(async () => {
  shop = await testShop()
  otherShop = await testShop({ database: shop.database })
})
afterAll(async () => {
  await otherShop.stop()
  await shop.stop()
})

/** As after the promotion of a standby: another line of the log is written, by its number. */
const promote = (timeline: number) =>
  shop.sql.unsafe(
    `create or replace function wal_timeline() returns integer language sql volatile as $$ select ${timeline} $$`,
  )

async function order(shop: TestShop) {
  const gift = await shop.gift({ points: 1 })
  const holder = await shop.holder()
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await holder.done('saveAddress', sampleContact)
  const { response } = await holder.done('convertCart', { payment_method: 'FC' })
  return Number(response.order_number)
}

it('assigns no order number twice if the last orders were lost in a failover', async () => {
  const numbersSoFar: number[] = [await order(shop), await order(otherShop)]
  const last = Math.max(...numbersSoFar)
  expect(last).toBe(Math.min(...numbersSoFar) + 1)

  // What a standby had not received: the sequence as it was before, and nothing of a line that was lost whole.
  for (const timeline of [7, 8, 11]) {
    await shop.sql`select setval('order_number', ${last - 1})`
    await promote(timeline)
    const numbers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => order(index % 2 ? shop : otherShop)),
    )
    numbersSoFar.push(...numbers)
    expect(new Set(numbersSoFar).size).toBe(numbersSoFar.length)
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(7)
    if (timeline === 8) await shop.sql`update order_number_timeline set timeline = 1`
  }
})

it('clears all caches after a failover', async () => {
  const [row] = await shop.sql<{ timeline: number }[]>`select wal_timeline() as timeline`
  const holder = await shop.holder()
  expect(refused(await otherShop.shop.sessions.find(holder.token))).toBe(false)
  await otherShop.shop.changeEvents.poll()
  let flushes = 0
  otherShop.shop.changeEvents.onFailover(() => (flushes += 1))
  await otherShop.shop.changeEvents.poll()
  expect(flushes).toBe(0)

  // The change event of a logout has the number of one that was heard before the tail was lost.
  await shop.sql`delete from session where voucher_id = ${holder.voucherId}`
  expect(await otherShop.shop.sessions.find(holder.token)).toBeDefined()
  await promote((row?.timeline ?? 0) + 1)
  await otherShop.shop.changeEvents.poll()
  expect(flushes).toBe(1)
  expect(await otherShop.shop.sessions.find(holder.token)).toBeUndefined()
  await otherShop.shop.changeEvents.poll()
  expect(flushes).toBe(1)
})
