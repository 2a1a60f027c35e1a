import { isUtf8 } from 'node:buffer'

import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { pauseWrites } from '#server/http/endpoint/pause-writes.ts'
import { hasManyHosts } from '#server/http/host-header.ts'
import {
  isForwarded,
  type DeferredRoutes,
  forwardUnmatchedRequests,
} from '#server/http/deferred-routes.ts'
import { limitDatabaseWait } from '#server/http/database-timeout.ts'
import { sendFault, sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { NOT_INITIALIZED_PAGE, ShopNotInitialized } from '#server/http/shop-initialized.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { isPage, sendPage } from '#server/app/pages/page.shop-routes.ts'
import { sendPlainPage } from '#server/http/plain-page.ts'

const BODY_LIMIT = 128 * 1024

export type AppOptions = {
  /** The process is about to stop. */
  draining: () => boolean
  /** Creates request ids, in one sequence for both apps of a process. */
  nextId: () => string
  /** Requests that cause mails, jobs or payments wait for this; see `pauseWrites`. */
  writesWaitFor?: Promise<boolean> | undefined
  /** Receives the requests that no route of this app matches. */
  deferred?: DeferredRoutes
}

/** What the app of the shop and the app of the staff share: headers, limits, errors, metrics. It has no routes. */
export function baseApp(
  shop: Shop,
  { draining, nextId, writesWaitFor, deferred }: AppOptions,
): FastifyInstance {
  const { config } = shop
  const logger: FastifyBaseLogger = shop.log
  const headers = securityHeaders(config)
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.TRUSTED_PROXIES === '' ? false : config.TRUSTED_PROXIES,
    genReqId: nextId,
    // A logger for each request costs more than most answers. Log lines name the id themselves.
    childLoggerFactory: (parent) => parent,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // While closing, a further request on an open connection is answered with `connection: close`.
    return503OnClosing: false,
    requestTimeout: 30_000,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers)
      void sendMalformedUrl(shop, error, request, reply)
    },
  })

  if (deferred) forwardUnmatchedRequests(app, deferred)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.headers(headers)
    // The client opens another connection for its next request, to a process that is not stopping.
    if (draining()) reply.header('connection', 'close')
    if (!hasManyHosts(request.raw)) return done()
    const message = 'the request has more than one Host header'
    void sendRefusal(reply, 400, refuse('invalid-input', { message }))
  })
  measureResponses(app, shop)
  if (writesWaitFor) pauseWrites(app, writesWaitFor)
  limitDatabaseWait(app, shop.healthProbe, shop.config.DATABASE_TIMEOUT_MS)
  addJsonParser(app)
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ShopNotInitialized && isPage(request)) {
      return sendPlainPage(reply.code(503).header('retry-after', '10'), NOT_INITIALIZED_PAGE)
    }
    shop.storage.observeError(error)
    return sendFault(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    isPage(request)
      ? sendPage(shop, request, reply.code(404))
      : sendRefusal(reply, 404, refuse('not-found')),
  )

  // Payment webhooks, sandbox pages and the opt-out of reminder mails send small forms.
  void app.register(formbody, { bodyLimit: 4096 })
  return app
}

/** Counts and logs responses. */
function measureResponses(app: FastifyInstance, { metrics }: Shop) {
  app.addHook('onResponse', (request, reply, done) => {
    if (isForwarded(request)) return done()
    // A stream lasts as long as its page is open, so its duration is not measured.
    if (reply.getHeader('content-type') === 'text/event-stream') return done()
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    metrics.answered(method, routeOptions.url ?? 'unknown', reply.statusCode, seconds)
    // Quick successful reads are most of the requests. They are counted, but not logged.
    if (method !== 'GET' || reply.statusCode >= 400 || seconds > 1) {
      request.log.info(
        {
          reqId: request.id,
          method,
          route: routeOptions.url,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'answered',
      )
    }
    done()
  })
}

function addJsonParser(app: FastifyInstance) {
  // Refuses bodies with the key `__proto__`, or with `prototype` in `constructor`.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // toString would silently replace invalid bytes.
      if (isUtf8(body)) return parseJson(request, body.toString(), done)
      done(Object.assign(new Error('body is not UTF-8'), { statusCode: 400 }))
    },
  )
}

/** Answers a malformed URL: with the 404 page for people, and an error for programs. */
async function sendMalformedUrl(
  shop: Shop,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!isPage(request)) return sendFault(error, request, reply)
  reply.statusCode = 404
  try {
    return await sendPage(shop, request, reply)
  } catch (pageError) {
    return sendFault(pageError, request, reply)
  }
}
