import { PassThrough } from 'node:stream'

import fastify from 'fastify'
import { expect, it } from 'vitest'

import type { HealthProbe } from '#server/platform/db/health-probe.ts'
import { limitDatabaseWait } from '#server/http/database-timeout.ts'

it('logs nothing about an answer that comes after the client was asked to come back later', async () => {
  const said: string[] = []
  const log = new PassThrough()
  log.on('data', (line: Buffer) => said.push(line.toString()))
  const app = fastify({ logger: { level: 'warn', stream: log } })
  const away: Pick<HealthProbe, 'isResponding'> = { isResponding: async () => false }
  limitDatabaseWait(app, away as HealthProbe, 30)
  let begin = () => {}
  const begun = new Promise<void>((done) => (begin = done))
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  app.get('/', async (_, reply) => {
    await begun
    try {
      return await reply.send({ come: 'late' })
    } finally {
      end()
    }
  })
  expect((await app.inject('/')).statusCode).toBe(500)
  said.length = 0
  begin()
  await ended
  await app.close()
  expect(said).toEqual([])
})
