import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { readSlots } from '#server/http/read-concurrency.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

it('serves other requests between the 64 parallel reads of one holder (B40)', async () => {
  const slots = readSlots()
  let finished = 0
  const reads = Array.from({ length: 64 }, () =>
    slots.take(1, () => {
      finished += 1
    }),
  )
  await nextTurn()
  // Without turns, all 64 reads would be finished by now.
  expect(finished).toBeLessThanOrEqual(8)
  await slots.take(2, () => {
    expect(finished).toBeLessThanOrEqual(8)
  })
  await Promise.all(reads)
  expect(finished).toBe(64)
})

it('runs at most 16 reads of a holder synchronously until other requests were served (B40)', async () => {
  const slots = readSlots()
  const countSynchronous = (voucherId: number) =>
    Array.from({ length: 64 }, () => slots.tryTake(voucherId)).filter(Boolean).length
  expect(countSynchronous(1)).toBe(16)
  expect(countSynchronous(2)).toBe(16)
  await nextTurn()
  expect(countSynchronous(1)).toBe(16)
})

it('releases the slot of a read that fails (B40)', async () => {
  const slots = readSlots()
  const fail = () => Promise.reject(new Error('the database is away'))
  for (let read = 0; read < 8; read += 1) {
    await expect(slots.take(1, fail)).rejects.toThrow('the database is away')
  }
})

it('serves other holders while one sends 130 reads, and refuses those beyond its queue (B40)', async () => {
  const [reads, otherHolder] = [await shop.holder(), await shop.holder()]
  const refusals: unknown[] = []
  const pending = await shop.sql.begin(async (sql) => {
    await sql`lock table cart in access exclusive mode`
    const answers = Array.from({ length: 130 }, async () => {
      const answer = await reads.call('readCart', {})
      if ('refused' in answer) refusals.push(answer)
      return answer
    })
    // Four are under way and 120 wait for them.
    await vi.waitFor(() => expect(refusals).toHaveLength(6), { timeout: 30_000, interval: 5 })
    await otherHolder.done('wishlist', {})
    // In a bag: what a transaction returns is waited for, and these wait for its end.
    return { answers }
  })
  const answers = await Promise.all(pending.answers)
  expect(answers.filter((answer) => 'response' in answer)).toHaveLength(124)
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ refused: 'too-many-requests', retryAfterSeconds: 1 })
  }
})
