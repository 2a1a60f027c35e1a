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
import { settlesWithin } from '#server/testing/within-seconds.ts'

/** A way to the database that can be torn, as a killed server or a cable tears it. */
function breakableConnection() {
  const { host, port } = inject('postgres')
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(path.join(host, `.s.PGSQL.${port}`))
    sockets.add(client)
    client.on('close', () => sockets.delete(client))
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  let ownPort = 0
  return {
    async open() {
      await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve))
      const address = server.address()
      ownPort = typeof address === 'object' && address ? address.port : 0
      return ownPort
    },
    /** Refuses new connections; open ones continue. */
    close: () => new Promise<unknown>((resolve) => void server.close(resolve)),
    destroyConnections() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    /** As a server that ends, or a proxy that has had enough: no error, only the end. */
    async hangUp() {
      const ended = [...sockets].map((socket) => {
        socket.destroySoon()
        return new Promise((resolve) => socket.once('close', resolve))
      })
      await Promise.all(ended)
    },
  }
}

const proxy = breakableConnection()
let settings: ConnectionSettings
let sql: Sql
beforeAll(async () => {
  const { user } = inject('postgres')
  settings = { host: '127.0.0.1', port: await proxy.open(), user, database: 'postgres' }
  sql = connect(settings, { max: 4 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await proxy.close()
})

const MAX_BREAKS = Number(process.env['TEARS'] ?? 12)

it('answers or fails every query when connections are lost under load, and continues afterwards', async ({
  signal,
}) => {
  let answered = 0
  let failed = 0
  let breaks = 0
  let next = 1
  /** At the end some more are answered, without a tear. */
  const isFinished = () => breaks === MAX_BREAKS && answered >= next
  // By what was answered and not by the clock: however slow the machine, each tear meets work under way.
  const breakSometimes = () => {
    if (answered < next || breaks === MAX_BREAKS) return
    breaks += 1
    next = answered + 1 + ((breaks * 7) % 40)
    proxy.destroyConnections()
  }
  // Each asks again at once, as handlers do: also in the moment between a connection's error and its close.
  const workers = Array.from({ length: 12 }, async (_, index) => {
    while (!isFinished() && !signal.aborted) {
      try {
        if (index % 2) await sql`select ${index}::int`
        else
          await sql.begin(async (sql) => [
            await sql`select 1`,
            await sql`select ${'x'.repeat(2000)}::text`,
          ])
        answered += 1
        breakSometimes()
      } catch (error) {
        expect(isDatabaseDown(error), String(error)).toBe(true)
        failed += 1
      }
    }
  })
  await Promise.all(workers)
  expect(failed).toBeGreaterThan(MAX_BREAKS / 2)
})

it('reconnects within seconds after any number of failed attempts', async () => {
  const closed = proxy.close()
  proxy.destroyConnections()
  await closed
  let refused = 0
  const workers = Array.from({ length: 4 }, async () => {
    while (refused < 8) {
      const error: unknown = await sql`select 1`.catch((error: unknown) => error)
      expect(isDatabaseDown(error), String(error)).toBe(true)
      if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') refused += 1
    }
  })
  await Promise.all(workers)
  await proxy.open()
  const answer = sql`select 1 as one`.then((rows) => rows)
  // The driver of its own accord would wait ten by now.
  expect(await settlesWithin(5, answer)).toBe(true)
  expect((await answer)[0]).toEqual({ one: 1 })
})

it('fails all pending statements of a transaction when its connection is lost', async () => {
  const answers: Promise<unknown>[] = []
  const failed = sql.begin(async (sql) => {
    await sql`select 1`
    // More than are sent before an answer has come: the rest waits in the transaction's own queue.
    answers.push(
      ...Array.from({ length: 400 }, () =>
        sql`select pg_sleep(0.01)`.catch((error: unknown) => error),
      ),
    )
    proxy.destroyConnections()
    await Promise.all(answers)
  })
  await expect(failed).rejects.toSatisfy(isDatabaseDown)
  const settled = await Promise.all(answers)
  expect(settled.filter((answer) => isDatabaseDown(answer)).length).toBeGreaterThan(300)
})

it('fails a query on a reserved connection that the server has closed', async () => {
  const ownPool = connect(settings, { max: 1 })
  const reserved = await ownPool.reserve()
  await reserved`select 1`
  await proxy.hangUp()
  const error: unknown = await reserved`select 1`.catch((error: unknown) => error)
  reserved.release()
  await ownPool.end()
  expect(isDatabaseDown(error), String(error)).toBe(true)
})

it('disables parallel workers', async () => {
  const ownPool = connect({ ...inject('postgres'), database: 'postgres' }, { max: 1 })
  expect(await ownPool`show max_parallel_workers_per_gather`).toEqual([
    { max_parallel_workers_per_gather: '0' },
  ])
  await ownPool.end({ timeout: 1 })
})

it('breaks connections through a Unix socket, too', async () => {
  const ownPool = connect({ ...inject('postgres'), database: 'postgres' }, { max: 1 })
  await ownPool`select 1`
  const waiting = ownPool`select pg_sleep(30)`.catch((error: unknown) => error)
  await expect
    .poll(
      () => sql`select from pg_stat_activity where query like '%pg_sleep(30)%'
    and state = 'active' and pid <> pg_backend_pid()`,
    )
    .toHaveLength(1)
  breakConnections(ownPool)
  expect(await waiting).toSatisfy(isDatabaseDown)
  expect(await ownPool`select 1 as one`).toEqual([{ one: 1 }])
  await ownPool.end({ timeout: 1 })
})

it('stores JSON as an object when its statement is prepared again', async () => {
  await using ownPool = await ownTable()
  await ownPool.insert()
  await ownPool.sql`alter table kept add column more integer`
  await ownPool.insert()
  expect(await ownPool.sql`select distinct jsonb_typeof(what) as kind from kept`).toEqual([
    { kind: 'object' },
  ])
})

it('closes a connection whose server refuses writes', async () => {
  await using ownPool = await ownTable()
  const pid = async () => (await ownPool.sql`select pg_backend_pid() as pid`)[0]?.['pid']
  const insertInTransaction = () =>
    ownPool.sql.begin((sql) => sql`insert into kept (what) values ('{}')`)
  for (const write of [ownPool.insert, insertInTransaction]) {
    const before = await pid()
    await ownPool.sql`set default_transaction_read_only = on`
    const error: unknown = await write().catch((error: unknown) => error)
    expect(isDatabaseDown(error), String(error)).toBe(true)
    expect(await pid()).not.toBe(before)
    await write()
  }
})

describe('an address with several hosts', () => {
  it('tries each host in order until one accepts writes', async () => {
    const { host, port, user } = inject('postgres')
    const closing = net.createServer((socket) => socket.destroy())
    const silent = net.createServer(() => {})
    const forwarding = net.createServer((client) => {
      const upstream = net.connect(path.join(host, `.s.PGSQL.${port}`))
      client.pipe(upstream).pipe(client)
      client.on('error', () => upstream.destroy())
      upstream.on('error', () => client.destroy())
    })
    const open = async (server: net.Server) => {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      return `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    }
    const [a, b, c] = [await open(closing), await open(silent), await open(forwarding)]
    const url = (hosts: string[]) =>
      `postgres://${user}@${hosts.join(',')}/postgres?target_session_attrs=read-write`
    const pool = connect({ url: url(['127.0.0.1:1', a, b, c]) }, { max: 2 })
    const answers = await Promise.all([1, 2, 3].map(() => pool`select 1 as one`))
    expect(answers.map(([row]) => row?.['one'])).toEqual([1, 1, 1])
    await pool.end({ timeout: 0 })

    const unreachable = connect({ url: url(['127.0.0.1:1', a]) }, { max: 2 })
    const errors = await Promise.all(
      [1, 2, 3].map(() => unreachable`select 1`.catch((error: unknown) => error)),
    )
    expect(errors.every(isDatabaseDown)).toBe(true)
    await unreachable.end({ timeout: 0 })
    for (const server of [closing, silent, forwarding]) server.close()
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
