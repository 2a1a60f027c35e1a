import Fastify, { type InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BASELINE } from '#server/platform/db/baseline.ts'
import { ErrorAnswer } from '#contract/shared/error-response.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect, type Sql } from '#server/platform/db/database.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { followChangeEvents, type ChangeEvents } from '#server/platform/db/change-events.ts'
import { healthRoutes } from '#server/app/health-routes.ts'
import { fillShopRecords } from '#server/testing/samples/sample-shop-records.ts'
import { watchReadOnly } from '#server/platform/db/read-only-watch.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let database: TestDatabase
let changeEvents: ChangeEvents
beforeAll(async () => {
  database = await testDatabase()
  await fillShopRecords(database.sql)
  changeEvents = await followChangeEvents(database.sql, pino({ level: 'silent' }))
})
afterAll(async () => {
  await changeEvents.stop()
  await database.drop()
})

type Options = {
  sql?: Sql
  draining?: () => boolean
  current?: () => boolean
  environment?: Record<string, string>
}

function open({
  sql = database.sql,
  draining = () => false,
  current = () => true,
  environment = {},
}: Options = {}) {
  const app = Fastify()
  const models = { loaded: () => ({ channels: 3, products: 70 }) }
  const memory = new Memory(5_000_000)
  memory.region<string, string>('lists', () => 750).store('one', 'list')
  const needs = {
    sql,
    memory,
    changeEvents: Object.assign(Object.create(changeEvents) as ChangeEvents, { current }),
    metrics: createMetrics(),
    models: models as Parameters<typeof healthRoutes>[1]['models'],
    storage: watchReadOnly(sql),
    config: readConfig(environment),
  }
  healthRoutes(app, needs, draining)
  return app
}

async function reasonOf(app: ReturnType<typeof open>) {
  const answer = await app.inject('/health/ready')
  expect(answer.statusCode).toBe(503)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  return ErrorAnswer.parse(answer.json()).error.Message
}

it('reports ready and live while it can serve requests', async () => {
  const app = open()

  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

it('reports live but not ready while it drains', async () => {
  let draining = false
  const app = open({ draining: () => draining })
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  draining = true

  expect(await reasonOf(app)).toBe('not ready: draining')
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

it('is not ready while it may have missed change events of other processes', async () => {
  expect(await reasonOf(open({ current: () => false }))).toBe('not ready: change-events')
})

it('is not ready if the database is unreachable or does not answer in time', async () => {
  const unreachable = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  expect(await reasonOf(open({ sql: unreachable }))).toBe('not ready: database')
  await unreachable.end()

  const busy = connect(database.settings, { max: 1 })
  let isOver = false
  const slow = busy`select pg_sleep(30)`
  const finished = slow.catch(() => {}).finally(() => (isOver = true))
  expect(await reasonOf(open({ sql: busy }))).toBe('not ready: database')
  expect(isOver).toBe(false)
  await database.sql`select pg_cancel_backend(pid) from pg_stat_activity where query = 'select pg_sleep(30)'`
  await finished
  await busy.end()
})

it('is not ready until all migrations have run', async () => {
  const app = open()
  const names = await database.sql`select * from migration`
  await database.sql`delete from migration where name = ${BASELINE}`
  expect(await reasonOf(app)).toBe('not ready: migrations')
  await database.sql`insert into migration ${database.sql(names)} on conflict do nothing`

  expect((await app.inject('/health/ready')).statusCode).toBe(200)
})

it('returns metrics in the Prometheus format', async () => {
  await database.sql`insert into job (name, data) values ('refund', '{}')`
  const answer = await open().inject('/metrics')

  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  for (const line of [
    'database_pool_size 16',
    'jobs{queue="refund",state="created"} 1',
    'payments{state="open",outcome="held"} 1',
    'payments{state="paid",outcome="ordered"} 1',
    'read_models{what="products"} 70',
    'memory_kept_bytes{kind="lists"} 1000',
    'memory_kept_entries{kind="lists"} 1',
    'memory_hits{kind="lists"} 0',
    'memory_misses{kind="lists"} 0',
    'memory_evictions{kind="lists"} 0',
    'memory_bound_bytes 5000000',
  ]) {
    expect(answer.body).toContain(line)
  }
  expect(answer.body).toMatch(/database_connections\{state="active"\} \d/)
  expect(answer.body).toContain('nodejs_eventloop_lag_seconds')
})

it('returns the other metrics while the database is down', async () => {
  const unreachable: Sql = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  const answer = await open({ sql: unreachable }).inject('/metrics')

  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('read_models{what="channels"} 3')
  await unreachable.end()
})

describe('access to the metrics (B29)', () => {
  const token = 'a-long-enough-token'
  const status = async (environment: Record<string, string>, request: InjectOptions) =>
    (await open({ environment }).inject({ url: '/metrics', ...request })).statusCode

  it('is limited to this machine if no token is set', async () => {
    expect(await status({}, {})).toBe(200)
    expect(await status({}, { remoteAddress: '::ffff:127.0.0.1' })).toBe(200)
    expect(await status({}, { remoteAddress: '192.0.2.7' })).toBe(404)
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      expect(await status({}, { headers: { [header]: 'anything' } })).toBe(404)
    }
    // A proxy on this machine that adds no header looks like a local client.
    expect(await status({ PUBLIC_URL: 'https://shop.example' }, {})).toBe(404)
    expect(await status({ PUBLIC_URL: 'http://localhost:3000' }, {})).toBe(200)
  })

  it('needs the token from any address if one is set', async () => {
    const environment = { METRICS_TOKEN: token, PUBLIC_URL: 'https://shop.example' }
    const bearer = (givenToken: string) => ({
      remoteAddress: '192.0.2.7',
      headers: { authorization: `Bearer ${givenToken}` },
    })
    expect(await status(environment, bearer(token))).toBe(200)
    expect(await status(environment, bearer(`${token}!`))).toBe(401)
    expect(await status(environment, {})).toBe(401)
  })
})
