import { performance } from 'node:perf_hooks'

import { expect, it } from 'vitest'

import { healthProbe } from '#server/platform/db/health-probe.ts'
import { testDatabase } from '#server/testing/test-database.ts'

const TIMEOUT_MS = 300

function blockFor(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until) Math.sqrt(until)
}

it('does not take a blocked process for an unavailable database', async () => {
  const database = await testDatabase('template0', { max: 2 })
  const probe = healthProbe(database.sql, TIMEOUT_MS)
  try {
    const isResponding = probe.isResponding()
    blockFor(2 * TIMEOUT_MS)
    expect(await isResponding).toBe(true)
  } finally {
    await probe.stop()
    await database.drop()
  }
})
