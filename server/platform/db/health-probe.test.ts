import { performance } from 'node:perf_hooks'

import { expect, it } from 'vitest'

import { healthProbe } from '#server/platform/db/health-probe.ts'
import { testDatabase } from '#server/testing/test-database.ts'

const PATIENCE_MS = 300

function workFor(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

it('does not take the silence of a process that is busy for one of the database (B2 of growth)', async () => {
  const database = await testDatabase('template0', { max: 2 })
  const pulse = healthProbe(database.sql, PATIENCE_MS)
  try {
    const isResponding = pulse.isResponding()
    workFor(2 * PATIENCE_MS)
    expect(await isResponding).toBe(true)
  } finally {
    await pulse.stop()
    await database.drop()
  }
})
