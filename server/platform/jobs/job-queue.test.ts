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
  deleteDone,
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

let db: TestDatabase
let jobs: Jobs
const handled: string[] = []
let now = () => new Date()
afterEach(() => void (now = () => new Date()))

const queueOf = (sql: Sql, log = pino({ level: 'silent' })) =>
  jobsIn({ sql, clock: { now: () => now() }, log, metrics: createMetrics() })

beforeAll(async () => {
  db = await testDatabase()
  jobs = queueOf(db.sql)
  jobs.handle('send-mail', async ({ id }) => void handled.push(id))
})
afterAll(() => db.drop())

it('does what was sent in a transaction that committed, and nothing of one that did not', async () => {
  await db.sql.begin((sql) => jobs.send(sql, [{ name: 'send-mail', data: { id: 'kept' } }]))
  await db.sql
    .begin(async (sql) => {
      await jobs.send(sql, [{ name: 'send-mail', data: { id: 'rolled back' } }])
      throw new Error('no')
    })
    .catch(() => {})

  expect(await jobs.drain()).toBe(1)
  expect(handled).toEqual(['kept'])
})

it('keeps what is due later until then', async () => {
  const later = new Date(Date.now() + 3_600_000)
  await jobs.send(db.sql, [{ name: 'send-mail', data: { id: 'later' }, startAfter: later }])

  expect(await jobs.drain()).toBe(0)
  expect(await jobs.drain({ includeScheduled: true })).toBe(1)
})

it('stops after the job that is under way', async () => {
  const own = queueOf(db.sql)
  let begun = () => {}
  const beginning = new Promise<void>((done) => (begun = done))
  let finish = () => {}
  const work = new Promise<void>((done) => (finish = done))
  own.handle('refund', async () => {
    begun()
    await work
  })
  own.start()
  await own.send(db.sql, [{ name: 'refund', data: { key: 'long' } }])
  await beginning
  const stopping = own.stop()
  // All workers that rest have ended by now, and what wakes them, too.
  await db.sql`select`
  finish()
  await stopping
  expect(await db.sql`select from job where data ->> 'key' = 'long'`).toHaveLength(0)
})

it('goes on with its jobs after the database refused a look at them', async () => {
  const log: string[] = []
  const own = queueOf(db.sql, pino({ level: 'warn' }, { write: (line) => log.push(line) }))
  const done: string[] = []
  own.handle('refund', async ({ key }) => void done.push(key))
  own.start()
  await db.sql`alter table job rename to hidden`
  await expect
    .poll(() => log.filter((line) => line.includes('job queue failed')).length)
    .toBeGreaterThan(0)
  await db.sql`alter table hidden rename to job`
  await own.send(db.sql, [{ name: 'refund', data: { key: 'after it' } }])
  await expect.poll(() => done).toEqual(['after it'])
  await own.stop()
})

