import { afterAll, beforeAll, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { someone, type TestShop, testShop } from '#server/testing/test-shop.ts'

let here: TestShop
let there: TestShop
beforeAll(async () => {
  here = await testShop()
  there = await testShop({ database: here.database })
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

/** As after the promotion of a standby: another line of the log is written, by its number. */
const promote = (timeline: number) =>
  here.sql.unsafe(
    `create or replace function wal_timeline() returns integer language sql volatile as $$ select ${timeline} $$`,
  )

async function order(shop: TestShop) {
  const gift = await shop.gift({ points: 1 })
  const holder = await shop.holder()
  await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
  await holder.done('saveAddress', someone)
  const { response } = await holder.done('convertCart', { payment_method: 'FC' })
  return Number(response.order_number)
}

it('gives no order number twice when the last orders were lost (a lost tail, growth)', async () => {
  const known: number[] = [await order(here), await order(there)]
  const last = Math.max(...known)
  expect(last).toBe(Math.min(...known) + 1)

  // What a standby had not received: the sequence as it was before, and nothing of a line that was lost whole.
  for (const timeline of [7, 8, 11]) {
    await here.sql`select setval('order_number', ${last - 1})`
    await promote(timeline)
    const numbers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => order(at % 2 ? here : there)),
    )
    known.push(...numbers)
    expect(new Set(known).size).toBe(known.length)
    expect(Math.max(...numbers) - Math.min(...numbers)).toBe(7)
    if (timeline === 8) await here.sql`update order_number_timeline set timeline = 1`
  }
})

it('doubts all it keeps after a change of leaders (B3 of growth)', async () => {
  const [row] = await here.sql<{ timeline: number }[]>`select wal_timeline() as timeline`
  const holder = await here.holder()
  expect(refused(await there.shop.sessions.find(holder.token))).toBe(false)
  await there.shop.changeEvents.poll()
  let doubts = 0
  there.shop.changeEvents.onFailover(() => (doubts += 1))
  await there.shop.changeEvents.poll()
  expect(doubts).toBe(0)

  // The change event of a logout has the number of one that was heard before the tail was lost.
  await here.sql`delete from session where voucher_id = ${holder.voucherId}`
  expect(await there.shop.sessions.find(holder.token)).toBeDefined()
  await promote((row?.timeline ?? 0) + 1)
  await there.shop.changeEvents.poll()
  expect(doubts).toBe(1)
  expect(await there.shop.sessions.find(holder.token)).toBeUndefined()
  await there.shop.changeEvents.poll()
  expect(doubts).toBe(1)
})
