import type { FastifyInstance } from 'fastify'

import { deskEndpoints } from '#contract/desk/desk-endpoints.ts'
import { deskOpenApi } from '#contract/desk/desk-openapi.ts'
import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import { DESK_REFUSAL_MESSAGES } from '#contract/desk/desk-refusal-messages.ts'
import type { Desk } from '#server/desk/desk.ts'
import { colleagueOf } from '#server/desk/serve-desk.ts'
import { sendKept, sendRefusal } from '#server/door/serve.ts'
import { VERSION } from '#server/ground/config.ts'
import { KeptAnswer } from '#server/ground/kept-answer.ts'

/** The contract of the back office. A live shop shows it only to staff and their programs. */
export function contractRoute(app: FastifyInstance, desk: Desk) {
  const { shop } = desk
  let contract: KeptAnswer | undefined
  app.get('/desk/openapi.json', async (request, reply) => {
    if (shop.config.GIFTPOINT_LIVE && !(await colleagueOf(desk, request, true))) {
      const message = DESK_REFUSAL_MESSAGES['no-session']
      return sendRefusal(reply, 401, { ...refuseDesk('no-session'), message })
    }
    contract ??= new KeptAnswer(deskOpenApi(deskEndpoints, { version: VERSION }))
    return sendKept(shop, request, reply, contract, 'holder')
  })
}
