import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { type Jobs, jobsIn, prepareJobs } from '#server/db/jobs.ts'
import { makeMetrics } from '#server/ground/metrics.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
let jobs: Jobs
const handled: string[] = []

beforeAll(async () => {
  db = await testDatabase()
  await prepareJobs(db.sql)
  jobs = jobsIn(db.sql, pino({ level: 'silent' }), makeMetrics())
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
