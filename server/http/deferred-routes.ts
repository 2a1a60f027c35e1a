import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A second app without a port of its own. */
export type DeferredApp = {
  app: FastifyInstance
  /** Ends long-lived responses, for which a closing server would wait. */
  endStreams(): void
}

export type DeferredRoutes = {
  /** Loads the app once for all callers. After a failure the next call tries again. */
  load(): Promise<DeferredApp>
  endStreams(): void
  close(): Promise<void>
}

export function deferredRoutes(open: () => Promise<DeferredApp>): DeferredRoutes {
  let loading: Promise<DeferredApp> | undefined
  let loaded: DeferredApp | undefined
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

const forwarded = new WeakSet<FastifyRequest>()

/** Whether the deferred app answers this request. If so, it also counts and logs it. */
export const isForwarded = (request: FastifyRequest) => forwarded.has(request)

/** Pages of the deferred app whose address also matches the first app's route for pages of editors. */
const PAGES = ['/backoffice', '/employer']

/**
 * Requests that no route of `app` matches are answered by the deferred app, which loads for the first of them. It also
 * answers 404 for unknown addresses.
 */
export function forwardUnmatchedRequests(app: FastifyInstance, deferred: DeferredRoutes) {
  // Never reached, because the hook below comes first.
  for (const page of PAGES) app.get(page, (_, reply) => reply.callNotFound())
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !PAGES.includes(request.routeOptions.url ?? '')) return done()
    deferred.load().then((next) => {
      reply.hijack()
      forwarded.add(request)
      next.app.routing(request.raw, reply.raw)
    }, done)
  })
  app.addHook('preClose', (done) => {
    deferred.endStreams()
    done()
  })
  app.addHook('onClose', () => deferred.close())
}
