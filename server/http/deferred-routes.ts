import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A second app without a port of its own. */
export type LaterApp = {
  app: FastifyInstance
  /** Ends long-lived responses, for which a closing server would wait. */
  endStreams(): void
}

export type LaterRoutes = {
  /** Loads the app once for all callers. After a failure the next call tries again. */
  load(): Promise<LaterApp>
  endStreams(): void
  close(): Promise<void>
}

export function laterRoutes(open: () => Promise<LaterApp>): LaterRoutes {
  let loading: Promise<LaterApp> | undefined
  let loaded: LaterApp | undefined
  let ending = false

  async function loadOnce() {
    try {
      loaded = await open()
      if (ending) loaded.endStreams()
      return loaded
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  return {
    load: () => (loading ??= loadOnce()),
    endStreams() {
      ending = true
      loaded?.endStreams()
    },
    async close() {
      await loading?.catch(() => {})
      await loaded?.app.close()
    },
  }
}

const handedOn = new WeakSet<FastifyRequest>()

/** Whether the later app answers this request. If so, it also counts and logs it. */
export const isHandedOn = (request: FastifyRequest) => handedOn.has(request)

/** Pages of the later app whose address also matches the first app's route for pages of editors. */
const PAGES = ['/backoffice', '/employer']

/**
 * Requests that no route of `app` matches are answered by the later app, which loads for the first of them. It also
 * answers 404 for unknown addresses.
 */
export function sendUnknownOn(app: FastifyInstance, later: LaterRoutes) {
  // Never reached, because the hook below comes first.
  for (const page of PAGES) app.get(page, (_, reply) => reply.callNotFound())
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !PAGES.includes(request.routeOptions.url ?? '')) return done()
    later.load().then((next) => {
      reply.hijack()
      handedOn.add(request)
      next.app.routing(request.raw, reply.raw)
    }, done)
  })
  app.addHook('preClose', (done) => {
    later.endStreams()
    done()
  })
  app.addHook('onClose', () => later.close())
}
