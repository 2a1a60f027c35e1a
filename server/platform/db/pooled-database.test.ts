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
import { someone, type TestShop, testShop } from '#server/testing/test-shop.ts'

const eight = Array.from({ length: 8 }, (_, index) => index)
let database: TestDatabase
let pool: Awaited<ReturnType<typeof switchingPool>>
let sql: Sql
let here: TestShop
let there: TestShop

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
  here = await testShop({ database: pooled })
  there = await testShop({ database: pooled })
})
afterAll(async () => {
  await here.stop()
  await there.stop()
  await sql.end({ timeout: 1 })
  pool.close()
  await database.drop()
})

describe('a shop behind a pool in transaction mode (A2 of growth)', () => {
  it('is tried with one that gives every transaction another session, and no notifications', async () => {
    const alone = connect({ url: urlOf(pool) }, { max: 1, pooled: true })
    const pids = []
    for (const _ of [1, 2, 3]) pids.push((await alone`select pg_backend_pid() as pid`)[0]?.['pid'])
    await alone.end()
    expect(new Set(pids).size).toBe(3)
    const prepared = connect({ url: urlOf(pool) }, { max: 1 })
    await expect(prepared`select 1`).rejects.toThrow('unsupported startup parameter')
    // An error that a pool sends before it disconnects counts as an outage, not as a bug of the query.
    await expect(prepared`select 1`).rejects.toSatisfy(isDatabaseDown)
    await prepared.end({ timeout: 0 })
  })

  it('sells by points and by card, does its jobs, and what it keeps is whole', async () => {
    const before = pool.switches()
    const gift = await here.gift({ points: 5, inStock: 20 })
    const { holder, number } = await sampleOrder(here, { gifts: [gift], pickup: true })
    const paid = await cardOrder(there, { gift, points: 3 })
    here.clock.advance(60 * 60_000)
    await here.shop.jobs.drain({ includeScheduled: true })
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

  it('sells the last one once, of eight who click together at two processes (PAY-5)', async () => {
    const gift = await here.gift({ points: 5, inStock: 1 })
    await there.shop.changeEvents.poll()
    const answers = await Promise.all(
      eight.map(async (at) => {
        const holder = await (at % 2 ? here : there).holder({ points: 5 })
        await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
        await holder.done('saveAddress', someone)
        return holder.call('convertCart', { payment_method: 'FC' })
      }),
    )
    expect(answers.filter((answer) => !refused(answer))).toHaveLength(1)
    expect((await checkBooks(database.sql)).findings).toEqual([])
  })

  it('tells the other process of a logout at once, by a connection of its own', async () => {
    const holder = await here.holder()
    expect(await there.shop.sessions.find(holder.token)).toBeDefined()
    const heard = new Promise<void>((done) => there.shop.changeEvents.on('session', () => done()))
    await holder.done('logOut', {})
    await heard
    expect(await there.shop.sessions.find(holder.token)).toBeUndefined()
    const ears = await database.sql<{ address: string | null }[]>`
      select client_addr as address from pg_stat_activity
      where datname = current_database() and query = 'listen change_event'`
    expect(ears).toHaveLength(2)
  })
})

describe('the two addresses of a database', () => {
  const opens = async (addresses: Record<string, string>) => {
    const said: string[] = []
    const opened = await openDatabase(readConfig(addresses), (line) => void said.push(line)).catch(
      (error: Error) => error,
    )
    if (opened instanceof Error) return opened.message
    const rows = await opened.sql`select current_database() as name`
    await opened.close()
    return [rows[0]?.['name'], ...said]
  }

  it('are one for the shop to sell by and one for what needs a session', async () => {
    const door = await postgresProxy()
    const ignoring = await poolAt(database, { ignoresSettings: true })
    const direct = door.urlOf(nameOf(database))
    const relaying = await poolAt(database, { ignoresSettings: true, relaysNumber: true })
    // One pool rejects the settings at connect, one drops them later, and the last looks like the database itself.
    for (const without of [pool, ignoring, relaying])
      expect(await opens({ DATABASE_URL: urlOf(without) })).toMatch(
        /^DATABASE_URL leads to a pooler such as PgBouncer\. Also set DATABASE_DIRECT_URL/,
      )
    expect(
      await opens({ DATABASE_URL: urlOf(pool), DATABASE_DIRECT_URL: urlOf(ignoring) }),
    ).toMatch(/^DATABASE_DIRECT_URL leads to a pooler such as PgBouncer\. Set/)
    expect(
      await opens({ DATABASE_URL: urlOf(pool), DATABASE_DIRECT_URL: door.urlOf('template1') }),
    ).toMatch(/lead to different databases/)
    expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow(/without DATABASE_URL/)

    const both = await opens({ DATABASE_URL: urlOf(pool), DATABASE_DIRECT_URL: direct })
    expect(both).toEqual([
      nameOf(database),
      expect.stringMatching(
        /a query may run without a time limit: alter role .* set statement_timeout = '30s'; alter role .* set idle_in_transaction_session_timeout = '60s'; then/,
      ),
    ])
    expect(await opens({ DATABASE_URL: direct, DATABASE_DIRECT_URL: direct })).toHaveLength(2)

    // A pool that rejects a parameter of the address is not reported as a wrong host. The address cannot change
    // driver options.
    const more = `${urlOf(pool)}?search_path=public`
    expect(await opens({ DATABASE_URL: more, DATABASE_DIRECT_URL: direct })).toMatch(
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
    const directly = await openDirectly(
      readConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/x', DATABASE_DIRECT_URL: direct }),
      () => {},
    )
    expect(await directly.sql`select 1 as one`).toEqual([{ one: 1 }])
    await directly.close()
    ignoring.close()
    relaying.close()
    door.close()
  })
})
