import { PassThrough } from 'node:stream'

import fastify from 'fastify'
import { expect, it } from 'vitest'

import type { HealthProbe } from '#server/platform/db/health-probe.ts'
import { limitDatabaseWait } from '#server/http/database-timeout.ts'

it('logs nothing when the response of a timed-out request arrives late', async () => {
  const logLines: string[] = []
  const log = new PassThrough()
  log.on('data', (line: Buffer) => logLines.push(line.toString()))
  const app = fastify({ logger: { level: 'warn', stream: log } })
  const unresponsive: Pick<HealthProbe, 'isResponding'> = { isResponding: async () => false }
  limitDatabaseWait(app, unresponsive as HealthProbe, 30)
  let startHandler = () => {}
  const started = new Promise<void>((done) => (startHandler = done))
  let finishHandler = () => {}
  const finished = new Promise<void>((done) => (finishHandler = done))
  app.get('/', async (_, reply) => {
    await started
    try {
      return await reply.send({ come: 'late' })
    } finally {
      finishHandler()
    }
  })
  expect((await app.inject('/')).statusCode).toBe(500)
  logLines.length = 0
  startHandler()
  await finished
  await app.close()
  expect(logLines).toEqual([])
})
