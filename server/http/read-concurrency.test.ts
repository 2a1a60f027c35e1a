import { setImmediate as nextTurn } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { readSlots } from '#server/http/read-concurrency.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop()
})
afterAll(() => shop.stop())

it('lets others be heard between the reads of one holder, who asks for 64 at once (B40)', async () => {
  const turns = readSlots()
  let reckoned = 0
  const greedy = Array.from({ length: 64 }, () =>
    turns.take(1, () => {
      reckoned += 1
    }),
  )
  await nextTurn()
  // Without turns, all 64 reads would be finished by now.
  expect(reckoned).toBeLessThanOrEqual(8)
  await turns.take(2, () => {
    expect(reckoned).toBeLessThanOrEqual(8)
  })
  await Promise.all(greedy)
  expect(reckoned).toBe(64)
})

it('reckons so many of one holder at once, and then hears the others (B40)', async () => {
  const turns = readSlots()
  const atOnce = (voucherId: number) =>
    Array.from({ length: 64 }, () => turns.tryTake(voucherId)).filter(Boolean).length
  expect(atOnce(1)).toBe(16)
  expect(atOnce(2)).toBe(16)
  await nextTurn()
  expect(atOnce(1)).toBe(16)
})

it('gives a turn back that ended badly (B40)', async () => {
  const turns = readSlots()
  const fail = () => Promise.reject(new Error('the database is away'))
  for (let read = 0; read < 8; read += 1) {
    await expect(turns.take(1, fail)).rejects.toThrow('the database is away')
  }
})

it('leaves the others their database while one holder asks and asks, and refuses what nobody can look at (B40)', async () => {
  const [greedy, patient] = [await shop.holder(), await shop.holder()]
  const refusals: unknown[] = []
  const asked = await shop.sql.begin(async (sql) => {
    await sql`lock table cart in access exclusive mode`
    const answers = Array.from({ length: 130 }, async () => {
      const answer = await greedy.call('readCart', {})
      if ('refused' in answer) refusals.push(answer)
      return answer
    })
    // Four are under way and 120 wait for them.
    await vi.waitFor(() => expect(refusals).toHaveLength(6), { timeout: 30_000, interval: 5 })
    await patient.done('wishlist', {})
    // In a bag: what a transaction returns is waited for, and these wait for its end.
    return { answers }
  })
  const answers = await Promise.all(asked.answers)
  expect(answers.filter((answer) => 'response' in answer)).toHaveLength(124)
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ refused: 'too-many-requests', retryAfterSeconds: 1 })
  }
})
