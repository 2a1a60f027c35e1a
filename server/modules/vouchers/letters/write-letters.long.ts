import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { StaffResponse } from '#contract/client.staff.ts'
import { staffClient, type StaffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const MEGABYTE = 1024 * 1024
/** For a drawn letter only its position in the file and its structure tags stay in memory. */
const BYTES_A_LETTER = 20 * 1024
/** How often per file the live heap is measured; garbage does not count. */
const LOOKS = 8
const LETTER_BYTES = 4000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function held() {
  collect()
  return process.memoryUsage().heapUsed
}

let shop: TestShop
let owner: StaffClient
beforeAll(async () => {
  shop = await testShop()
  owner = await staffClient(shop)
  await owner.signIn()
})
afterAll(() => shop.stop())

it.each([5000, 20_000])(
  'prints %i letters in bounded memory while it is read, and ends when nobody reads on (DESK-26)',
  { timeout: 1_200_000 },
  async (count) => {
    const batch = await jsonOf<StaffResponse<'createBatch'>>(
      await owner.request('POST', '/backoffice/api/batches', {
        channel: '1014',
        points: 1,
        count,
        recipients: Array.from({ length: count }, (_, at) => ({
          name: `Person ${at}`,
          department: `Department ${at % 40}`,
        })),
      }),
    )
    await shop.shop.jobs.drain()
    const address = `${shop.url}/backoffice/api/batches/${batch.id}/codes?as=pdf`
    const headers = { cookie: owner.cookie() }
    const last = async () =>
      (
        await jsonOf<StaffResponse<'batch'>>(
          await owner.request('GET', `/backoffice/api/batches/${batch.id}`),
        )
      ).hand_overs[0]

    const leaving = new AbortController()
    const left = await fetch(address, { headers, signal: leaving.signal })
    await left.body?.getReader().read()
    leaving.abort()
    await expect.poll(async () => (await last())?.state, { timeout: 60_000 }).toBe('broken')
    expect((await last())?.made).toBeLessThan(count)

    const before = held()
    let most = 0
    let bytes = 0
    let nextPoll = 0
    const response = await fetch(address, { headers })
    for await (const part of response.body ?? []) {
      bytes += part.length
      if (bytes >= nextPoll) {
        nextPoll = bytes + (count * LETTER_BYTES) / LOOKS
        most = Math.max(most, held() - before)
      }
    }
    expect(bytes).toBeGreaterThan(count * 1000)
    expect((await last())?.vouchers).toBe(count)
    process.stdout.write(
      `${count} letters: ${Math.round(bytes / MEGABYTE)} MB, heap at most ${Math.round(most / MEGABYTE)} MB above\n`,
    )
    expect(most).toBeLessThan(64 * MEGABYTE + count * BYTES_A_LETTER)
  },
)
