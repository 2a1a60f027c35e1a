import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'

import { sampleGifts, holderStep, RandomHolder } from '#server/testing/clients/random-holder.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'
import { THOROUGH } from '#server/testing/thorough.ts'

/**
 * WALKS=500 tries 500 random sequences with a new seed. npm test repeats the same sequences, the long run more of them.
 */
const WALKS = Number(process.env['WALKS'] ?? (THOROUGH ? 120 : 15))
const SEED = process.env['WALKS'] ? undefined : 20_261_121

let shop: TestShop
let gifts: string[]
beforeAll(async () => {
  shop = await testShop()
  gifts = await sampleGifts(shop)
})
afterAll(() => shop.stop())

it('keeps ledger and stock consistent, and the shop usable, after random actions of a holder (PAY-5)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(holderStep, { minLength: 3, maxLength: 14 }),
      fc.constantFrom(0, 3, 8, 20),
      async (steps, points) => {
        const walk = await startWalk(points)
        for (const step of steps) await walk.run(step)
        await walk.expectConsistentBooks()
        await walk.finishOrder()
        await walk.expectConsistentBooks()
        await walk.expectNothingReserved()
      },
    ),
    { numRuns: WALKS, ...(SEED === undefined ? {} : { seed: SEED }) },
  )
}, 600_000)

async function startWalk(points: number) {
  const first = await shop.holder({ points })
  // The same voucher on another device, or in another tab.
  const second = await shop.logIn(first.code)
  return new RandomHolder(shop, gifts, first, second)
}
