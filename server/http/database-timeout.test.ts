import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { connect } from '#server/platform/db/database.ts'
import { switchableConnection } from '#server/testing/database/switchable-connection.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { settlesWithin } from '#server/testing/within-seconds.ts'
import { type TestHolder, type TestShop, testShop } from '#server/testing/test-shop.ts'

/** Three seconds, plus a margin for a busy machine. */
const MAX_SECONDS = 5

let database: TestDatabase
let connection: Awaited<ReturnType<typeof switchableConnection>>
let shop: TestShop
let holder: TestHolder
let holders: TestHolder[]

beforeAll(async () => {
  database = await testDatabase('template_world')
  connection = await switchableConnection()
  const name = 'database' in database.settings ? database.settings.database : ''
  const settings = { url: connection.urlOf(name) }
  const sql = connect(settings, { max: 4, timeoutMs: 2500 })
  shop = await testShop({
    environment: { DATABASE_TIMEOUT_MS: '3000' },
    database: { ...database, settings, sql, serving: sql },
  })
  holders = await Promise.all(Array.from({ length: 8 }, () => shop.holder()))
  holder = holders[0] ?? (await shop.holder())
})
afterAll(async () => {
  connection.setMode('forwards')
  await shop.stop()
  await shop.sql.end({ timeout: 0 })
  connection.close()
  await database.drop()
})

/** Reads that each need a database connection, more of them than the pool has. */
async function readCarts(count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { cartGuid, token } = holders[at % holders.length] ?? holder
      const answer = await shop.request(`/rest/shopping_cart_get?cart_guid=${cartGuid}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return {
        status: answer.status,
        wait: answer.headers.get('retry-after'),
        body: await answer.json(),
      }
    }),
  )
}

it.each(['closes', 'hangs'] as const)(
  'answers 503 within three seconds behind a balancer that %s (B2 of growth)',
  { timeout: 240_000 },
  async (failure) => {
    expect((await readCarts(8)).map(({ status }) => status)).toEqual(Array(8).fill(200))
    connection.setMode(failure)
    for (const _ of ['while it notices', 'afterwards']) {
      const responses = readCarts(24)
      expect(await settlesWithin(MAX_SECONDS, responses)).toBe(true)
      const answers = await responses
      for (const answer of answers)
        expect(answer).toMatchObject({
          status: 503,
          wait: '2',
          body: { success: false, error: { code: 'unavailable' } },
        })
    }
    connection.setMode('forwards')
    await expect.poll(async () => (await readCarts(1))[0]?.status).toBe(200)
  },
)

it('lets a request wait for a lock longer than the timeout while the database answers', async () => {
  await expect.poll(async () => (await readCarts(1))[0]?.status).toBe(200)
  const change = () =>
    holder.call('changeCart', { spli_id: 'none-such', quantity: 1, cart_guid: holder.cartGuid })
  const changing = await shop.sql.begin(async (sql) => {
    await sql`select from voucher_balance where voucher_id = ${holder.voucherId} for update`
    const changing = change()
    const until = performance.now() + 2500
    while (performance.now() < until) {
      expect(await shop.shop.healthProbe.isResponding()).toBe(true)
      await pause(200)
    }
    return { changing }
  })
  expect(await changing.changing).toEqual(await change())
})
