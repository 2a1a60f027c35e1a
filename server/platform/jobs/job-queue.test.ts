import pino from 'pino'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'

import { connect, type Sql } from '#server/platform/db/database.ts'
import {
  claimJobs,
  deleteCompleted,
  deleteFailed,
  eraseOldFailures,
  RENEW_MS,
  releaseAllClaims,
  releaseJobs,
  saveFailures,
  retryJobs,
} from '#server/platform/jobs/job.sql.ts'
import { type Jobs, jobsIn } from '#server/platform/jobs/job-queue.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let database: TestDatabase
let jobs: Jobs
const handled: string[] = []
let now = () => new Date()
afterEach(() => void (now = () => new Date()))

const queueOf = (sql: Sql, log = pino({ level: 'silent' })) =>
  jobsIn({ sql, clock: { now: () => now() }, log, metrics: createMetrics() })

beforeAll(async () => {
  database = await testDatabase()
  jobs = queueOf(database.sql)
  jobs.handle('send-mail', async ({ id }) => void handled.push(id))
})
afterAll(() => database.drop())

it('runs jobs of a committed transaction, and none of one that was rolled back', async () => {
  await database.sql.begin((sql) => jobs.send(sql, [{ name: 'send-mail', data: { id: 'kept' } }]))
  await database.sql
    .begin(async (sql) => {
      await jobs.send(sql, [{ name: 'send-mail', data: { id: 'rolled back' } }])
      throw new Error('no')
    })
    .catch(() => {})

  expect(await jobs.drain()).toBe(1)
  expect(handled).toEqual(['kept'])
})

it('runs a job at its start time and not earlier', async () => {
  const later = new Date(Date.now() + 3_600_000)
  await jobs.send(database.sql, [{ name: 'send-mail', data: { id: 'later' }, startAfter: later }])

  expect(await jobs.drain()).toBe(0)
  expect(await jobs.drain({ includeScheduled: true })).toBe(1)
})

it('waits for the running job when it stops', async () => {
  const ownQueue = queueOf(database.sql)
  let notifyStarted = () => {}
  const started = new Promise<void>((resolve) => (notifyStarted = resolve))
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  ownQueue.handle('refund', async () => {
    notifyStarted()
    await finished
  })
  ownQueue.start()
  await ownQueue.send(database.sql, [{ name: 'refund', data: { key: 'long' } }])
  await started
  const stopping = ownQueue.stop()
  // All workers that rest have ended by now, and what wakes them, too.
  await database.sql`select`
  finish()
  await stopping
  expect(await database.sql`select from job where data ->> 'key' = 'long'`).toHaveLength(0)
})

it('continues after a failed poll of the database', async () => {
  const log: string[] = []
  const ownQueue = queueOf(
    database.sql,
    pino({ level: 'warn' }, { write: (line) => log.push(line) }),
  )
  const resolve: string[] = []
  ownQueue.handle('refund', async ({ key }) => void resolve.push(key))
  ownQueue.start()
  await database.sql`alter table job rename to hidden`
  await expect
    .poll(() => log.filter((line) => line.includes('job queue failed')).length)
    .toBeGreaterThan(0)
  await database.sql`alter table hidden rename to job`
  await ownQueue.send(database.sql, [{ name: 'refund', data: { key: 'after it' } }])
  await expect.poll(() => resolve).toEqual(['after it'])
  await ownQueue.stop()
})

it('uses the clock of the shop, not that of the database', async () => {
  const handledAt: string[] = []
  jobs.handle('cancel-payment', async ({ key }) => void handledAt.push(key))
  const send = (key: string, startAfter: Date) =>
    jobs.send(database.sql, [{ name: 'cancel-payment', data: { key }, startAfter }])
  await send('at noon', new Date('2001-01-01T12:00:00Z'))
  now = () => new Date('2001-01-01T11:59:59Z')
  expect(await jobs.drain()).toBe(0)
  await jobs.send(database.sql, [{ name: 'cancel-payment', data: { key: 'at once' } }])
  expect(await jobs.drain()).toBe(1)
  now = () => new Date('2001-01-01T12:00:00Z')
  expect(await jobs.drain()).toBe(1)
  await send('in a century', new Date('2101-01-01T12:00:00Z'))
  now = () => new Date('2101-01-01T12:00:00Z')
  expect(await jobs.drain()).toBe(1)
  expect(handledAt).toEqual(['at once', 'at noon', 'in a century'])
})

