import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { watchTurns } from '#server/testing/load/longest-turn.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

/**
 * How long a process may compute before it serves other requests; on a slow machine, the share of the total computing
 * time, because all turns take longer.
 */
const LONGEST_TURN = { ms: 150, share: 1 / 8 }
/** The first check of a process also opens the fonts. */
const WITH_FONTS = { ms: 220, share: 1 / 5 }

const oneByOne = (place: number) =>
  `${place}. ${'Samen hebben we drie magazijnen verhuisd en een haven gebouwd. '.repeat(20)}`.slice(
    0,
    1000,
  )

it('keeps answering other requests while it validates letters, from the first time on (DESK-26)', async () => {
  // Modules that the shop loads on the first request.
  await import('#server/modules/vouchers/letters/validate-letters.ts')
  const check = async (people: number) =>
    jsonOf<StaffResponse<'validateLetters'>>(
      await owner.request('POST', '/backoffice/api/letter-checks', {
        channel: '1014',
        points: 12,
        sender_message: 'Thank you for this year.',
        recipients: Array.from({ length: people }, (_, at) => ({
          name: `Person ${at}`,
          words: oneByOne(at),
        })),
      }),
    )
  for (const [people, most] of [
    [1, WITH_FONTS],
    [1, LONGEST_TURN],
    [200, LONGEST_TURN],
  ] as const) {
    const turns = watchTurns()
    const answer = await check(people)
    const { longest, total } = turns.stop()
    expect(answer.troubles.length).toBeGreaterThan(0)
    expect(longest, `of ${people} letters`).toBeLessThan(Math.max(most.ms, most.share * total))
  }
})
