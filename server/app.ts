import { isUtf8 } from 'node:buffer'

import formbody from '@fastify/formbody'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'

import { endpoints } from '#contract/endpoints.ts'
import { openApi } from '#contract/openapi.ts'
import { refuse } from '#contract/refusal.ts'
import { accountRoutes } from '#server/account/account-routes.ts'
import { handOverRoutes } from '#server/account/hand-over-routes.ts'
import { addressRoutes } from '#server/addresses/address-routes.ts'
import { cartRoutes } from '#server/cart/cart-routes.ts'
import { catalogueRoutes } from '#server/catalogue/catalogue-routes.ts'
import { listsAtTheDoor } from '#server/catalogue/lists-at-the-door.ts'
import { checkoutRoutes } from '#server/checkout/checkout-routes.ts'
import { VERSION } from '#server/ground/config.ts'
import { contentRoutes } from '#server/content/content-routes.ts'
import { KeptAnswer } from '#server/ground/kept-answer.ts'
import { openDesk } from '#server/desk/desk.ts'
import { incomingMailRoutes } from '#server/desk/incoming-mail-routes.ts'
import { deliveryReportRoutes } from '#server/desk/delivery-report-routes.ts'
import { digitalRoutes } from '#server/digital/digital-routes.ts'
import { deskRoutes } from '#server/desk/desk-routes.ts'
import { healthRoutes } from '#server/operations/health-routes.ts'
import { speedRoutes } from '#server/operations/speed-routes.ts'
import { choosingRoutes } from '#server/orders/choosing-routes.ts'
import { orderChangeRoutes } from '#server/orders/order-change-routes.ts'
import { orderRoutes } from '#server/orders/order-routes.ts'
import { paymentRoutes } from '#server/payments/payment-routes.ts'
import { sandboxRoutes } from '#server/payments/sandbox-routes.ts'
import { NOT_BEGUN_PAGE, NotBegun } from '#server/door/shop-begun.ts'
import { isPage, pageRoutes, sendPage } from '#server/pages/page-routes.ts'
import { sendPlainPage } from '#server/pages/plain-page.ts'
import { publicTextFiles } from '#server/pages/public-text-files.ts'
import { stopRemindersRoutes } from '#server/pages/stop-reminders.ts'
import { pictureRoutes } from '#server/pictures/picture-routes.ts'
import { hasManyHosts } from '#server/door/host-header.ts'
import { loseNoPatience } from '#server/door/patience.ts'
import { quickDoor } from '#server/door/quick-door.ts'
import { sendFault, sendRefusal } from '#server/door/serve.ts'
import { standingHeaders } from '#server/door/standing-headers.ts'
import { serviceRoutes } from '#server/service/service-routes.ts'
import type { Shop } from '#server/door/shop.ts'
import { openEmployerDoor } from '#server/employer/employer-door.ts'
import { employerDoorRoutes } from '#server/employer/employer-door-routes.ts'
import { holderSeesRoutes } from '#server/employer/holder-sees-routes.ts'
import { supplierRoutes } from '#server/suppliers/supplier-routes.ts'
import { wishlistRoutes } from '#server/wishlist/wishlist-routes.ts'

const BODY_LIMIT = 128 * 1024

