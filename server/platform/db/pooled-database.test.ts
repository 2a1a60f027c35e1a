import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect, isDatabaseDown, type Sql } from '#server/platform/db/database.ts'
import { openDatabase, openDirectly } from '#server/platform/db/open-database.ts'
import { checkBooks } from '#tools/check/check.ts'
import { cardOrder, sampleOrder } from '#server/testing/samples/sample-order.ts'
import { switchingPool } from '#server/testing/database/switching-pool.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

const INDEXES = Array.from({ length: 8 }, (_, index) => index)
let database: TestDatabase
let pool: Awaited<ReturnType<typeof switchingPool>>
let sql: Sql
let shop: TestShop
let otherShop: TestShop

const nameOf = ({ settings }: TestDatabase) => ('database' in settings ? settings.database : '')
const poolAt = (database: TestDatabase, options = {}) =>
  switchingPool({ ...inject('postgres'), database: nameOf(database) }, options)
const urlOf = ({ port }: { port: number }) =>
  `postgres://${inject('postgres').user}@127.0.0.1:${port}/any`

beforeAll(async () => {
  database = await testDatabase('template_world')
  pool = await poolAt(database)
  sql = connect({ url: urlOf(pool) }, { max: 8, pooled: true })
  const pooled = { ...database, sql, serving: sql, direct: database.sql }
  shop = await testShop({ database: pooled })
  otherShop = await testShop({ database: pooled })
})
afterAll(async () => {
  await shop.stop()
  await otherShop.stop()
  await sql.end({ timeout: 1 })
  pool.close()
  await database.drop()
})

describe('a shop behind a pooler in transaction mode (A2 of growth)', () => {
  it('gets another session for each transaction, and no notifications', async () => {
    const singleConnection = connect({ url: urlOf(pool) }, { max: 1, pooled: true })
    const pids = []
    for (const _ of [1, 2, 3])
      pids.push((await singleConnection`select pg_backend_pid() as pid`)[0]?.['pid'])
    await singleConnection.end()
    expect(new Set(pids).size).toBe(3)
    const prepared = connect({ url: urlOf(pool) }, { max: 1 })
    await expect(prepared`select 1`).rejects.toThrow('unsupported startup parameter')
    // An error that a pool sends before it disconnects counts as an outage, not as a bug of the query.
    await expect(prepared`select 1`).rejects.toSatisfy(isDatabaseDown)
    await prepared.end({ timeout: 0 })
  })

  it('sells by points and by card, runs its jobs, and stores JSON as objects', async () => {
    const before = pool.switches()
    const gift = await shop.gift({ points: 5, inStock: 20 })
    const { holder, number } = await sampleOrder(shop, { gifts: [gift], pickup: true })
    const paid = await cardOrder(otherShop, { gift, points: 3 })
    shop.clock.advance(60 * 60_000)
    await shop.shop.jobs.drain({ includeScheduled: true })
    expect(await holder.done('order', { order_number: number })).toMatchObject({
      response: { state: 'released', delivery: { kind: 'pickup' } },
    })
    expect(paid.number).not.toBe(number)
    const kinds = await database.sql`
      select jsonb_typeof(delivery) as delivery, jsonb_typeof(person) as person from orders
      where number in ${database.sql([number, paid.number])}`
    expect(kinds).toEqual([1, 2].map(() => ({ delivery: 'object', person: 'object' })))
    await expect(
      database.sql`update cart set delivery = to_jsonb(delivery::text) where delivery is not null`,
    ).rejects.toThrow(/cart_delivery_object/)
    expect(pool.switches() - before).toBeGreaterThan(100)
  })

  it('sells the last unit once in a race of eight holders in two processes', async () => {
    const gift = await shop.gift({ points: 5, inStock: 1 })
    await otherShop.shop.changeEvents.poll()
    const answers = await Promise.all(
      INDEXES.map(async (at) => {
        const holder = await (at % 2 ? shop : otherShop).holder({ points: 5 })
        await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
        await holder.done('saveAddress', sampleContact)
        return holder.call('convertCart', { payment_method: 'FC' })
      }),
    )
    expect(answers.filter((answer) => !refused(answer))).toHaveLength(1)
    expect((await checkBooks(database.sql)).findings).toEqual([])
  })

  it('notifies the other process of a logout at once, through a direct connection', async () => {
    const holder = await shop.holder()
    expect(await otherShop.shop.sessions.find(holder.token)).toBeDefined()
    const sessionEvent = new Promise<void>((done) =>
      otherShop.shop.changeEvents.on('session', () => done()),
    )
    await holder.done('logOut', {})
    await sessionEvent
    expect(await otherShop.shop.sessions.find(holder.token)).toBeUndefined()
    const listeners = await database.sql<{ address: string | null }[]>`
      select client_addr as address from pg_stat_activity
      where datname = current_database() and query = 'listen change_event'`
    expect(listeners).toHaveLength(2)
  })
})