describe('a job that fails', () => {
  const rowOf = async () => {
    const [row] = await database.sql<Row[]>`
      select tries, error, failed_at is not null as over, leased_until,
        extract(epoch from start_after - ${now()})::float8 as seconds
      from job where name = 'refund'`
    return row
  }
  type Row = { tries: number; error: string; over: boolean; leased_until: null; seconds: number }

  beforeEach(async () => {
    now = () => new Date('2030-01-01T12:00:00Z')
    jobs.handle('refund', async () => {
      throw new Error('not yet')
    })
    await jobs.send(database.sql, [{ name: 'refund', data: { key: 'k' } }])
  })
  afterEach(() => database.sql`delete from job`)

  it('is retried after a delay that doubles, and fails for good after its last try', async () => {
    for (let tries = 1; tries <= 16; tries += 1) {
      expect(await jobs.drain()).toBe(0)
      const row = await rowOf()
      expect(row).toMatchObject({
        tries,
        error: 'Error: not yet',
        over: false,
        leased_until: null,
      })
      expect(row?.seconds).toBeGreaterThanOrEqual(2.5 * 2 ** tries)
      expect(row?.seconds).toBeLessThanOrEqual(5 * 2 ** tries)
      // Half of the delay is too early.
      const at = now().getTime()
      now = () => new Date(at + 1000 * 2.49 * 2 ** tries)
      await jobs.drain()
      expect((await rowOf())?.tries).toBe(tries)
      now = () => new Date(at + 5000 * 2 ** tries)
    }
    await jobs.drain()
    expect(await rowOf()).toMatchObject({ tries: 17, over: true })
    now = () => new Date('2040-01-01T12:00:00Z')
    await jobs.drain({ includeScheduled: true })
    expect((await rowOf())?.tries).toBe(17)
  })

  it('is deleted when a retry succeeds', async () => {
    await jobs.drain()
    jobs.handle('refund', async () => {})
    expect(await jobs.drain()).toBe(0)
    expect(await jobs.drain({ includeScheduled: true })).toBe(1)
    expect(await rowOf()).toBeUndefined()
  })

  it('gets new tries when staff retry it', async () => {
    const ids = async () =>
      (await database.sql<{ id: string }[]>`select id from job`).map(({ id }) => id)
    await database.sql`update job set tries = 16`
    await jobs.drain()
    expect(await rowOf()).toMatchObject({ tries: 17, over: true })
    expect([...(await retryJobs(database.sql, await ids(), now()))]).toEqual(await ids())
    await jobs.drain()
    const again = await rowOf()
    expect(again).toMatchObject({ tries: 18, over: false })
    // Its delays begin again, too.
    expect(again?.seconds).toBeLessThanOrEqual(10)
    // One that fails is not dropped, only one that has failed.
    await deleteFailed(database.sql, await ids())
    expect(await ids()).toHaveLength(1)
    await database.sql`update job set failed_at = ${now()}`
    await deleteFailed(database.sql, await ids())
    expect(await ids()).toEqual([])
  })

  it('stores its message without invalid characters, and does not affect other jobs of the batch', async () => {
    jobs.handle('refund', async ({ key }) => {
      if (key === 'k') throw new Error('half an emoji \ud83d and \0')
    })
    await jobs.send(database.sql, [{ name: 'refund', data: { key: 'beside it' } }])
    expect(await jobs.drain({ parallel: true })).toBe(1)
    expect(await rowOf()).toMatchObject({ tries: 1, error: 'Error: half an emoji \ufffd and ' })
  })

  it('is deleted eight days after it has failed', async () => {
    await database.sql`update job set failed_at = ${now()}`
    const day = 86_400_000
    await eraseOldFailures(database.sql, new Date(now().getTime() + 8 * day))
    expect(await rowOf()).toBeDefined()
    await eraseOldFailures(database.sql, new Date(now().getTime() + 8 * day + 1))
    expect(await rowOf()).toBeUndefined()
  })
})