it('waits by the clock of the shop, not by the clock of the database', async () => {
  const handledAt: string[] = []
  jobs.handle('cancel-payment', async ({ key }) => void handledAt.push(key))
  const send = (key: string, startAfter: Date) =>
    jobs.send(db.sql, [{ name: 'cancel-payment', data: { key }, startAfter }])
  await send('at noon', new Date('2001-01-01T12:00:00Z'))
  now = () => new Date('2001-01-01T11:59:59Z')
  expect(await jobs.drain()).toBe(0)
  await jobs.send(db.sql, [{ name: 'cancel-payment', data: { key: 'at once' } }])
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
    const [row] = await db.sql<Row[]>`
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
    await jobs.send(db.sql, [{ name: 'refund', data: { key: 'k' } }])
  })
  afterEach(() => db.sql`delete from job`)

  it('is tried again after a delay that doubles, and fails for good after its last try', async () => {
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

  it('is done when it succeeds at last', async () => {
    await jobs.drain()
    jobs.handle('refund', async () => {})
    expect(await jobs.drain()).toBe(0)
    expect(await jobs.drain({ includeScheduled: true })).toBe(1)
    expect(await rowOf()).toBeUndefined()
  })

  it('gets its tries again when a person asks for it', async () => {
    const ids = async () => (await db.sql<{ id: string }[]>`select id from job`).map(({ id }) => id)
    await db.sql`update job set tries = 16`
    await jobs.drain()
    expect(await rowOf()).toMatchObject({ tries: 17, over: true })
    expect([...(await retryJobs(db.sql, await ids(), now()))]).toEqual(await ids())
    await jobs.drain()
    const again = await rowOf()
    expect(again).toMatchObject({ tries: 18, over: false })
    // Its delays begin again, too.
    expect(again?.seconds).toBeLessThanOrEqual(10)
    // One that fails is not dropped, only one that has failed.
    await deleteFailed(db.sql, await ids())
    expect(await ids()).toHaveLength(1)
    await db.sql`update job set failed_at = ${now()}`
    await deleteFailed(db.sql, await ids())
    expect(await ids()).toEqual([])
  })

  it('leaves a message that can be stored, and the jobs beside it are done', async () => {
    jobs.handle('refund', async ({ key }) => {
      if (key === 'k') throw new Error('half an emoji \ud83d and \0')
    })
    await jobs.send(db.sql, [{ name: 'refund', data: { key: 'beside it' } }])
    expect(await jobs.drain({ parallel: true })).toBe(1)
    expect(await rowOf()).toMatchObject({ tries: 1, error: 'Error: half an emoji \ufffd and ' })
  })

  it('is deleted eight days after it has failed', async () => {
    await db.sql`update job set failed_at = ${now()}`
    const day = 86_400_000
    await eraseOldFailures(db.sql, new Date(now().getTime() + 8 * day))
    expect(await rowOf()).toBeDefined()
    await eraseOldFailures(db.sql, new Date(now().getTime() + 8 * day + 1))
    expect(await rowOf()).toBeUndefined()
  })
})

describe('a job of a process that was killed', () => {
  const claim = () => claimJobs(db.sql, 'refund', 9, now())

  beforeEach(async () => {
    now = () => new Date('2030-01-01T12:00:00Z')
    await jobs.send(db.sql, [{ name: 'refund', data: { key: 'k' } }])
  })
  afterEach(() => db.sql`delete from job`)

  it('is claimed by one of eight processes, and given to another when the claim ends', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, claim))
    expect(claims.flat()).toHaveLength(1)
    now = () => new Date('2030-01-01T12:01:59Z')
    expect(await claim()).toHaveLength(0)
    now = () => new Date('2030-01-01T12:02:00Z')
    expect(await claim()).toMatchObject([{ data: { key: 'k' }, tries: 2 }])
  })

  it('keeps its claim while it runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const own = queueOf(db.sql)
    let finish = () => {}
    const begun = new Promise<void>((begin) => {
      own.handle('refund', () => {
        begin()
        return new Promise<void>((done) => (finish = done))
      })
    })
    own.start()
    await begun
    now = () => new Date('2030-01-01T12:01:59Z')
    vi.advanceTimersByTime(RENEW_MS)
    await expect
      .poll(() => db.sql`select leased_until from job`)
      .toEqual([{ leased_until: new Date('2030-01-01T12:03:59Z') }])
    finish()
    await own.stop()
    expect((await db.sql`select from job`).count).toBe(0)
  })

  it('is claimed at once when the clock was set back', async () => {
    now = () => new Date('2030-01-01T15:00:00Z')
    await claim()
    now = () => new Date('2030-01-01T12:00:00Z')
    expect(await claim()).toMatchObject([{ tries: 2 }])
  })

  it('is not ended by a process that has lost its claim', async () => {
    const lost = await claim()
    now = () => new Date('2030-01-01T12:02:00Z')
    const [held] = await claim()
    await deleteDone(db.sql, lost)
    await releaseJobs(db.sql, lost)
    const late = lost.map((job) => ({ job, message: 'too late' }))
    await saveFailures(db.sql, late, now())
    expect(await db.sql`select tries, error, leased_until from job`).toEqual([
      { tries: 2, error: null, leased_until: new Date('2030-01-01T12:04:00Z') },
    ])
    if (held) await deleteDone(db.sql, [held])
    expect((await db.sql`select from job`).count).toBe(0)
  })

  it('is returned as if it had never been claimed', async () => {
    await claim()
    expect(await releaseAllClaims(db.sql)).toBe(1)
    expect(await claim()).toMatchObject([{ tries: 1 }])
  })

  it('fails for good when its last try killed the process', async () => {
    let runs = 0
    jobs.handle('refund', async () => void (runs += 1))
    await db.sql`update job set tries = 16`
    await claim()
    now = () => new Date('2030-01-01T12:02:00Z')
    expect(await jobs.drain()).toBe(0)
    expect(runs).toBe(0)
    expect(await db.sql`select error, failed_at from job`).toEqual([
      { error: 'Error: the process ended during the last attempt', failed_at: now() },
    ])
  })
})

it(
  'takes what is due without a look at what else is (A4 of growth)',
  { timeout: 240_000 },
  async () => {
    const own = await testDatabase('template_migrated', { max: 1 })
    // Connections end before the counters are read, because PostgreSQL may publish a connection's statistics only
    // when it ends.
    const sql = connect(own.settings, { max: 16 })
    const queue = queueOf(sql)
    let looks = 0
    queue.handle('refund', async () => {
      looks += 1
    })
    await own.sql`
    insert into job (name, data, start_after)
    select 'refund', jsonb_build_object('key', 'k', 'number', n), now() - make_interval(secs => n / 10.0)
    from generate_series(1, 20000) n`
    await own.sql`
    insert into job (name, data, start_after)
    select 'refund', '{"key":"later"}', now() + make_interval(mins => 30)
    from generate_series(1, 20000)`
    await own.sql`analyze job`
    const read = async () => {
      const [row] = await own.sql<{ read: number }[]>`
      select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer as read
      from pg_stat_user_tables where relname = 'job'`
      return row?.read ?? 0
    }
    const before = await read()
    queue.start()
    await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThanOrEqual(200)
    await queue.stop()
    await sql.end()
    const alone = () => own.sql`select from pg_stat_activity where datname = current_database()`
    await expect.poll(async () => (await alone()).length).toBe(1)
    // Before the count below, which reads the whole table.
    const readByQueue = (await read()) - before
    const [left] = await own.sql<{ done: number; claimed: number; tried: number }[]>`
    select 40000 - count(*)::integer as done, count(leased_until)::integer as claimed,
      count(*) filter (where tries > 0)::integer as tried
    from job`
    // Jobs that were claimed in vain are returned to the queue.
    expect(left).toMatchObject({ claimed: 0, tried: 0 })
    const done = left?.done ?? 0
    expect(done).toBeGreaterThanOrEqual(200)
    // The oldest jobs run first.
    const [oldest] = await own.sql<{ count: number }[]>`
    select count(*)::integer as count from job where start_after <= ${new Date()}
      and (data ->> 'number')::integer > ${20_000 - done}`
    expect(oldest?.count).toBe(0)
    expect(readByQueue).toBeLessThan(10 * done)
    await own.drop()
  },
)