describe('the two addresses of a database', () => {
  const openOrFail = async (addresses: Record<string, string>) => {
    const lines: string[] = []
    const opened = await openDatabase(readConfig(addresses), (line) => void lines.push(line)).catch(
      (error: Error) => error,
    )
    if (opened instanceof Error) return opened.message
    const rows = await opened.sql`select current_database() as name`
    await opened.close()
    return [rows[0]?.['name'], ...lines]
  }

  it('must be a pooler and the database behind it', async () => {
    const proxy = await postgresProxy()
    const ignoring = await poolAt(database, { ignoresSettings: true })
    const direct = proxy.urlOf(nameOf(database))
    const transparent = await poolAt(database, { ignoresSettings: true, relaysPid: true })
    // One pool rejects the settings at connect, one drops them later, and the last looks like the database itself.
    for (const address of [pool, ignoring, transparent])
      expect(await openOrFail({ DATABASE_URL: urlOf(address) })).toMatch(
        /^DATABASE_URL leads to a pooler such as PgBouncer\. Also set DATABASE_DIRECT_URL/,
      )
    expect(
      await openOrFail({ DATABASE_URL: urlOf(pool), DATABASE_DIRECT_URL: urlOf(ignoring) }),
    ).toMatch(/^DATABASE_DIRECT_URL leads to a pooler such as PgBouncer\. Set/)
    expect(
      await openOrFail({
        DATABASE_URL: urlOf(pool),
        DATABASE_DIRECT_URL: proxy.urlOf('template1'),
      }),
    ).toMatch(/lead to different databases/)
    expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow(/without DATABASE_URL/)

    const result = await openOrFail({ DATABASE_URL: urlOf(pool), DATABASE_DIRECT_URL: direct })
    expect(result).toEqual([
      nameOf(database),
      expect.stringMatching(
        /a query may run without a time limit: alter role .* set statement_timeout = '30s'; alter role .* set idle_in_transaction_session_timeout = '60s'; then/,
      ),
    ])
    expect(await openOrFail({ DATABASE_URL: direct, DATABASE_DIRECT_URL: direct })).toHaveLength(2)

    // A pool that rejects a parameter of the address is not reported as a wrong host. The address cannot change
    // driver options.
    const urlWithSetting = `${urlOf(pool)}?search_path=public`
    expect(await openOrFail({ DATABASE_URL: urlWithSetting, DATABASE_DIRECT_URL: direct })).toMatch(
      /^The pool of DATABASE_URL does not accept search_path: leave it out of the address/,
    )
    for (const word of ['prepare=true', 'sslmode=disable&fetch_types=false', 'max=3'])
      expect(() => readConfig({ DATABASE_URL: `${direct}?${word}` })).toThrow(
        /^The environment variable DATABASE_URL cannot be used: it contains (prepare|fetch_types|max), which the shop sets itself/,
      )
    expect(() => readConfig({ DATABASE_URL: `${direct}?target_session_attrs=standby` })).toThrow(
      /must lead to a writable/,
    )

    // A command asks the database itself, with the pool gone or not.
    const directDatabase = await openDirectly(
      readConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_DIRECT_URL: direct }),
      () => {},
    )
    expect(await directDatabase.sql`select 1 as one`).toEqual([{ one: 1 }])
    await directDatabase.close()
    ignoring.close()
    transparent.close()
    proxy.close()
  })
})
