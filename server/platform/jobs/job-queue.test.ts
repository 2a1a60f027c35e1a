import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { connect } from '#server/platform/db/database.ts'
import { prepareJobs } from '#server/platform/jobs/job-queues.ts'
import { type Jobs, jobsIn } from '#server/platform/jobs/job-queue.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
let jobs: Jobs
const handled: string[] = []

beforeAll(async () => {
  db = await testDatabase()
  await prepareJobs(db.sql)
  jobs = jobsIn(db.sql, pino({ level: 'silent' }), createMetrics())
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
  expect(await jobs.drain({ evenLater: true })).toBe(1)
})

it('deletes no job that waits for longer than two weeks before it is due', async () => {
  const later = new Date(Date.now() + 30 * 86_400_000)
  await jobs.send(db.sql, [{ name: 'send-mail', data: { id: 'in a month' }, startAfter: later }])
  const [job] = await db.sql`
    delete from pgboss.job where data ->> 'id' = 'in a month' returning keep_until > start_after as kept`
  expect(job).toEqual({ kept: true })
})

it('stops after the job that is under way', async () => {
  const own = jobsIn(db.sql, pino({ level: 'silent' }), createMetrics())
  let begun = () => {}
  const beginning = new Promise<void>((done) => (begun = done))
  let finish = () => {}
  const work = new Promise<void>((done) => (finish = done))
  own.handle('refund', async () => {
    begun()
    await work
  })
  await own.start()
  await own.send(db.sql, [{ name: 'refund', data: { key: 'long' } }])
  await beginning
  const stopping = own.stop()
  // All workers that rest have ended by now, and what wakes them, too.
  await db.sql`select`
  finish()
  await stopping
  const [job] = await db.sql`
    delete from pgboss.job where data ->> 'key' = 'long' returning state`
  expect(job).toEqual({ state: 'completed' })
})

it('goes on with its jobs after the database refused a look at them', async () => {
  const log: string[] = []
  const own = jobsIn(
    db.sql,
    pino({ level: 'warn' }, { write: (line) => log.push(line) }),
    createMetrics(),
  )
  const done: string[] = []
  own.handle('refund', async ({ key }) => void done.push(key))
  await own.start()
  await db.sql`alter table pgboss.job rename to hidden`
  await expect.poll(() => log.filter((line) => line.includes('stumbled')).length).toBeGreaterThan(0)
  await db.sql`alter table pgboss.hidden rename to job`
  await own.send(db.sql, [{ name: 'refund', data: { key: 'after it' } }])
  await expect.poll(() => done).toEqual(['after it'])
  await own.stop()
})

it('ends a drain of a shop whose clock is behind, where a job waits for a moment that the queue has passed', async () => {
  const past = new Date(Date.now() - 3_600_000)
  const again = (key: string) =>
    jobs.send(db.sql, [{ name: 'cancel-payment', data: { key }, startAfter: past }])
  let looks = 0
  jobs.handle('cancel-payment', async ({ key }) => {
    looks += 1
    // A limit, so that a job that requeues itself in the same drain fails the test instead of hanging it.
    if (looks < 9) await again(key)
  })
  await again('p')
  expect([await jobs.drain({ evenLater: true }), looks]).toEqual([1, 1])
  expect([await jobs.drain(), looks]).toEqual([1, 2])
  await db.sql`delete from pgboss.job where name = 'cancel-payment'`
})

it('tries a job again that failed', async () => {
  let tries = 0
  jobs.handle('refund', async () => {
    tries += 1
    if (tries < 2) throw new Error('not yet')
  })
  await jobs.send(db.sql, [{ name: 'refund', data: { key: 'k' } }])
  await jobs.drain()
  await jobs.drain({ evenLater: true })
  expect(tries).toBe(2)
})

it(
  'takes what is due without a look at what else is (A4 of growth)',
  { timeout: 240_000 },
  async () => {
    const own = await testDatabase('template_migrated', { max: 1 })
    await prepareJobs(own.sql)
    // Connections end before the counters are read, because PostgreSQL may publish a connection's statistics only
    // when it ends.
    const sql = connect(own.settings, { max: 16 })
    const queue = jobsIn(sql, pino({ level: 'silent' }), createMetrics())
    let looks = 0
    queue.handle('refund', async () => {
      looks += 1
    })
    await own.sql`
    insert into pgboss.job (name, data, start_after)
    select 'refund', '{"key":"k"}', now() - make_interval(secs => n / 10.0)
    from generate_series(1, 20000) n`
    await own.sql`
    insert into pgboss.job (name, data, start_after)
    select 'refund', '{"key":"later"}', now() + make_interval(mins => 30)
    from generate_series(1, 20000)`
    await own.sql`analyze pgboss.job`
    const read = async () => {
      const [row] = await own.sql<{ read: number }[]>`
      select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer as read
      from pg_stat_user_tables where schemaname = 'pgboss' and relname like 'j%'`
      return row?.read ?? 0
    }
    const before = await read()
    await queue.start()
    await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThanOrEqual(200)
    await queue.stop()
    await sql.end()
    const alone = () => own.sql`select from pg_stat_activity where datname = current_database()`
    await expect.poll(async () => (await alone()).length).toBe(1)
    // Before the count below, which reads the whole table.
    const readByQueue = (await read()) - before
    const [taken] = await own.sql<{ done: number; active: number; first: boolean }[]>`
    select count(*) filter (where state = 'completed')::integer as done,
      count(*) filter (where state = 'active')::integer as active,
      max(start_after) filter (where state = 'completed')
        < min(start_after) filter (where state = 'created') as first
    from pgboss.job`
    // The oldest jobs run first, and jobs that were fetched in vain are returned to the queue.
    expect(taken).toMatchObject({ active: 0, first: true })
    expect(taken?.done).toBeGreaterThanOrEqual(200)
    expect(readByQueue).toBeLessThan(10 * (taken?.done ?? 0))
    await own.drop()
  },
)
