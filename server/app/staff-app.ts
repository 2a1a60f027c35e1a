import { type AppOptions, baseApp } from '#server/app/base-app.ts'
import { deliveryReportRoutes } from '#server/modules/support/incoming-mail/delivery-report.webhook-routes.ts'
import { openBackoffice } from '#server/http/staff/staff-context.ts'
import { allStaffRoutes } from '#server/app/staff-routes.ts'
import { incomingMailRoutes } from '#server/modules/support/incoming-mail/incoming-mail.webhook-routes.ts'
import type { DeferredApp } from '#server/http/deferred-routes.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { createEmployerPortal } from '#server/modules/employers/portal/employer-portal.ts'
import { employerPortalRoutes } from '#server/modules/employers/portal/portal.employer-routes.ts'

/** Routes of the back office, the employer portal and incoming mail, which recipients do not need. */
export async function staffApp(shop: Shop, options: AppOptions): Promise<DeferredApp> {
  const app = baseApp(shop, options)
  const files = (await shop.backoffice?.()) ?? null
  const backoffice = openBackoffice(shop, files)
  void app.register(async (app) => allStaffRoutes(app, backoffice))
  void app.register(async (app) => employerPortalRoutes(app, createEmployerPortal(shop, files)))
  void app.register(async (app) => deliveryReportRoutes(app, shop))
  void app.register(async (app) => incomingMailRoutes(app, shop))
  await app.ready()
  return { app, endStreams: () => backoffice.live.close() }
}
