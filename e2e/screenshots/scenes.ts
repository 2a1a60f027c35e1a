import { aroundScenes } from '#e2e/screenshots/layout-scenes.ts'
import { batchScenes } from '#e2e/screenshots/batch-scenes.ts'
import { choosingScenes } from '#e2e/screenshots/catalog-scenes.ts'
import { backofficeScenes } from '#e2e/screenshots/backoffice-scenes.ts'
import { inboxScenes } from '#e2e/screenshots/inbox-scenes.ts'
import { releaseScenes } from '#e2e/screenshots/release-scenes.ts'
import { orderingScenes } from '#e2e/screenshots/checkout-scenes.ts'
import { orderScenes } from '#e2e/screenshots/order-scenes.ts'
import { plainScenes } from '#e2e/screenshots/backoffice-page-scenes.ts'
import type { Scenes } from '#e2e/screenshots/scene-setup.ts'

/** Every page and overlay of which a picture is made, by the name that `npm run screenshots` takes. */
export const scenes: Scenes = {
  ...aroundScenes,
  ...batchScenes,
  ...choosingScenes,
  ...backofficeScenes,
  ...inboxScenes,
  ...releaseScenes,
  ...orderingScenes,
  ...orderScenes,
  ...plainScenes,
}
