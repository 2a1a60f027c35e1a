import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { dueDemoPast, planDemoPast } from '#tools/demo-history/demo-history.ts'
import { pastProgress } from '#tools/demo-history/history-progress.sql.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const LOCK = 7_134_206

let shop: TestShop
let lines: string[] = []
beforeEach(async () => {
  lines = []
  shop = await testShop()
})
afterEach(() => shop.stop())

// As `npm start` has it: an address of its own port.
const around = () => ({
  config: { ...shop.config, PUBLIC_URL: undefined, PORT: 4850 },
  sql: shop.sql,
  direct: shop.sql,
  log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
})

async function planned(asked: AbortSignal) {
  await planDemoPast(shop.sql, around().config)
  const past = await dueDemoPast({ ...around(), asked })
  if (!past) throw new Error('no past is due')
  return past
}

/** A signal that is aborted after this many checks. */
function abortedAfter(most: number) {
  let looks = 0
  return Object.defineProperty(new AbortController().signal, 'aborted', {
    get: () => (looks += 1) > most,
  })
}

it('is neither planned nor lived through with an account outside, or in another world', async () => {
  const { sql } = shop
  const { config } = around()
  const withAccount = { ...config, MOLLIE_API_KEY: 'test_key' }
  const inAnotherWorld = { ...config, GIFTPOINT_WORLD: 'elsewhere' }
  await planDemoPast(sql, withAccount)
  await planDemoPast(sql, inAnotherWorld)
  expect(await pastProgress(sql)).toBeUndefined()

  await planDemoPast(sql, config)
  const asked = new AbortController().signal
  expect(await dueDemoPast({ ...around(), config: withAccount, asked })).toBeUndefined()
  expect(await pastProgress(sql)).toBeUndefined()
})

it('is lived through by one process at a time, and not over where that process is stopped', async () => {
  const past = await planned(abortedAfter(3))
  const other = await shop.sql.reserve()
  await other`select pg_advisory_lock(${LOCK})`
  await past.live()
  expect(await past.over).toBe(false)
  expect(await pastProgress(shop.sql)).toMatchObject({ steps: 0 })
  await other`select pg_advisory_unlock(${LOCK})`
  other.release()
})

it('ends where a step fails, and frees its lock, so that the shop takes orders', async () => {
  const past = await planned(new AbortController().signal)
  await shop.sql`update offer set active = false`
  await past.live()
  expect(await past.over).toBe(true)
  expect(lines).toEqual([expect.stringContaining('broke off')])
  expect(await pastProgress(shop.sql)).toBeUndefined()
  const locks = await shop.sql`
    select from pg_locks where locktype = 'advisory' and objid = ${LOCK}
      and database = (select oid from pg_database where datname = current_database())`
  expect(locks).toHaveLength(0)
})
