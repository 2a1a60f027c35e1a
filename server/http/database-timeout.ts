import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply } from 'fastify'

import type { HealthProbe } from '#server/platform/db/health-probe.ts'

/** A request that has waited for this share of the timeout may be waiting for an unavailable database. */
const LATE_SHARE = 0.25
const PROBES_PER_TIMEOUT = 30

/** The database was unavailable for too long, so the request was given up. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

type Waiting = { since: number; giveUp: (error: DatabaseUnavailable) => void }

/**
 * No request waits longer than the timeout for the database: a late one gets a 503 as soon as the database is known
 * not to respond. Its work may still complete, as after any lost connection.
 */
export function limitDatabaseWait(app: FastifyInstance, probe: HealthProbe, timeoutMs: number) {
  const waiting = new Set<Waiting>()
  let isProbing = false
  const timer = setInterval(() => void probeIfLate(), timeoutMs / PROBES_PER_TIMEOUT)
  timer.unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })

  const lateRequests = () =>
    [...waiting].filter(({ since }) => performance.now() - since > LATE_SHARE * timeoutMs)

  async function probeIfLate() {
    if (isProbing || lateRequests().length === 0) return
    isProbing = true
    try {
      if (await probe.isResponding()) return
      for (const { giveUp } of lateRequests())
        giveUp(new DatabaseUnavailable('the database does not answer'))
    } finally {
      isProbing = false
    }
  }

  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function handleWithTimeout(request, reply) {
      const work: unknown = handler.call(this, request, reply)
      if (!(work instanceof Promise)) return work
      return new Promise<unknown>((resolve, reject) => {
        const giveUp = (error: DatabaseUnavailable) => {
          ignoreLateResponse(reply)
          reject(error)
        }
        const waitingRequest = { since: performance.now(), giveUp }
        waiting.add(waitingRequest)
        work.finally(() => waiting.delete(waitingRequest)).then(resolve, reject)
      })
    }
  })
}

/** A request that already got a 503 gets no second response. A late result is dropped without an error. */
function ignoreLateResponse(reply: FastifyReply) {
  const send = reply.send.bind(reply)
  reply.send = (answer) => {
    if (!reply.sent) return send(answer)
    if (answer instanceof Readable) answer.destroy()
    return reply
  }
}