/** Every route of the server. */
export function buildApp(shop: Shop, draining: () => boolean = () => false): FastifyInstance {
  const { config, metrics } = shop
  const logger: FastifyBaseLogger = shop.log
  let requests = 0
  const process_ = Math.random().toString(36).slice(2, 8)
  const nextId = () => `${process_}-${(requests += 1).toString(36)}`
  const standing = standingHeaders(config)
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: config.TRUSTED_PROXIES === '' ? false : config.TRUSTED_PROXIES,
    genReqId: nextId,
    // A logger a request costs more than most answers; the id is written where something is logged.
    childLoggerFactory: (parent) => parent,
    // Answers of the API are made by hand; the framework need not know their shapes.
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Whoever asks once more on a connection that is kept is answered, and told to take another one.
    return503OnClosing: false,
    requestTimeout: 30_000,
    frameworkErrors: (error, request, reply) => {
      reply.headers(standing)
      void sendUnreadable(shop, error, request, reply)
    },
  })

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.headers(standing)
    // Whoever keeps this connection asks the next one elsewhere, rather than into a door that is closing.
    if (draining()) reply.header('connection', 'close')
    if (!hasManyHosts(request.raw)) return done()
    const message = 'the request has more than one Host header'
    void sendRefusal(reply, 400, refuse('invalid-input', { message }))
  })
  app.addHook('onResponse', (request, reply, done) => {
    // A stream lasts as long as somebody looks: its time says nothing of the shop.
    if (reply.getHeader('content-type') === 'text/event-stream') return done()
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    metrics.answered(method, routeOptions.url ?? 'unknown', reply.statusCode, seconds)
    // Reads that went well are counted, not written down: they are most of what happens.
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
  loseNoPatience(app, shop.pulse, shop.config.DATABASE_PATIENCE_MS)
  app.addHook('onReady', (done) => {
    const made = [listsAtTheDoor(shop)]
    const quick = quickDoor(shop, { nextId, draining, made })
    const longWay = app.server.listeners('request')
    app.server.removeAllListeners('request')
    app.server.on('request', (request, response) => {
      if (quick(request, response)) return
      for (const listener of longWay) listener.call(app.server, request, response)
    })
    done()
  })
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      // Read as it came: a letter that is none would be kept as a sign that nobody typed.
      if (isUtf8(body)) return parseJson(request, body.toString(), done)
      done(Object.assign(new Error('the body is no UTF-8'), { statusCode: 400 }))
    },
  )
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof NotBegun && isPage(request)) {
      return sendPlainPage(reply.code(503).header('retry-after', '10'), NOT_BEGUN_PAGE)
    }
    shop.storage.note(error)
    return sendFault(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    isPage(request)
      ? sendPage(shop, request, reply.code(404))
      : sendRefusal(reply, 404, refuse('not-found')),
  )

  void app.register(formbody, { bodyLimit: 4096 })
  void app.register(async (app) => {
    accountRoutes(app, shop)
    handOverRoutes(app, shop)
    contentRoutes(app, shop)
    catalogueRoutes(app, shop)
    cartRoutes(app, shop)
    checkoutRoutes(app, shop)
    orderRoutes(app, shop)
    orderChangeRoutes(app, shop)
    choosingRoutes(app, shop)
    digitalRoutes(app, shop)
    void app.register((app) => supplierRoutes(app, shop))
    wishlistRoutes(app, shop)
    holderSeesRoutes(app, shop)
    serviceRoutes(app, shop)
    addressRoutes(app, shop)
    paymentRoutes(app, shop)
    sandboxRoutes(app, shop)
    pictureRoutes(app, shop)
    healthRoutes(app, shop, draining)
    void app.register(async (app) => deliveryReportRoutes(app, shop))
    void app.register(async (app) => incomingMailRoutes(app, shop))
    speedRoutes(app, shop)
    stopRemindersRoutes(app, shop)
    publicTextFiles(app, shop)
    pageRoutes(app, shop)

    let contract: KeptAnswer | undefined
    app.get('/rest/openapi.json', (_, reply) => {
      contract ??= new KeptAnswer(openApi(endpoints, { version: VERSION }))
      return reply.type(contract.type).header('etag', contract.etag).send(contract.bytes)
    })
  })
  void app.register(async (app) => deskRoutes(app, openDesk(shop)))
  void app.register(async (app) => employerDoorRoutes(app, openEmployerDoor(shop)))
  return app
}

/** An address that cannot even be read: a page that is not there, and to a program its mistake. */
async function sendUnreadable(
  shop: Shop,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!isPage(request)) return sendFault(error, request, reply)
  reply.statusCode = 404
  try {
    return await sendPage(shop, request, reply)
  } catch (failed) {
    return sendFault(failed, request, reply)
  }
}