describe('a job of a process that was killed', () => {
  const claim = () => claimJobs(database.sql, 'refund', 9, now())

  beforeEach(async () => {
    now = () => new Date('2030-01-01T12:00:00Z')
    await jobs.send(database.sql, [{ name: 'refund', data: { key: 'k' } }])
  })
  afterEach(() => database.sql`delete from job`)

  it('is claimed by one of eight processes, and by another one after the claim has expired', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, claim))
    expect(claims.flat()).toHaveLength(1)
    now = () => new Date('2030-01-01T12:01:59Z')
    expect(await claim()).toHaveLength(0)
    now = () => new Date('2030-01-01T12:02:00Z')
    expect(await claim()).toMatchObject([{ data: { key: 'k' }, tries: 2 }])
  })

  it('renews its claim while it runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const ownQueue = queueOf(database.sql)
    let finish = () => {}
    const notifyStarted = new Promise<void>((begin) => {
      ownQueue.handle('refund', () => {
        begin()
        return new Promise<void>((resolve) => (finish = resolve))
      })
    })
    ownQueue.start()
    await notifyStarted
    now = () => new Date('2030-01-01T12:01:59Z')
    vi.advanceTimersByTime(RENEW_MS)
    await expect
      .poll(() => database.sql`select leased_until from job`)
      .toEqual([{ leased_until: new Date('2030-01-01T12:03:59Z') }])
    finish()
    await ownQueue.stop()
    expect((await database.sql`select from job`).count).toBe(0)
  })

  it('can be claimed at once after the clock was set back', async () => {
    now = () => new Date('2030-01-01T15:00:00Z')
    await claim()
    now = () => new Date('2030-01-01T12:00:00Z')
    expect(await claim()).toMatchObject([{ tries: 2 }])
  })

  it('cannot be changed by a process whose claim has expired', async () => {
    const expiredClaim = await claim()
    now = () => new Date('2030-01-01T12:02:00Z')
    const [currentClaim] = await claim()
    await deleteCompleted(database.sql, expiredClaim)
    await releaseJobs(database.sql, expiredClaim)
    const lateFailures = expiredClaim.map((job) => ({ job, message: 'too late' }))
    await saveFailures(database.sql, lateFailures, now())
    expect(await database.sql`select tries, error, leased_until from job`).toEqual([
      { tries: 2, error: null, leased_until: new Date('2030-01-01T12:04:00Z') },
    ])
    if (currentClaim) await deleteCompleted(database.sql, [currentClaim])
    expect((await database.sql`select from job`).count).toBe(0)
  })

  it('is released as if it had never been claimed', async () => {
    await claim()
    expect(await releaseAllClaims(database.sql)).toBe(1)
    expect(await claim()).toMatchObject([{ tries: 1 }])
  })

  it('fails for good if the process was killed during its last try', async () => {
    let runs = 0
    jobs.handle('refund', async () => void (runs += 1))
    await database.sql`update job set tries = 16`
    await claim()
    now = () => new Date('2030-01-01T12:02:00Z')
    expect(await jobs.drain()).toBe(0)
    expect(runs).toBe(0)
    expect(await database.sql`select error, failed_at from job`).toEqual([
      { error: 'Error: the process ended during the last attempt', failed_at: now() },
    ])
  })
})

it('claims due jobs without reading the others (A4 of growth)', { timeout: 240_000 }, async () => {
  const ownQueue = await testDatabase('template_migrated', { max: 1 })
  // Connections end before the counters are read, because PostgreSQL may publish a connection's statistics only
  // when it ends.
  const sql = connect(ownQueue.settings, { max: 16 })
  const queue = queueOf(sql)
  let handledJobs = 0
  queue.handle('refund', async () => {
    handledJobs += 1
  })
  await ownQueue.sql`
    insert into job (name, data, start_after)
    select 'refund', jsonb_build_object('key', 'k', 'number', n), now() - make_interval(secs => n / 10.0)
    from generate_series(1, 20000) n`
  await ownQueue.sql`
    insert into job (name, data, start_after)
    select 'refund', '{"key":"later"}', now() + make_interval(mins => 30)
    from generate_series(1, 20000)`
  await ownQueue.sql`analyze job`
  const read = async () => {
    const [row] = await ownQueue.sql<{ read: number }[]>`
      select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer as read
      from pg_stat_user_tables where relname = 'job'`
    return row?.read ?? 0
  }
  const before = await read()
  queue.start()
  await expect.poll(() => handledJobs, { timeout: 60_000 }).toBeGreaterThanOrEqual(200)
  await queue.stop()
  await sql.end()
  const connections = () =>
    ownQueue.sql`select from pg_stat_activity where datname = current_database()`
  await expect.poll(async () => (await connections()).length).toBe(1)
  // Before the count below, which reads the whole table.
  const readByQueue = (await read()) - before
  const [remaining] = await ownQueue.sql<{ done: number; claimed: number; tried: number }[]>`
    select 40000 - count(*)::integer as done, count(leased_until)::integer as claimed,
      count(*) filter (where tries > 0)::integer as tried
    from job`
  // Jobs that were claimed in vain are returned to the queue.
  expect(remaining).toMatchObject({ claimed: 0, tried: 0 })
  const resolve = remaining?.done ?? 0
  expect(resolve).toBeGreaterThanOrEqual(200)
  // The oldest jobs run first.
  const [oldest] = await ownQueue.sql<{ count: number }[]>`
    select count(*)::integer as count from job where start_after <= ${new Date()}
      and (data ->> 'number')::integer > ${20_000 - resolve}`
  expect(oldest?.count).toBe(0)
  expect(readByQueue).toBeLessThan(10 * resolve)
  await ownQueue.drop()
})
