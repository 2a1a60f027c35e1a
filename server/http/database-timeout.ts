import { Readable } from 'node:stream'

import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Pulse } from '#server/platform/db/health-probe.ts'

/** Whoever has waited for such a part of the time there is may be waiting for a database that is not there. */
const LATE_SHARE = 0.25
const LOOKS_PER_PATIENCE = 30

/** The shop asked for no answer any more: the database was away for too long. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

type Waiting = { since: number; giveUp: (error: DatabaseAway) => void }

/**
 * No request waits longer than that for a database: whoever is late is told 'later' as soon as it is known
 * that it does not answer. What had been begun for them may still be done, as with every connection that is lost.
 */
export function loseNoPatience(app: FastifyInstance, pulse: Pulse, patienceMs: number) {
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
      for (const { giveUp } of late()) giveUp(new DatabaseAway('the database does not answer'))
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
        const giveUp = (error: DatabaseAway) => {
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

/** Whoever was told 'later' hears no more, whatever their answer would have been; nothing is wrong with it. */
function sayNothingTwice(reply: FastifyReply) {
  const send = reply.send.bind(reply)
  reply.send = (answer) => {
    if (!reply.sent) return send(answer)
    if (answer instanceof Readable) answer.destroy()
    return reply
  }
}
