import { aroundScenes } from '#e2e/screenshot-around.ts'
import { batchScenes } from '#e2e/screenshot-batches.ts'
import { choosingScenes } from '#e2e/screenshot-choosing.ts'
import { deskScenes } from '#e2e/screenshot-desk.ts'
import { inboxScenes } from '#e2e/screenshot-inbox.ts'
import { releaseScenes } from '#e2e/screenshot-releases.ts'
import { orderingScenes } from '#e2e/screenshot-ordering.ts'
import { orderScenes } from '#e2e/screenshot-orders.ts'
import { plainScenes } from '#e2e/screenshot-plain.ts'
import type { Scenes } from '#e2e/screenshot-stage.ts'

/** Every page and overlay of which a picture is made, by the name that `npm run screenshots` takes. */
export const scenes: Scenes = {
  ...aroundScenes,
  ...batchScenes,
  ...choosingScenes,
  ...deskScenes,
  ...inboxScenes,
  ...releaseScenes,
  ...orderingScenes,
  ...orderScenes,
  ...plainScenes,
}
