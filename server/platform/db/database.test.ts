import net from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

import {
  connect,
  type ConnectionSettings,
  isDatabaseDown,
  type Sql,
  breakConnections,
} from '#server/platform/db/database.ts'
import { testDatabase } from '#server/testing/test-database.ts'
import { comesWithin } from '#server/testing/within-seconds.ts'

/** A way to the database that can be torn, as a killed server or a cable tears it. */
function breakableConnection() {
  const { host, port } = inject('postgres')
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(path.join(host, `.s.PGSQL.${port}`))
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  let ownPort = 0
  return {
    async open() {
      await new Promise<void>((done) => server.listen(ownPort, '127.0.0.1', done))
      const address = server.address()
      ownPort = typeof address === 'object' && address ? address.port : 0
      return ownPort
    },
    /** Refuses new connections; open ones continue. */
    close: () => new Promise<unknown>((done) => void server.close(done)),
    destroyConnections() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    /** As a server that ends, or a proxy that has had enough: no error, only the end. */
    async hangUp() {
      const ended = [...sockets].map((socket) => {
        socket.destroySoon()
        return new Promise((done) => socket.once('close', done))
      })
      await Promise.all(ended)
    },
  }
}

const way = breakableConnection()
let settings: ConnectionSettings
let sql: Sql
beforeAll(async () => {
  const { user } = inject('postgres')
  settings = { host: '127.0.0.1', port: await way.open(), user, database: 'postgres' }
  sql = connect(settings, { max: 4 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await way.close()
})

const TEARS = Number(process.env['TEARS'] ?? 12)

it('settles every query when connections are torn under load, and goes on afterwards', async ({
  signal,
}) => {
  let answered = 0
  let failed = 0
  let tears = 0
  let next = 1
  /** At the end some more are answered, without a tear. */
  const isOver = () => tears === TEARS && answered >= next
  // By what was answered and not by the clock: however slow the machine, each tear meets work under way.
  const tearNowAndThen = () => {
    if (answered < next || tears === TEARS) return
    tears += 1
    next = answered + 1 + ((tears * 7) % 40)
    way.destroyConnections()
  }
  // Each asks again at once, as handlers do: also in the moment between a connection's error and its close.
  const asking = Array.from({ length: 12 }, async (_, index) => {
    while (!isOver() && !signal.aborted) {
      try {
        if (index % 2) await sql`select ${index}::int`
        else
          await sql.begin(async (sql) => [
            await sql`select 1`,
            await sql`select ${'x'.repeat(2000)}::text`,
          ])
        answered += 1
        tearNowAndThen()
      } catch (error) {
        expect(isDatabaseDown(error), String(error)).toBe(true)
        failed += 1
      }
    }
  })
  await Promise.all(asking)
  expect(failed).toBeGreaterThan(TEARS / 2)
})

it('is there again at once when the database is, however often it was not', async () => {
  const closed = way.close()
  way.destroyConnections()
  await closed
  let refused = 0
  const asking = Array.from({ length: 4 }, async () => {
    while (refused < 8) {
      const error: unknown = await sql`select 1`.catch((error: unknown) => error)
      expect(isDatabaseDown(error), String(error)).toBe(true)
      if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') refused += 1
    }
  })
  await Promise.all(asking)
  await way.open()
  const answer = sql`select 1 as one`.then((rows) => rows)
  // The driver of its own accord would wait ten by now.
  expect(await comesWithin(5, answer)).toBe(true)
  expect((await answer)[0]).toEqual({ one: 1 })
})

it('answers all that a transaction asked at once when its connection is torn', async () => {
  const answers: Promise<unknown>[] = []
  const failed = sql.begin(async (sql) => {
    await sql`select 1`
    // More than are sent before an answer has come: the rest waits in the transaction's own queue.
    answers.push(
      ...Array.from({ length: 400 }, () =>
        sql`select pg_sleep(0.01)`.catch((error: unknown) => error),
      ),
    )
    way.destroyConnections()
    await Promise.all(answers)
  })
  await expect(failed).rejects.toSatisfy(isDatabaseDown)
  const settled = await Promise.all(answers)
  expect(settled.filter((answer) => isDatabaseDown(answer)).length).toBeGreaterThan(300)
})

it('fails what is still said on a connection that was hung up', async () => {
  const own = connect(settings, { max: 1 })
  const held = await own.reserve()
  await held`select 1`
  await way.hangUp()
  const error: unknown = await held`select 1`.catch((error: unknown) => error)
  held.release()
  await own.end()
  expect(isDatabaseDown(error), String(error)).toBe(true)
})

it('asks for no helpers of the database’s', async () => {
  const own = connect({ ...inject('postgres'), database: 'postgres' }, { max: 1 })
  expect(await own`show max_parallel_workers_per_gather`).toEqual([
    { max_parallel_workers_per_gather: '0' },
  ])
  await own.end({ timeout: 1 })
})

it('tears ways that are sockets of this machine as well', async () => {
  const own = connect({ ...inject('postgres'), database: 'postgres' }, { max: 1 })
  await own`select 1`
  const waiting = own`select pg_sleep(30)`.catch((error: unknown) => error)
  await expect
    .poll(
      () => sql`select from pg_stat_activity where query like '%pg_sleep(30)%'
    and state = 'active' and pid <> pg_backend_pid()`,
    )
    .toHaveLength(1)
  breakConnections(own)
  expect(await waiting).toSatisfy(isDatabaseDown)
  expect(await own`select 1 as one`).toEqual([{ one: 1 }])
  await own.end({ timeout: 1 })
})

it('keeps an object an object when its statement has to be prepared again (A2 of growth)', async () => {
  await using own = await ownTable()
  await own.insert()
  await own.sql`alter table kept add column more integer`
  await own.insert()
  expect(await own.sql`select distinct jsonb_typeof(what) as kind from kept`).toEqual([
    { kind: 'object' },
  ])
})

it('leaves the connection over which it heard that nothing may be written (B1 of growth)', async () => {
  await using own = await ownTable()
  const pid = async () => (await own.sql`select pg_backend_pid() as pid`)[0]?.['pid']
  const within = () => own.sql.begin((sql) => sql`insert into kept (what) values ('{}')`)
  for (const write of [own.insert, within]) {
    const before = await pid()
    await own.sql`set default_transaction_read_only = on`
    const error: unknown = await write().catch((error: unknown) => error)
    expect(isDatabaseDown(error), String(error)).toBe(true)
    expect(await pid()).not.toBe(before)
    await write()
  }
})

describe('an address of several hosts', () => {
  it('is tried from one to the next, whatever is wrong with one', async () => {
    const { host, port, user } = inject('postgres')
    const closes = net.createServer((socket) => socket.destroy())
    const silent = net.createServer(() => {})
    const leads = net.createServer((near) => {
      const far = net.connect(path.join(host, `.s.PGSQL.${port}`))
      near.pipe(far).pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
    const open = async (server: net.Server) => {
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      const address = server.address()
      return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    }
    const [a, b, c] = [await open(closes), await open(silent), await open(leads)]
    const url = (hosts: string[]) =>
      `postgres://${user}@${hosts.join(',')}/postgres?target_session_attrs=read-write`
    const one = connect({ url: url(['127.0.0.1:1', a, b, c]) }, { max: 2 })
    const answers = await Promise.all([1, 2, 3].map(() => one`select 1 as one`))
    expect(answers.map(([row]) => row?.['one'])).toEqual([1, 1, 1])
    await one.end({ timeout: 0 })

    const none = connect({ url: url(['127.0.0.1:1', a]) }, { max: 2 })
    const errors = await Promise.all(
      [1, 2, 3].map(() => none`select 1`.catch((error: unknown) => error)),
    )
    expect(errors.every(isDatabaseDown)).toBe(true)
    await none.end({ timeout: 0 })
    for (const server of [closes, silent, leads]) server.close()
  })
})

/** On one connection, which remembers the statement that it has prepared. */
async function ownTable() {
  const database = await testDatabase('template0', { max: 1 })
  const { sql } = database
  await sql`create table kept (what jsonb)`
  return {
    sql,
    insert: () => sql`insert into kept (what) values (${sql.json({ kind: 'home' })}) returning *`,
    [Symbol.asyncDispose]: () => database.drop(),
  }
}
