import type { FastifyInstance, FastifyRequest } from 'fastify'

import { deskEndpoints } from '#contract/desk/desk-endpoints.ts'
import { deskOpenApi } from '#contract/desk/desk-openapi.ts'
import { DESK_COMMON_REFUSALS, refuseDesk } from '#contract/desk/desk-refusal.ts'
import { DESK_REFUSAL_MESSAGES } from '#contract/desk/desk-refusal-messages.ts'
import type { Refusal } from '#contract/refusal.ts'
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
    const missing = shop.config.GIFTPOINT_LIVE && (await whatIsMissing(request))
    if (missing) {
      const message = DESK_REFUSAL_MESSAGES[missing]
      return sendRefusal(reply, DESK_COMMON_REFUSALS[missing], {
        ...refuseDesk(missing),
        message,
      } as Refusal)
    }
    contract ??= new KeptAnswer(deskOpenApi(deskEndpoints, { version: VERSION }))
    return sendKept(shop, request, reply, contract, 'holder')
  })

  async function whatIsMissing(request: FastifyRequest) {
    const colleague = await colleagueOf(desk, request, true)
    if (!colleague) return 'no-session'
    return colleague.needsSecondFactor ? 'needs-second-factor' : undefined
  }
}
