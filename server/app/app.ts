import type { FastifyInstance } from 'fastify'

import { endpoints } from '#contract/endpoints.shop.ts'
import { type AppOptions, baseApp } from '#server/app/base-app.ts'
import { loginRoutes } from '#server/modules/sessions/login/login.shop-routes.ts'
import { sessionTransferRoutes } from '#server/modules/sessions/login/session-transfer.shop-routes.ts'
import { addressRoutes } from '#server/modules/addresses/address.shop-routes.ts'
import { cartRoutes } from '#server/modules/cart/cart.shop-routes.ts'
import { catalogueRoutes } from '#server/modules/catalog/catalog.shop-routes.ts'
import { cachedListResponder } from '#server/modules/catalog/cached-product-list.ts'
import { checkoutRoutes } from '#server/modules/checkout/checkout.shop-routes.ts'
import { VERSION } from '#server/platform/config/config.ts'
import { contentRoutes } from '#server/modules/content/content.shop-routes.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'
import { digitalRoutes } from '#server/modules/fulfilment/digital/digital.shop-routes.ts'
import { healthRoutes } from '#server/app/health-routes.ts'
import { speedRoutes } from '#server/app/page-speed.shop-routes.ts'
import { replacementRoutes } from '#server/modules/orders/replacements/replacement.shop-routes.ts'
import { orderChangeRoutes } from '#server/modules/orders/order-change.shop-routes.ts'
import { orderRoutes } from '#server/modules/orders/order.shop-routes.ts'
import { withdrawalRoutes } from '#server/modules/refunds/withdrawal.shop-routes.ts'
import { exactFitGiftRoutes } from '#server/modules/cart/exact-fit-gifts.shop-routes.ts'
import { paymentRoutes } from '#server/modules/payments/payment.shop-routes.ts'
import { sandboxRoutes } from '#server/app/sandbox-routes.ts'
import { pageRoutes } from '#server/app/pages/page.shop-routes.ts'
import { publicTextFiles } from '#server/app/pages/public-text-files.ts'
import { mailFontRoutes } from '#server/modules/mail/mail-fonts.shop-routes.ts'
import { reminderOptOutRoutes } from '#server/modules/mail/reminder-opt-out.shop-routes.ts'
import { imageRoutes } from '#server/modules/media/image.shop-routes.ts'
import { type DeferredApp, deferredRoutes } from '#server/http/deferred-routes.ts'
import { cachedResponseRoute } from '#server/http/endpoint/cached-response-route.ts'
import { supportRoutes } from '#server/modules/support/support.shop-routes.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { employerVisibilityRoutes } from '#server/modules/employers/employer-visibility.shop-routes.ts'
import { supplierRoutes } from '#server/modules/fulfilment/suppliers/purchase-order.supplier-routes.ts'
import { wishlistRoutes } from '#server/modules/wishlist/wishlist.shop-routes.ts'

export type ShopApp = {
  app: FastifyInstance
  /** Loads the staff routes. */
  loadStaffRoutes: () => Promise<void>
}

async function openStaffApp(shop: Shop, options: AppOptions): Promise<DeferredApp> {
  const { staffApp } = await import('#server/app/staff-app.ts')
  return staffApp(shop, options)
}

/** The shop's routes. The staff routes are half of all code, so they are loaded after the start. */
export function buildApp(
  shop: Shop,
  { draining, writesWaitFor }: Pick<AppOptions, 'draining' | 'writesWaitFor'>,
  openStaff = openStaffApp,
): ShopApp {
  let requests = 0
  const idPrefix = Math.random().toString(36).slice(2, 8)
  const nextId = () => `${idPrefix}-${(requests += 1).toString(36)}`
  const staffRoutes = deferredRoutes(() => openStaff(shop, { draining, nextId, writesWaitFor }))
  const app = baseApp(shop, { draining, nextId, writesWaitFor, deferred: staffRoutes })
  app.addHook('onReady', (done) => {
    sendCachedResponsesFirst(app, shop, { nextId, draining })
    done()
  })
  void app.register(async (app) => {
    shopRoutes(app, shop, draining)
    contractRoute(app)
  })
  return {
    app,
    loadStaffRoutes: async () => {
      await staffRoutes.load()
    },
  }
}

/** Answers requests that need no routing, such as a cached list, before Fastify sees them. */
function sendCachedResponsesFirst(
  app: FastifyInstance,
  shop: Shop,
  { nextId, draining }: { nextId: () => string; draining: AppOptions['draining'] },
) {
  const directResponders = [cachedListResponder(shop)]
  const answersFromCache = cachedResponseRoute(shop, { nextId, draining, directResponders })
  const fastifyListeners = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (answersFromCache(request, response)) return
    for (const listener of fastifyListeners) listener.call(app.server, request, response)
  })
}

/** Every call and page for recipients and suppliers. */
function shopRoutes(app: FastifyInstance, shop: Shop, draining: AppOptions['draining']) {
  loginRoutes(app, shop)
  sessionTransferRoutes(app, shop)
  contentRoutes(app, shop)
  catalogueRoutes(app, shop)
  exactFitGiftRoutes(app, shop)
  cartRoutes(app, shop)
  checkoutRoutes(app, shop)
  orderRoutes(app, shop)
  withdrawalRoutes(app, shop)
  orderChangeRoutes(app, shop)
  replacementRoutes(app, shop)
  digitalRoutes(app, shop)
  void app.register((app) => supplierRoutes(app, shop))
  wishlistRoutes(app, shop)
  employerVisibilityRoutes(app, shop)
  supportRoutes(app, shop)
  addressRoutes(app, shop)
  paymentRoutes(app, shop)
  sandboxRoutes(app, shop)
  imageRoutes(app, shop)
  healthRoutes(app, shop, draining)
  speedRoutes(app, shop)
  reminderOptOutRoutes(app, shop)
  mailFontRoutes(app)
  publicTextFiles(app, shop)
  pageRoutes(app, shop)
}

function contractRoute(app: FastifyInstance) {
  let contract: CachedResponse | undefined
  app.get('/rest/openapi.json', async (_, reply) => {
    if (!contract) {
      // Imported on the first request, because it is rarely used.
      const { openApi } = await import('#contract/openapi/openapi.ts')
      contract = new CachedResponse(openApi(endpoints, { version: VERSION }))
    }
    return reply.type(contract.type).header('etag', contract.etag).send(contract.bytes)
  })
}
