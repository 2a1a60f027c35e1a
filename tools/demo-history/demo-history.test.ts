import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { findDueHistory, planDemoHistory } from '#tools/demo-history/demo-history.ts'
import { planHash, schemaHash } from '#tools/demo-history/history-hashes.ts'
import { readHistoryHead } from '#tools/demo-history/load-history.ts'
import { isHistoryPending } from '#tools/demo-history/pending-history.sql.ts'
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
  config: { ...shop.config, PUBLIC_URL: undefined, PORT: 4171 },
  sql: shop.sql,
  direct: shop.sql,
  asOwner: async <Result>(work: (owner: TestShop['sql']) => Promise<Result>) => work(shop.sql),
  log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
})

async function planned(stopSignal: AbortSignal) {
  await planDemoHistory(shop.sql, around().config)
  const history = await findDueHistory({ ...around(), stopSignal })
  if (!history) throw new Error('no history is due')
  return history
}

/** A signal that is aborted after this many checks. */
function abortedAfter(most: number) {
  let looks = 0
  return Object.defineProperty(new AbortController().signal, 'aborted', {
    get: () => (looks += 1) > most,
  })
}

it('was played with the tables, the plan and the gifts of today (PRODUCT-21)', async () => {
  const { schema, plan, tables } = await readHistoryHead()
  const names = tables.map(({ name }) => name)
  const today = { schema: await schemaHash(shop.sql, names), plan: await planHash() }
  expect({ schema, plan }, 'demo/history is out of date: run `npm run demo-history`').toEqual(today)
})

it('is neither planned nor loaded with a real service account, or in another world', async () => {
  const { sql } = shop
  const { config } = around()
  const withAccount = { ...config, MOLLIE_API_KEY: 'test_key' }
  await planDemoHistory(sql, withAccount)
  await planDemoHistory(sql, { ...config, GIFTPOINT_WORLD: 'elsewhere' })
  expect(await isHistoryPending(sql)).toBe(false)

  await planDemoHistory(sql, config)
  const stopSignal = new AbortController().signal
  expect(await findDueHistory({ ...around(), config: withAccount, stopSignal })).toBeUndefined()
  expect(await isHistoryPending(sql)).toBe(false)
})

it('is loaded by one process at a time, and stays pending if that process is stopped', async () => {
  const history = await planned(abortedAfter(3))
  const other = await shop.sql.reserve()
  await other`select pg_advisory_lock(${LOCK})`
  await history.load()
  expect(await history.finished).toBe(false)
  expect(await isHistoryPending(shop.sql)).toBe(true)
  await other`select pg_advisory_unlock(${LOCK})`
  other.release()
})

it('adds nothing if a table has changed, and the shop takes orders', async () => {
  const history = await planned(new AbortController().signal)
  await shop.sql`alter table parcel_line rename column quantity to pieces`
  const [before] = await shop.sql`select count(*) from voucher`
  await history.load()
  expect(await history.finished).toBe(true)
  expect(lines).toEqual([expect.stringContaining('demo history not loaded')])
  expect(await isHistoryPending(shop.sql)).toBe(false)
  expect(await shop.sql`select count(*) from voucher`).toEqual([before])
  const locks = await shop.sql`
    select from pg_locks where locktype = 'advisory' and objid = ${LOCK}
      and database = (select oid from pg_database where datname = current_database())`
  expect(locks).toHaveLength(0)
})
