import pino from 'pino'
import { expect, it } from 'vitest'

import { connect } from '#server/platform/db/database.ts'
import { jobsIn } from '#server/platform/jobs/job-queue.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { testDatabase } from '#server/testing/test-database.ts'

it('prepares an empty database once for eight processes that start at once', async () => {
  const database = await testDatabase('template0', { max: 2 })
  const processes = Array.from({ length: 8 }, () => connect(database.settings, { max: 3 }))
  const progressLines: string[] = []
  await Promise.all(
    processes.map(async (sql) => {
      await prepareTables(sql, (line) => void progressLines.push(line))
      const clock = { now: () => new Date() }
      const log = pino({ level: 'silent' })
      const jobs = jobsIn({ sql, clock, log, metrics: createMetrics() })
      jobs.start()
      await jobs.stop()
    }),
  )
  // Each migration by one of them.
  expect(new Set(progressLines).size).toBe(progressLines.length)
  const [row] = await database.sql<{ migrations: number }[]>`
    select count(*)::integer as migrations from migration`
  expect(row).toEqual({ migrations: progressLines.length })
  await Promise.all(processes.map((sql) => sql.end({ timeout: 1 })))
  await database.drop()
})
