import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply } from 'fastify'

import type { HealthProbe } from '#server/platform/db/health-probe.ts'

/** A request that has waited for this share of the timeout may be waiting for an unavailable database. */
const LATE_SHARE = 0.25
const LOOKS_PER_PATIENCE = 30

/** The database was unavailable for too long, so the request was given up. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

type Waiting = { since: number; giveUp: (error: DatabaseUnavailable) => void }

/**
 * No request waits longer than the timeout for the database: a late one gets 'later' as soon as the database is known
 * not to respond. Its work may still complete, as after any lost connection.
 */
export function loseNoPatience(app: FastifyInstance, pulse: HealthProbe, patienceMs: number) {
  const waiting = new Set<Waiting>()
  let looking = false
  const timer = setInterval(() => void look(), patienceMs / LOOKS_PER_PATIENCE)
  timer.unref()
  app.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })

  const late = () =>
    [...waiting].filter(({ since }) => performance.now() - since > LATE_SHARE * patienceMs)

  async function look() {
    if (looking || late().length === 0) return
    looking = true
    try {
      if (await pulse.beats()) return
      for (const { giveUp } of late())
        giveUp(new DatabaseUnavailable('the database does not answer'))
    } finally {
      looking = false
    }
  }

  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function patiently(request, reply) {
      const work: unknown = handler.call(this, request, reply)
      if (!(work instanceof Promise)) return work
      return new Promise<unknown>((done, fail) => {
        const giveUp = (error: DatabaseUnavailable) => {
          sayNothingTwice(reply)
          fail(error)
        }
        const one = { since: performance.now(), giveUp }
        waiting.add(one)
        work.finally(() => waiting.delete(one)).then(done, fail)
      })
    }
  })
}

/** A request that already got 'later' gets no second response; a late result is dropped, not an error. */
function sayNothingTwice(reply: FastifyReply) {
  const send = reply.send.bind(reply)
  reply.send = (answer) => {
    if (!reply.sent) return send(answer)
    if (answer instanceof Readable) answer.destroy()
    return reply
  }
}
