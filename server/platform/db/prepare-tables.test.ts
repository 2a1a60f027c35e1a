import pino from 'pino'
import { expect, it } from 'vitest'

import { connect } from '#server/platform/db/database.ts'
import { jobsIn } from '#server/platform/jobs/job-queue.ts'
import { prepareTables } from '#server/platform/db/prepare-tables.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { testDatabase } from '#server/testing/test-database.ts'

it('lets eight processes start at once on a database that holds nothing (A1 of growth)', async () => {
  const empty = await testDatabase('template0', { max: 2 })
  const processes = Array.from({ length: 8 }, () => connect(empty.settings, { max: 3 }))
  const said: string[] = []
  await Promise.all(
    processes.map(async (sql) => {
      await prepareTables(sql, (line) => void said.push(line))
      const clock = { now: () => new Date() }
      const log = pino({ level: 'silent' })
      const jobs = jobsIn({ sql, clock, log, metrics: createMetrics() })
      jobs.start()
      await jobs.stop()
    }),
  )
  // Each migration by one of them.
  expect(new Set(said).size).toBe(said.length)
  const [row] = await empty.sql<{ migrations: number }[]>`
    select count(*)::integer as migrations from migration`
  expect(row).toEqual({ migrations: said.length })
  await Promise.all(processes.map((sql) => sql.end({ timeout: 1 })))
  await empty.drop()
})
