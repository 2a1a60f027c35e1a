import type { FastifyInstance } from 'fastify'

import { endpoints } from '#contract/endpoints.ts'
import { type AppOptions, baseApp } from '#server/base-app.ts'
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
import { digitalRoutes } from '#server/digital/digital-routes.ts'
import { healthRoutes } from '#server/operations/health-routes.ts'
import { speedRoutes } from '#server/operations/speed-routes.ts'
import { choosingRoutes } from '#server/orders/choosing-routes.ts'
import { orderChangeRoutes } from '#server/orders/order-change-routes.ts'
import { orderRoutes } from '#server/orders/order-routes.ts'
import { paymentRoutes } from '#server/payments/payment-routes.ts'
import { sandboxRoutes } from '#server/payments/sandbox-routes.ts'
import { pageRoutes } from '#server/pages/page-routes.ts'
import { publicTextFiles } from '#server/pages/public-text-files.ts'
import { stopRemindersRoutes } from '#server/pages/stop-reminders.ts'
import { pictureRoutes } from '#server/pictures/picture-routes.ts'
import { type LaterApp, laterRoutes } from '#server/door/later-routes.ts'
import { quickDoor } from '#server/door/quick-door.ts'
import { serviceRoutes } from '#server/service/service-routes.ts'
import type { Shop } from '#server/door/shop.ts'
import { holderSeesRoutes } from '#server/employer/holder-sees-routes.ts'
import { supplierRoutes } from '#server/suppliers/supplier-routes.ts'
import { wishlistRoutes } from '#server/wishlist/wishlist-routes.ts'

export type ShopApp = {
  app: FastifyInstance
  /** Loads the routes of the staff. */
  loadLater: () => Promise<void>
}

async function openStaffApp(shop: Shop, options: AppOptions): Promise<LaterApp> {
  const { staffApp } = await import('#server/staff-app.ts')
  return staffApp(shop, options)
}

/** The routes of the shop. The routes of the staff are half of all code, so they are loaded after the start. */
export function buildApp(
  shop: Shop,
  { draining, changesWaitFor }: Pick<AppOptions, 'draining' | 'changesWaitFor'>,
  openStaff = openStaffApp,
): ShopApp {
  let requests = 0
  const process_ = Math.random().toString(36).slice(2, 8)
  const nextId = () => `${process_}-${(requests += 1).toString(36)}`
  const later = laterRoutes(() => openStaff(shop, { draining, nextId, changesWaitFor }))
  const app = baseApp(shop, { draining, nextId, changesWaitFor, later })
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
    speedRoutes(app, shop)
    stopRemindersRoutes(app, shop)
    publicTextFiles(app, shop)
    pageRoutes(app, shop)

    let contract: KeptAnswer | undefined
    app.get('/rest/openapi.json', async (_, reply) => {
      if (!contract) {
        // Loaded for the first request: it is seldom asked for.
        const { openApi } = await import('#contract/openapi.ts')
        contract = new KeptAnswer(openApi(endpoints, { version: VERSION }))
      }
      return reply.type(contract.type).header('etag', contract.etag).send(contract.bytes)
    })
  })
  return {
    app,
    loadLater: async () => void (await later.load()),
  }
}
