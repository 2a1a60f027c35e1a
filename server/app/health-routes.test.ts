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
import { fillBooks } from '#server/testing/samples/sample-shop-records.ts'
import { failoverWatch } from '#server/platform/db/failover-cache-flush.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
let changeEvents: ChangeEvents
beforeAll(async () => {
  db = await testDatabase()
  await fillBooks(db.sql)
  changeEvents = await followChangeEvents(db.sql, pino({ level: 'silent' }))
})
afterAll(async () => {
  await changeEvents.stop()
  await db.drop()
})

type Given = {
  sql?: Sql
  draining?: () => boolean
  current?: () => boolean
  environment?: Record<string, string>
}

function open({
  sql = db.sql,
  draining = () => false,
  current = () => true,
  environment = {},
}: Given = {}) {
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
    storage: failoverWatch(sql),
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

it('is ready once it can serve, and live as long as it responds', async () => {
  const app = open()

  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

it('is not ready while it drains, and lives on', async () => {
  let draining = false
  const app = open({ draining: () => draining })
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  draining = true

  expect(await reasonOf(app)).toBe('not ready: draining')
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

it('is not ready while it cannot know what other processes did', async () => {
  expect(await reasonOf(open({ current: () => false }))).toBe('not ready: change-events')
})

it('is not ready without a database, nor with one that keeps it waiting', async () => {
  const nowhere = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  expect(await reasonOf(open({ sql: nowhere }))).toBe('not ready: database')
  await nowhere.end()

  const busy = connect(db.settings, { max: 1 })
  let over = false
  const slow = busy`select pg_sleep(30)`
  const ends = slow.catch(() => {}).finally(() => (over = true))
  expect(await reasonOf(open({ sql: busy }))).toBe('not ready: database')
  expect(over).toBe(false)
  await db.sql`select pg_cancel_backend(pid) from pg_stat_activity where query = 'select pg_sleep(30)'`
  await ends
  await busy.end()
})

it('is not ready before the migrations have run, and is ready after', async () => {
  const app = open()
  const names = await db.sql`select * from migration`
  await db.sql`delete from migration where name = ${BASELINE}`
  expect(await reasonOf(app)).toBe('not ready: migrations')
  await db.sql`insert into migration ${db.sql(names)} on conflict do nothing`

  expect((await app.inject('/health/ready')).statusCode).toBe(200)
})

it('returns metrics in the Prometheus format', async () => {
  await db.sql`insert into job (name, data) values ('refund', '{}')`
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
  const away: Sql = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' })
  const answer = await open({ sql: away }).inject('/metrics')

  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('read_models{what="channels"} 3')
  await away.end()
})

describe('the figures (B29)', () => {
  const token = 'a-long-enough-token'
  const status = async (environment: Record<string, string>, ask: InjectOptions) =>
    (await open({ environment }).inject({ url: '/metrics', ...ask })).statusCode

  it('are returned to this machine only if no token is set', async () => {
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

  it('are returned to callers with the token only, from any address', async () => {
    const environment = { METRICS_TOKEN: token, PUBLIC_URL: 'https://shop.example' }
    const bearer = (told: string) => ({
      remoteAddress: '192.0.2.7',
      headers: { authorization: `Bearer ${told}` },
    })
    expect(await status(environment, bearer(token))).toBe(200)
    expect(await status(environment, bearer(`${token}!`))).toBe(401)
    expect(await status(environment, {})).toBe(401)
  })
})
