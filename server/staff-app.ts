import { type AppOptions, baseApp } from '#server/base-app.ts'
import { deliveryReportRoutes } from '#server/desk/delivery-report-routes.ts'
import { openDesk } from '#server/desk/desk.ts'
import { deskRoutes } from '#server/desk/desk-routes.ts'
import { incomingMailRoutes } from '#server/desk/incoming-mail-routes.ts'
import type { LaterApp } from '#server/door/later-routes.ts'
import type { Shop } from '#server/door/shop.ts'
import { openEmployerDoor } from '#server/employer/employer-door.ts'
import { employerDoorRoutes } from '#server/employer/employer-door-routes.ts'

/** The routes of the back office, of the employer portal and of incoming mail. No recipient needs them. */
export async function staffApp(shop: Shop, options: AppOptions): Promise<LaterApp> {
  const app = baseApp(shop, options)
  const files = (await shop.backoffice?.()) ?? null
  const desk = openDesk(shop, files)
  void app.register(async (app) => deskRoutes(app, desk))
  void app.register(async (app) => employerDoorRoutes(app, openEmployerDoor(shop, files)))
  void app.register(async (app) => deliveryReportRoutes(app, shop))
  void app.register(async (app) => incomingMailRoutes(app, shop))
  await app.ready()
  return { app, endStreams: () => desk.live.close() }
}
